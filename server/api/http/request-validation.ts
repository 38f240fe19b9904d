import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { apiHeaders, clientId, environmentIds } from '#server/api/contract.ts'
import { HttpError } from './http-error.ts'

/** Header rules of every request (spec §7). */
export async function requireClientHeaders(request: FastifyRequest): Promise<void> {
  if (headerOf(request, apiHeaders.client) !== String(clientId)) throw new HttpError('wrong_client')
  const environment = headerOf(request, apiHeaders.environment)
  if (!environmentIds.some((known) => known === environment)) throw new HttpError('wrong_environment')
}

/** The key of the filled form: a UUID. */
export function getIdempotencyKey(request: FastifyRequest): string {
  const { success, data } = uuid.safeParse(headerOf(request, apiHeaders.idempotency))
  if (!success) throw missing(apiHeaders.idempotency)
  return data.toLowerCase()
}

const uuid = z.uuid()

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name.toLowerCase()]
  if (typeof value !== 'string' || value === '') throw missing(name)
  return value
}

const missing = (name: string) =>
  new HttpError('missing_header', { message: `The header ${name} is missing, or is not of its form.` })
