import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import { header } from '#server/contract.ts'
import { Refusal } from './problems.ts'

/**
 * Only pages of ours may call. Browsers name the page's origin with every POST and every request that crosses origins;
 * so a POST that names none comes from no page. A GET that names none changes nothing and shows nothing of anybody.
 */
export function refuseForeignOrigins(origins: readonly string[]) {
  return async ({ method, headers: { origin } }: FastifyRequest): Promise<void> => {
    const isOurs = origin === undefined ? method !== 'POST' : origins.includes(origin)
    if (!isOurs) throw new Refusal('foreign_origin')
  }
}

/** For a backend that has an origin of its own; where a proxy puts it under the site's, no browser asks. */
export const corsOptions = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  credentials: true,
  methods: ['GET', 'POST'],
  allowedHeaders: ['Content-Type', ...Object.values(header)],
  exposedHeaders: ['Retry-After'],
  maxAge: 600,
  strictPreflight: false,
})
