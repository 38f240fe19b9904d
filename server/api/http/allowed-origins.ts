import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import { apiHeaders } from '#server/api/contract.ts'
import { HttpError } from './http-error.ts'

/**
 * `onRequest` hook: allows requests from pages of these origins only. Throws `HttpError` 403. Browsers send the `origin`
 * header with every POST and every cross-origin request, so a POST without it does not come from a page. A GET without it
 * is allowed: it changes nothing and returns no personal data.
 */
export function createOriginCheck(origins: readonly string[]) {
  return async ({ method, headers: { origin } }: FastifyRequest): Promise<void> => {
    const isAllowed = origin === undefined ? method !== 'POST' : origins.includes(origin)
    if (!isAllowed) throw new HttpError('foreign_origin')
  }
}

/** Options of @fastify/cors, for an API on another origin than the site. Behind the site's proxy browsers need no CORS. */
export const createCorsOptions = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  credentials: true,
  methods: ['GET', 'POST'],
  allowedHeaders: ['Content-Type', ...Object.values(apiHeaders)],
  exposedHeaders: ['Retry-After'],
  maxAge: 600,
  strictPreflight: false,
})
