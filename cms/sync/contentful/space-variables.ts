import { CONTENTFUL_ID } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'

export type EnvVariables = Readonly<Record<string, string | undefined>>

const SPACE_ID = 'CONTENTFUL_SPACE_ID'
const ENVIRONMENT_ID = 'CONTENTFUL_ENVIRONMENT'

/** A token of a space, and the variable that holds it. */
interface TokenVariable {
  readonly name: string
  /** `a content delivery token of the space` */
  readonly what: string
}

/** The real space that the variables name; `null` where they name none, so that the local Contentful is meant. Throws `UserError`. */
export function parseSpaceVariables(env: EnvVariables, { name, what }: TokenVariable) {
  const spaceId = env[SPACE_ID]
  const token = env[name]
  const given = [SPACE_ID, ENVIRONMENT_ID, name].filter((variable) => env[variable])
  if (given.length === 0) return null
  if (!spaceId) throw missing(SPACE_ID, 'the id of the space', given)
  if (!token) throw missing(name, what, given)
  return {
    spaceId: checked(SPACE_ID, spaceId, CONTENTFUL_ID, AN_ID),
    environmentId: checked(ENVIRONMENT_ID, env[ENVIRONMENT_ID] || 'master', CONTENTFUL_ID, AN_ID),
    token: checked(name, token, /^[!-~]+$/, 'a token: one word without spaces or line breaks'),
  }
}

const AN_ID = 'an id: letters, digits, hyphens'

const missing = (name: string, what: string, given: readonly string[]) =>
  new UserError(
    `${name} is not set, but ${given.join(' and ')} is: set it to ${what}, or unset all to use the local Contentful`,
  )

/** The value itself is not repeated: it may be a token in the wrong variable. */
function checked(name: string, value: string, form: RegExp, what: string): string {
  if (form.test(value)) return value
  throw new UserError(`${name} must be ${what}`)
}

/** What to put right where Contentful knows no such space. */
export const createUnknownSpaceError = ({ spaceId, environmentId }: Place, tokenName: string) =>
  new UserError(
    `Contentful knows no space "${spaceId}" with an environment "${environmentId}" that this token may see: correct ${SPACE_ID}, ${ENVIRONMENT_ID} or ${tokenName}`,
  )

interface Place {
  readonly spaceId: string
  readonly environmentId: string
}
