import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { CONTENTFUL_ID } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'

export type EnvVariables = Readonly<Record<string, string | undefined>>

/** A connection to one API of a space. The Preview API has the paths and responses of the Delivery API. */
export interface SpaceConnection {
  readonly api: keyof typeof APIS
  /** Without a scheme; with a port if it is not the default one. */
  readonly host: string
  /** Prefix of all paths: the local Contentful serves several APIs on one host. */
  readonly basePath: string
  /** http instead of https: for the local Contentful only. */
  readonly insecure: boolean
  readonly spaceId: string
  readonly environmentId: string
  readonly token: string
}

/** ms, of the first request of a command: enough for a slow connection, and short enough to wait for without a network. */
export const CONNECT_TIMEOUT_MS = 3_000

const APIS = {
  delivery: {
    host: 'cdn.contentful.com',
    localPath: '/cdn',
    tokenVariable: 'CONTENTFUL_DELIVERY_TOKEN',
  },
  preview: {
    host: 'preview.contentful.com',
    localPath: '/preview',
    tokenVariable: 'CONTENTFUL_PREVIEW_TOKEN',
  },
  management: {
    host: 'api.contentful.com',
    localPath: '',
    tokenVariable: 'CONTENTFUL_MANAGEMENT_TOKEN',
  },
}

/** Returns the connection to an API of the local Contentful at `url`. */
export const getLocalConnection = (url: string, api: SpaceConnection['api']): SpaceConnection => ({
  api,
  host: new URL(url).host,
  basePath: APIS[api].localPath,
  insecure: true,
  spaceId: LOCAL_SPACE_ID,
  environmentId: LOCAL_ENVIRONMENT_ID,
  token: LOCAL_TOKENS[api],
})

const SPACE_ID = 'CONTENTFUL_SPACE_ID'
const ENVIRONMENT_ID = 'CONTENTFUL_ENVIRONMENT'

/** Parses the connection to an API of a real space. Returns `null` if no variable is set. Throws `UserError`. */
export function parseConnection(env: EnvVariables, api: SpaceConnection['api']): SpaceConnection | null {
  const { host, tokenVariable } = APIS[api]
  const spaceId = env[SPACE_ID]
  const token = env[tokenVariable]
  const setVariables = [SPACE_ID, ENVIRONMENT_ID, tokenVariable].filter((variable) => env[variable])
  if (setVariables.length === 0) return null
  if (!spaceId) throw createMissingVariableError(SPACE_ID, 'the id of the space', setVariables)
  if (!token) throw createMissingVariableError(tokenVariable, describeToken(api), setVariables)
  return {
    api,
    host,
    basePath: '',
    insecure: false,
    spaceId: expectMatch(SPACE_ID, spaceId, CONTENTFUL_ID, ID_DESCRIPTION),
    environmentId: expectMatch(ENVIRONMENT_ID, env[ENVIRONMENT_ID] || 'master', CONTENTFUL_ID, ID_DESCRIPTION),
    token: expectMatch(tokenVariable, token, /^[!-~]+$/, 'a token: one word without spaces or line breaks'),
  }
}

const describeToken = (api: SpaceConnection['api']) => `a content ${api} token of the space`

const ID_DESCRIPTION = 'an id: letters, digits, hyphens'

const createMissingVariableError = (name: string, description: string, setVariables: readonly string[]) =>
  new UserError(
    `${name} is not set, but ${setVariables.join(' and ')} is: set it to ${description}, or unset all to use the local Contentful`,
  )

/** The error does not contain the value, which can be a token in the wrong variable. */
function expectMatch(name: string, value: string, pattern: RegExp, description: string): string {
  if (pattern.test(value)) return value
  throw new UserError(`${name} must be ${description}`)
}

/** Creates the error for a response with 401, 403 or 404. `reason` is Contentful’s message. */
export function createAccessError(connection: SpaceConnection, status: number, reason: string): UserError {
  const { api, spaceId, environmentId, insecure } = connection
  const { tokenVariable } = APIS[api]
  if (insecure && status === 404 && environmentId !== LOCAL_ENVIRONMENT_ID)
    return new UserError(`The local Contentful has no environment "${environmentId}": create it, or use another one`)
  if (insecure && status === 403) return new UserError(reason) // of a full disk, for example
  if (insecure)
    return new UserError(`The local Contentful responded with ${status} (${reason}): stop it and start it again`)
  if (status === 404)
    return new UserError(
      `Contentful has no space "${spaceId}" with an environment "${environmentId}" that this token can read: correct ${SPACE_ID}, ${ENVIRONMENT_ID} or ${tokenVariable}`,
    )
  if (status === 401)
    return new UserError(`Contentful does not accept the token: set ${tokenVariable} to ${describeToken(api)}`)
  return new UserError(
    `${tokenVariable} has no permission for this in the environment "${environmentId}" of the space "${spaceId}": ${reason}`,
  )
}
