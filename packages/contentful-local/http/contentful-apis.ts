import type { FastifyRequest } from 'fastify'

export const MANAGEMENT_TYPE = 'application/vnd.contentful.management.v1+json'
const DELIVERY_TYPE = 'application/vnd.contentful.delivery.v1+json'

/** Contentful's APIs, with names in the header `contentful-api`, and media types of responses. Here they share one port. */
const APIS = [
  { name: 'upload', header: 'upload', mediaType: MANAGEMENT_TYPE, path: /^\/spaces\/[^?]+\/uploads(\/|\?|$)/ },
  {
    name: 'management',
    header: 'cma',
    mediaType: MANAGEMENT_TYPE,
    path: /^\/(spaces|users|organizations|app_definitions)(\/|\?|$)/,
  },
  { name: 'delivery', header: 'cda', mediaType: DELIVERY_TYPE, path: /^\/cdn\// },
  { name: 'preview', header: 'cpa', mediaType: DELIVERY_TYPE, path: /^\/preview\// },
  { name: 'graphql', header: 'gql', mediaType: 'application/json', path: /^\/content\// },
  { name: 'images', header: 'images', mediaType: undefined, path: /^\/assets\// },
] as const

/** The API that a request's path belongs to; `undefined` if it belongs to none. */
export const findApi = ({ url }: { readonly url: string }) => APIS.find(({ path }) => path.test(url))

/** The token of the `Authorization` header. */
export const getBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

/** The token of the header, or of the parameter `access_token`, which the delivery APIs have. */
export function getAccessToken(request: FastifyRequest): string | undefined {
  const { access_token: token }: { readonly access_token?: unknown } = Object(request.query)
  return getBearerToken(request) ?? (typeof token === 'string' ? token : undefined)
}

/** Limits of a space (docs/contentful.md, Limits): those of the free plan, and no rate limits. Tests set lower ones. */
export const DEFAULT_SPACE_LIMITS = {
  contentTypes: 25,
  /** Without aliases. Contentful's number depends on the plan. */
  environments: 10,
  /** Of the management API and uploads. */
  managementRequestsPerSecond: Number.POSITIVE_INFINITY,
  /** Of each of the delivery, preview and GraphQL APIs. */
  deliveryRequestsPerSecond: Number.POSITIVE_INFINITY,
}

export type SpaceLimits = Readonly<typeof DEFAULT_SPACE_LIMITS>

/** Size limit in bytes of the responses of all APIs, except files. */
export const MAX_RESPONSE_BYTES = 7_000_000
