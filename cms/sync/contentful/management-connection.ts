import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { UserError } from '#shared/user-error.ts'
import { createUnknownSpaceError, type EnvVariables, parseSpaceVariables } from './space-variables.ts'

/** Which space, and how to reach its management API. */
export interface ManagementConnection {
  /** Without a scheme; with a port where it is not the usual one. */
  readonly host: string
  /** http instead of https: only ever the local Contentful. */
  readonly insecure: boolean
  readonly spaceId: string
  readonly environmentId: string
  readonly managementToken: string
}

const TOKEN = 'CONTENTFUL_MANAGEMENT_TOKEN'
const RATE = 'CONTENTFUL_REQUESTS_PER_SECOND'

/** The local Contentful at this address. */
export const getLocalManagementConnection = (url: string): ManagementConnection => ({
  host: new URL(url).host,
  insecure: true,
  spaceId: LOCAL_SPACE_ID,
  environmentId: LOCAL_ENVIRONMENT_ID,
  managementToken: LOCAL_TOKENS.management,
})

/** The real space that the variables name; `null` when they name none, so that the local Contentful is meant. */
export function parseManagementConnection(env: EnvVariables): ManagementConnection | null {
  const found = parseSpaceVariables(env, { name: TOKEN, what: 'a content management token of the space' })
  if (!found) return null
  const { token, ...place } = found
  return { host: 'api.contentful.com', insecure: false, ...place, managementToken: token }
}

/** How many requests a second somebody allows; `undefined` where nobody says. */
export function parseRequestsPerSecond(env: EnvVariables): number | undefined {
  const text = env[RATE]
  if (!text) return undefined
  const rate = Number(text)
  if (Number.isInteger(rate) && rate >= 1 && rate <= 100) return rate
  throw new UserError(`${RATE} is "${text}": set it to a whole number from 1 to 100, or leave it unset`)
}

/** What to put right when Contentful refuses the first request; its message comes along. */
export function createManagementAccessError(
  connection: ManagementConnection,
  status: number,
  reason: string,
): UserError {
  const { spaceId, environmentId, insecure } = connection
  if (insecure) return new UserError(`The local Contentful answers ${status} (${reason}): stop it and start it again`)
  if (status === 404) return createUnknownSpaceError(connection, TOKEN)
  if (status === 401) return new UserError(`Contentful does not accept the token: set ${TOKEN} to a valid one`)
  return new UserError(
    `${TOKEN} has no right to this in the environment "${environmentId}" of the space "${spaceId}": ${reason}`,
  )
}
