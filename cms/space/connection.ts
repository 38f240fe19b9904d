import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { LOCAL_TOKENS } from '#cms/local/tokens.ts'
import { CONTENTFUL_ID } from '#cms/model/contentful-id.ts'
import { BadInput } from './bad-input.ts'

/** Which space, and how to reach its management API. */
export interface Connection {
  /** Without a scheme; with a port where it is not the usual one. */
  readonly host: string
  /** http instead of https: only ever the local Contentful. */
  readonly insecure: boolean
  readonly spaceId: string
  readonly environmentId: string
  readonly managementToken: string
}

export type Environment = Readonly<Record<string, string | undefined>>

const SPACE_ID = 'CONTENTFUL_SPACE_ID'
const ENVIRONMENT_ID = 'CONTENTFUL_ENVIRONMENT'
const TOKEN = 'CONTENTFUL_MANAGEMENT_TOKEN'
const RATE = 'CONTENTFUL_REQUESTS_PER_SECOND'

/** The local Contentful at this address. */
export const localConnection = (url: string): Connection => ({
  host: new URL(url).host,
  insecure: true,
  spaceId: SPACE,
  environmentId: ENVIRONMENT,
  managementToken: LOCAL_TOKENS.management,
})

/** The real space that the variables name; `null` when they name none, so that the local Contentful is meant. */
export function connectionFromEnv(env: Environment): Connection | null {
  const spaceId = env[SPACE_ID]
  const managementToken = env[TOKEN]
  const given = [SPACE_ID, ENVIRONMENT_ID, TOKEN].filter((name) => env[name])
  if (given.length === 0) return null
  if (!spaceId) throw missing(SPACE_ID, 'the id of the space', given)
  if (!managementToken) throw missing(TOKEN, 'a content management token of the space', given)
  return {
    host: 'api.contentful.com',
    insecure: false,
    spaceId: checked(SPACE_ID, spaceId, CONTENTFUL_ID, 'an id: letters, digits, hyphens'),
    environmentId: checked(
      ENVIRONMENT_ID,
      env[ENVIRONMENT_ID] || 'master',
      CONTENTFUL_ID,
      'an id: letters, digits, hyphens',
    ),
    managementToken: checked(TOKEN, managementToken, /^[!-~]+$/, 'a token: one word without spaces or line breaks'),
  }
}

/** How many requests a second somebody allows; `undefined` where nobody says. */
export function requestsPerSecondFromEnv(env: Environment): number | undefined {
  const text = env[RATE]
  if (!text) return undefined
  const rate = Number(text)
  if (Number.isInteger(rate) && rate >= 1 && rate <= 100) return rate
  throw new BadInput(`${RATE} is "${text}": set it to a whole number from 1 to 100, or leave it unset`)
}

/** What to put right when Contentful refuses the first request; its message comes along. */
export function refused({ spaceId, environmentId, insecure }: Connection, status: number, reason: string): BadInput {
  if (insecure) return new BadInput(`The local Contentful answers ${status} (${reason}): stop it and start it again`)
  if (status === 404)
    return new BadInput(
      `Contentful knows no space "${spaceId}" with an environment "${environmentId}" that this token may see: correct ${SPACE_ID}, ${ENVIRONMENT_ID} or ${TOKEN}`,
    )
  if (status === 401) return new BadInput(`Contentful does not accept the token: set ${TOKEN} to a valid one`)
  return new BadInput(
    `${TOKEN} has no right to this in the environment "${environmentId}" of the space "${spaceId}": ${reason}`,
  )
}

const missing = (name: string, what: string, given: readonly string[]) =>
  new BadInput(
    `${name} is not set, but ${given.join(' and ')} is: set it to ${what}, or unset all to use the local Contentful`,
  )

/** The value itself is not repeated: it may be a token in the wrong variable. */
function checked(name: string, value: string, form: RegExp, what: string): string {
  if (form.test(value)) return value
  throw new BadInput(`${name} must be ${what}`)
}
