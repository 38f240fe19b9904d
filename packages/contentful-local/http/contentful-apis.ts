import type { FastifyRequest } from 'fastify'

/**
 * Contentful's APIs, with their names in the header `contentful-api`. The local Contentful serves all of them on one port,
 * at different paths.
 */
const APIS = [
  ['upload', 'upload', /^\/spaces\/[^?]+\/uploads(\/|\?|$)/],
  ['management', 'cma', /^\/(spaces|users|organizations|app_definitions)(\/|\?|$)/],
  ['delivery', 'cda', /^\/cdn\//],
  ['preview', 'cpa', /^\/preview\//],
  ['graphql', 'gql', /^\/content\//],
  ['images', 'images', /^\/assets\//],
] as const

type ApiName = (typeof APIS)[number][0]

/** The name of the API that a request's path belongs to, and its name in the header; empty if it belongs to none. */
export const findApi = ({ url }: { readonly url: string }) => APIS.find(([, , path]) => path.test(url)) ?? []

/** The API that a request's path belongs to; `undefined` if it belongs to none. */
export const getApiName = (request: { readonly url: string }): ApiName | undefined => findApi(request)[0]

/** The token of the `Authorization` header. */
export const getBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

/** Limits of a space (docs/contentful.md, Limits). Tests set lower ones. */
export interface SpaceLimits {
  readonly contentTypes: number
  /** Without aliases. Contentful's number depends on the plan. */
  readonly environments: number
  /** Of the management API and uploads; `null`: unlimited. */
  readonly managementRequestsPerSecond: number | null
  /** Of each of the delivery, preview and GraphQL APIs; `null`: unlimited. */
  readonly deliveryRequestsPerSecond: number | null
}

/** The free plan's number of content types, and no rate limits. */
export const DEFAULT_SPACE_LIMITS: SpaceLimits = {
  contentTypes: 25,
  environments: 10,
  managementRequestsPerSecond: null,
  deliveryRequestsPerSecond: null,
}

/** Size limit in bytes of the responses of all APIs, except files. */
export const MAX_RESPONSE_BYTES = 7_000_000
