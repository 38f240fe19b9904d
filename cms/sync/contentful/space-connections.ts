import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { CONTENTFUL_ID } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'

export type EnvVariables = Readonly<Record<string, string | undefined>>

const SPACE_ID = 'CONTENTFUL_SPACE_ID'
const ENVIRONMENT_ID = 'CONTENTFUL_ENVIRONMENT'

/** The environment variable of an access token. */
interface TokenVariable {
  readonly name: string
  /** For example `a content delivery token of the space`. */
  readonly description: string
}

/** Parses the variables of a space. Returns `null` if none is set. Throws `UserError`. */
function parseSpaceVariables(env: EnvVariables, { name, description }: TokenVariable) {
  const spaceId = env[SPACE_ID]
  const token = env[name]
  const setVariables = [SPACE_ID, ENVIRONMENT_ID, name].filter((variable) => env[variable])
  if (setVariables.length === 0) return null
  if (!spaceId) throw createMissingVariableError(SPACE_ID, 'the id of the space', setVariables)
  if (!token) throw createMissingVariableError(name, description, setVariables)
  return {
    spaceId: expectMatch(SPACE_ID, spaceId, CONTENTFUL_ID, ID_DESCRIPTION),
    environmentId: expectMatch(ENVIRONMENT_ID, env[ENVIRONMENT_ID] || 'master', CONTENTFUL_ID, ID_DESCRIPTION),
    token: expectMatch(name, token, /^[!-~]+$/, 'a token: one word without spaces or line breaks'),
  }
}

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

const createUnknownSpaceError = ({ spaceId, environmentId }: SpaceIds, tokenName: string) =>
  new UserError(
    `Contentful has no space "${spaceId}" with an environment "${environmentId}" that this token can read: correct ${SPACE_ID}, ${ENVIRONMENT_ID} or ${tokenName}`,
  )

interface SpaceIds {
  readonly spaceId: string
  readonly environmentId: string
}

/** A connection to the Delivery API of a space, or to its Preview API, which has the same paths and responses. */
export interface DeliveryConnection {
  /** Without a scheme; with a port if it is not the default one. */
  readonly host: string
  /** Prefix of all paths: the local Contentful serves several APIs on one host. */
  readonly basePath: string
  /** http instead of https: for the local Contentful only. */
  readonly insecure: boolean
  readonly spaceId: string
  readonly environmentId: string
  /** The token of the Delivery API, or of the Preview API. */
  readonly deliveryToken: string
  /** The source of the token. */
  readonly tokenVariable: TokenVariable
}

const DELIVERY: TokenVariable = {
  name: 'CONTENTFUL_DELIVERY_TOKEN',
  description: 'a content delivery token of the space',
}
const PREVIEW: TokenVariable = { name: 'CONTENTFUL_PREVIEW_TOKEN', description: 'a content preview token of the space' }

/** Returns the connection to the Delivery API of the local Contentful at `url`. */
export const getLocalDeliveryConnection = (url: string): DeliveryConnection => ({
  ...getLocalSpace(url),
  basePath: '/cdn',
  deliveryToken: LOCAL_TOKENS.delivery,
  tokenVariable: DELIVERY,
})

/** Returns the connection to the Preview API of the local Contentful at `url`. */
export const getLocalPreviewConnection = (url: string): DeliveryConnection => ({
  ...getLocalSpace(url),
  basePath: '/preview',
  deliveryToken: LOCAL_TOKENS.preview,
  tokenVariable: PREVIEW,
})

const getLocalSpace = (url: string) =>
  ({ host: new URL(url).host, insecure: true, spaceId: LOCAL_SPACE_ID, environmentId: LOCAL_ENVIRONMENT_ID }) as const

/** Parses the Delivery API connection of a real space. Returns `null` if no variable is set. Throws `UserError`. */
export const parseDeliveryConnection = (env: EnvVariables) => parseConnection(env, 'cdn.contentful.com', DELIVERY)

/** Parses the Preview API connection of a real space. Returns `null` if no variable is set. Throws `UserError`. */
export const parsePreviewConnection = (env: EnvVariables) => parseConnection(env, 'preview.contentful.com', PREVIEW)

function parseConnection(env: EnvVariables, host: string, tokenVariable: TokenVariable): DeliveryConnection | null {
  const variables = parseSpaceVariables(env, tokenVariable)
  if (!variables) return null
  const { token, ...ids } = variables
  return { host, basePath: '', insecure: false, ...ids, deliveryToken: token, tokenVariable }
}

/** Creates the error for a rejected request of the Delivery or Preview API. `reason` is Contentful’s message. */
export function createDeliveryAccessError(connection: DeliveryConnection, status: number, reason: string): UserError {
  const { spaceId, environmentId, insecure, host, tokenVariable } = connection
  if (status === 401 || status === 403 || status === 404) {
    if (insecure)
      return new UserError(`The local Contentful responded with ${status} (${reason}): stop it and start it again`)
    if (status === 404) return createUnknownSpaceError(connection, tokenVariable.name)
    return new UserError(
      `Contentful does not accept the token for the environment "${environmentId}" of the space "${spaceId}" (${reason}): set ${tokenVariable.name} to ${tokenVariable.description}`,
    )
  }
  return new UserError(`${host} responded with ${status} (${reason}): try again later`)
}

/** A connection to the Management API of a space. */
export interface ManagementConnection {
  /** Without a scheme; with a port if it is not the default one. */
  readonly host: string
  /** http instead of https: for the local Contentful only. */
  readonly insecure: boolean
  readonly spaceId: string
  readonly environmentId: string
  readonly managementToken: string
}

const MANAGEMENT_TOKEN = 'CONTENTFUL_MANAGEMENT_TOKEN'

/** Returns the connection to the Management API of the local Contentful at `url`. */
export const getLocalManagementConnection = (url: string): ManagementConnection => ({
  host: new URL(url).host,
  insecure: true,
  spaceId: LOCAL_SPACE_ID,
  environmentId: LOCAL_ENVIRONMENT_ID,
  managementToken: LOCAL_TOKENS.management,
})

/** Parses the Management API connection of a real space. Returns `null` if no variable is set. Throws `UserError`. */
export function parseManagementConnection(env: EnvVariables): ManagementConnection | null {
  const variables = parseSpaceVariables(env, {
    name: MANAGEMENT_TOKEN,
    description: 'a content management token of the space',
  })
  if (!variables) return null
  const { token, ...ids } = variables
  return { host: 'api.contentful.com', insecure: false, ...ids, managementToken: token }
}

/** Creates the error for a rejected request of the Management API. `reason` is Contentful’s message. */
export function createManagementAccessError(
  connection: ManagementConnection,
  status: number,
  reason: string,
): UserError {
  const { spaceId, environmentId, insecure } = connection
  if (insecure && status === 404 && environmentId !== LOCAL_ENVIRONMENT_ID)
    return new UserError(`The local Contentful has no environment "${environmentId}": create it, or use another one`)
  if (insecure)
    return new UserError(`The local Contentful responded with ${status} (${reason}): stop it and start it again`)
  if (status === 404) return createUnknownSpaceError(connection, MANAGEMENT_TOKEN)
  if (status === 401)
    return new UserError(`Contentful does not accept the token: set ${MANAGEMENT_TOKEN} to a valid one`)
  return new UserError(
    `${MANAGEMENT_TOKEN} has no permission for this in the environment "${environmentId}" of the space "${spaceId}": ${reason}`,
  )
}
