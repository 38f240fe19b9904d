import { CONTENTFUL_ID } from '#shared/constants.ts'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from '#shared/local-contentful.ts'
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
function parseSpaceVariables(env: EnvVariables, { name, what }: TokenVariable) {
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
const createUnknownSpaceError = ({ spaceId, environmentId }: Place, tokenName: string) =>
  new UserError(
    `Contentful knows no space "${spaceId}" with an environment "${environmentId}" that this token may see: correct ${SPACE_ID}, ${ENVIRONMENT_ID} or ${tokenName}`,
  )

interface Place {
  readonly spaceId: string
  readonly environmentId: string
}

/** Which space, and how to reach its delivery API or, with the same paths and answers, its preview API. */
export interface DeliveryConnection {
  /** Without a scheme; with a port where it is not the usual one. */
  readonly host: string
  /** Before the usual paths: the local Contentful serves several APIs at one address. */
  readonly basePath: string
  /** http instead of https: only ever the local Contentful. */
  readonly insecure: boolean
  readonly spaceId: string
  readonly environmentId: string
  /** Reads what is published; that of the preview API drafts too. */
  readonly deliveryToken: string
  /** Where that token comes from. */
  readonly tokenVariable: TokenVariable
}

const DELIVERY: TokenVariable = { name: 'CONTENTFUL_DELIVERY_TOKEN', what: 'a content delivery token of the space' }
const PREVIEW: TokenVariable = { name: 'CONTENTFUL_PREVIEW_TOKEN', what: 'a content preview token of the space' }

/** The delivery API of the local Contentful at this address. */
export const getLocalDeliveryConnection = (url: string): DeliveryConnection => ({
  ...localPlace(url),
  basePath: '/cdn',
  deliveryToken: LOCAL_TOKENS.delivery,
  tokenVariable: DELIVERY,
})

/** The preview API of the local Contentful at this address. */
export const getLocalPreviewConnection = (url: string): DeliveryConnection => ({
  ...localPlace(url),
  basePath: '/preview',
  deliveryToken: LOCAL_TOKENS.preview,
  tokenVariable: PREVIEW,
})

const localPlace = (url: string) =>
  ({ host: new URL(url).host, insecure: true, spaceId: LOCAL_SPACE_ID, environmentId: LOCAL_ENVIRONMENT_ID }) as const

/** The real space that the variables name; `null` when they name none, so that the local Contentful is meant. */
export const parseDeliveryConnection = (env: EnvVariables) => realConnection(env, 'cdn.contentful.com', DELIVERY)

/** The same for drafts. */
export const parsePreviewConnection = (env: EnvVariables) => realConnection(env, 'preview.contentful.com', PREVIEW)

function realConnection(env: EnvVariables, host: string, tokenVariable: TokenVariable): DeliveryConnection | null {
  const found = parseSpaceVariables(env, tokenVariable)
  if (!found) return null
  const { token, ...place } = found
  return { host, basePath: '', insecure: false, ...place, deliveryToken: token, tokenVariable }
}

/** What to put right when such an API refuses to be read; its message comes along. */
export function createDeliveryAccessError(connection: DeliveryConnection, status: number, reason: string): UserError {
  const { spaceId, environmentId, insecure, host, tokenVariable } = connection
  if (status === 401 || status === 403 || status === 404) {
    if (insecure) return new UserError(`The local Contentful answers ${status} (${reason}): stop it and start it again`)
    if (status === 404) return createUnknownSpaceError(connection, tokenVariable.name)
    return new UserError(
      `Contentful does not accept the token for the environment "${environmentId}" of the space "${spaceId}" (${reason}): set ${tokenVariable.name} to ${tokenVariable.what}`,
    )
  }
  return new UserError(`${host} answers ${status} (${reason}): try again later`)
}

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
