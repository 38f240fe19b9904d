import type { FastifyRequest } from 'fastify'

/** What opens which API. */
export interface Tokens {
  readonly management: string
  /** GraphQL, published content only */
  readonly delivery: string
  /** GraphQL, with drafts */
  readonly preview: string
}

export const LOCAL_TOKENS: Tokens = {
  management: 'local-management',
  delivery: 'local-delivery',
  preview: 'local-preview',
}

export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
