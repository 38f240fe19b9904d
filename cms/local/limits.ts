/** What a space allows (contentful.md, Limits). Settings, so that a test can meet each of them. */
export interface Limits {
  /** of the free plan */
  readonly contentTypes: number
  /** of the management API and its uploads; `null`: as many as somebody can send */
  readonly managementRequestsPerSecond: number | null
  /** of each API that only reads: delivery, preview, GraphQL */
  readonly deliveryRequestsPerSecond: number | null
}

export const LOCAL_LIMITS: Limits = {
  contentTypes: 25,
  managementRequestsPerSecond: null,
  deliveryRequestsPerSecond: null,
}

/** bytes of an answer, of every interface but the files' */
export const LARGEST_ANSWER = 7_000_000
