import { GraphQLError } from 'graphql'
import { CollidingNamesError, UnsupportedFieldError } from '#cms/graphql/graphql-errors.ts'
import { UserError } from '#shared/user-error.ts'

/** Reads a model or queries: what somebody wrote and cannot be read is a `UserError` of one line, with its place. */
export function withReadableErrors<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof CollidingNamesError || error instanceof UnsupportedFieldError)
      throw new UserError(`${error.message}; change it in cms/model`)
    if (!(error instanceof GraphQLError)) throw error
    const place = [error.source?.name, error.locations?.[0]?.line].filter((part) => part !== undefined).join(':')
    throw new UserError(`${place}: ${error.message.replace(/\.$/, '')}; correct it`)
  }
}
