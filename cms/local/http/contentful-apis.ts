import type { FastifyRequest } from 'fastify'

/** Contentful's APIs. The local Contentful serves all of them on one port, at different paths. */
export const API_NAMES = ['management', 'upload', 'delivery', 'preview', 'graphql', 'images'] as const

export type ApiName = (typeof API_NAMES)[number]

const API_PATHS: readonly (readonly [pattern: RegExp, api: ApiName])[] = [
  [/^\/content\//, 'graphql'],
  [/^\/cdn\//, 'delivery'],
  [/^\/preview\//, 'preview'],
  [/^\/assets\//, 'images'],
  [/^\/spaces\/[^?]+\/uploads(\/|\?|$)/, 'upload'],
  [/^\/(spaces|users)(\/|\?|$)/, 'management'],
]

/** The API that a request's path belongs to; `undefined` if it belongs to none. */
export const getApiName = ({ url }: { readonly url: string }): ApiName | undefined =>
  API_PATHS.find(([pattern]) => pattern.test(url))?.[1]

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
