/** Code of the default locale of a new space. */
export const DEFAULT_LOCALE = 'en-US'

/** The one space and environment of the local Contentful. */
export const LOCAL_SPACE_ID = 'local'
/** Id of the only environment of the local Contentful. */
export const LOCAL_ENVIRONMENT_ID = 'master'

/** Contentful's rate limits: of the management API with uploads, and of each delivery API. */
export const CONTENTFUL_RATE_LIMITS = { managementRequestsPerSecond: 7, deliveryRequestsPerSecond: 55 } as const

/** One access token for each kind of access to the local Contentful. */
export interface AccessTokens {
  readonly management: string
  /** Management API, read-only: a user without permission to write. */
  readonly readOnly: string
  /** GraphQL and Content Delivery API: published content only. */
  readonly delivery: string
  /** GraphQL and Content Preview API: drafts too. */
  readonly preview: string
}

/** The tokens are no secrets: the local Contentful listens on this machine only. */
export const LOCAL_TOKENS: AccessTokens = {
  management: 'local-management',
  readOnly: 'local-read-only',
  delivery: 'local-delivery',
  preview: 'local-preview',
}
