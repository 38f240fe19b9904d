import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import { apiHeaders } from '#server/api/contract.ts'
import { HttpError } from './http-error.ts'

/**
 * Only pages of ours may call. Browsers name the page's origin with every POST and every request that crosses origins;
 * so a POST that names none comes from no page. A GET that names none changes nothing and shows nothing of anybody.
 */
export function createOriginCheck(origins: readonly string[]) {
  return async ({ method, headers: { origin } }: FastifyRequest): Promise<void> => {
    const isOurs = origin === undefined ? method !== 'POST' : origins.includes(origin)
    if (!isOurs) throw new HttpError('foreign_origin')
  }
}

/** For a backend that has an origin of its own; where a proxy puts it under the site's, no browser asks. */
export const createCorsOptions = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  credentials: true,
  methods: ['GET', 'POST'],
  allowedHeaders: ['Content-Type', ...Object.values(apiHeaders)],
  exposedHeaders: ['Retry-After'],
  maxAge: 600,
  strictPreflight: false,
})
