/** Code of the default locale of a new space. */
export const DEFAULT_LOCALE = 'en-US'

/** Id of the only space. */
export const LOCAL_SPACE_ID = 'local'

/** Id of the organization that the space belongs to. */
export const LOCAL_ORGANIZATION_ID = 'local'

/** The user of every token, who made every change. */
export const LOCAL_USER = {
  firstName: 'Local',
  lastName: 'Developer',
  email: 'developer@local.test',
  avatarUrl: '',
  activated: true,
  confirmed: true,
  signInCount: 0,
  sys: { type: 'User', id: 'local-developer', version: 1 },
} as const

/** Id of the environment of a new space. */
export const LOCAL_ENVIRONMENT_ID = 'master'

/** The database in a state folder. */
export const STATE_DATABASE_FILE = 'contentful.sqlite'

/** Contentful's rate limits: of the management API with uploads, and of each delivery API. */
export const CONTENTFUL_RATE_LIMITS = { managementRequestsPerSecond: 7, deliveryRequestsPerSecond: 55 } as const

/** Access tokens. They are no secrets: the local Contentful listens on this machine only, unless it is told otherwise. */
export const LOCAL_TOKENS: Readonly<Record<'management' | 'readOnly' | 'delivery' | 'preview', string>> = {
  management: 'local-management',
  /** Management API, read-only: a user without permission to write. */
  readOnly: 'local-read-only',
  /** Delivery and GraphQL APIs: published content only. */
  delivery: 'local-delivery',
  /** Preview and GraphQL APIs: drafts too. */
  preview: 'local-preview',
}

export type AccessTokens = typeof LOCAL_TOKENS
