import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { LOCAL_TOKENS } from '#cms/local/tokens.ts'
import { BadInput } from './bad-input.ts'
import { type Environment, spaceFromEnv, unknownSpace } from './space-env.ts'

/** Which space, and how to reach its delivery API. */
export interface DeliveryConnection {
  /** Without a scheme; with a port where it is not the usual one. */
  readonly host: string
  /** Before the usual paths: the local Contentful serves several APIs at one address. */
  readonly basePath: string
  /** http instead of https: only ever the local Contentful. */
  readonly insecure: boolean
  readonly spaceId: string
  readonly environmentId: string
  /** Reads what is published. */
  readonly deliveryToken: string
}

const TOKEN = 'CONTENTFUL_DELIVERY_TOKEN'

/** The delivery API of the local Contentful at this address. */
export const localDeliveryConnection = (url: string): DeliveryConnection => ({
  host: new URL(url).host,
  basePath: '/cdn',
  insecure: true,
  spaceId: SPACE,
  environmentId: ENVIRONMENT,
  deliveryToken: LOCAL_TOKENS.delivery,
})

/** The real space that the variables name; `null` when they name none, so that the local Contentful is meant. */
export function deliveryConnectionFromEnv(env: Environment): DeliveryConnection | null {
  const found = spaceFromEnv(env, { name: TOKEN, what: 'a content delivery token of the space' })
  if (!found) return null
  const { token, ...place } = found
  return { host: 'cdn.contentful.com', basePath: '', insecure: false, ...place, deliveryToken: token }
}

/** What to put right when the delivery API refuses to be read; its message comes along. */
export function readingRefused(connection: DeliveryConnection, status: number, reason: string): BadInput {
  const { spaceId, environmentId, insecure, host } = connection
  if (status === 401 || status === 403 || status === 404) {
    if (insecure) return new BadInput(`The local Contentful answers ${status} (${reason}): stop it and start it again`)
    if (status === 404) return unknownSpace(connection, TOKEN)
    return new BadInput(
      `Contentful does not accept the token for the environment "${environmentId}" of the space "${spaceId}" (${reason}): set ${TOKEN} to a content delivery token of it`,
    )
  }
  return new BadInput(`${host} answers ${status} (${reason}): try again later`)
}
