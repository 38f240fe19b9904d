import type { FastifyRequest } from 'fastify'

/** What opens which API. */
export interface AccessTokens {
  readonly management: string
  /** The management API, for reading only: whoever has no right to write */
  readonly readOnly: string
  /** GraphQL and the delivery API: published content only */
  readonly delivery: string
  /** GraphQL and the preview API: drafts as they stand */
  readonly preview: string
}

export const LOCAL_TOKENS: AccessTokens = {
  management: 'local-management',
  readOnly: 'local-read-only',
  delivery: 'local-delivery',
  preview: 'local-preview',
}

export const getBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
