import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { UserError } from '#shared/user-error.ts'
import { createUnknownSpaceError, type EnvVariables, parseSpaceVariables } from './space-variables.ts'

type TokenVariable = Parameters<typeof parseSpaceVariables>[1]

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
