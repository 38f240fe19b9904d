import { isQuotaError, parseApiError, toFatalError } from '#cms/sync/contentful/api-error.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { UserError } from '#shared/user-error.ts'

/** Throws `UserError` if the user of the token may not read or write app definitions. Throws every other error again. */
export function throwAppAccessError(error: unknown, organizationId: string): never {
  const info = parseApiError(error)
  const { status, message } = info
  if ((status !== 403 && status !== 404) || isQuotaError(info)) throw error
  throw new UserError(
    `The token's user may not manage apps of the organization "${organizationId}" (${status}: ${message}): set CONTENTFUL_MANAGEMENT_TOKEN to a token of an owner, an administrator or a developer of the organization`,
  )
}

/** Runs requests about apps. Throws `UserError` for every response that the user can act on. */
export async function runAppRequests<Result>(
  connection: ManagementConnection,
  phase: 'reading' | 'writing',
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    const fatal = toFatalError(error, connection, phase)
    if (fatal) throw fatal
    const { status, message } = parseApiError(error)
    if (status === 409)
      throw new UserError('Another user or process has changed the app or its fields at the same time: run this again')
    if (status > 0)
      throw new UserError(
        `${connection.host} rejects the change of the app (${status}: ${message}): correct what the message names, and run this again`,
      )
    throw error
  }
}

/**
 * Attempts to apply the changes. The retry of one request that has succeeded takes one, and so does each content type that
 * another process changes at the same time.
 */
const MAX_ATTEMPTS = 20

/**
 * Applies changes to a state. Reads the state again after a version conflict, which the retry of a successful request or
 * another writer causes (docs/contentful.md, Traps).
 */
export async function applyToCurrentState<State, Result>(
  initial: State,
  read: () => Promise<State>,
  apply: (state: State) => Promise<Result>,
): Promise<Result> {
  let state = initial
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await apply(state)
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || parseApiError(error).status !== 409) throw error
      state = await read()
    }
  }
}
