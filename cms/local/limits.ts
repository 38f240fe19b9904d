/** What a space allows (docs/contentful.md, Limits). Settings, so that a test can meet each of them. */
export interface SpaceLimits {
  /** of the free plan */
  readonly contentTypes: number
  /** of the management API and its uploads; `null`: as many as somebody can send */
  readonly managementRequestsPerSecond: number | null
  /** of each API that only reads: delivery, preview, GraphQL */
  readonly deliveryRequestsPerSecond: number | null
}

export const DEFAULT_SPACE_LIMITS: SpaceLimits = {
  contentTypes: 25,
  managementRequestsPerSecond: null,
  deliveryRequestsPerSecond: null,
}

/** bytes of an answer, of every interface but the files' */
export const MAX_RESPONSE_BYTES = 7_000_000
