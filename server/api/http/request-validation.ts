import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { apiHeaders, clientId, environmentIds } from '#server/api/contract.ts'
import { HttpError } from './http-error.ts'

/** `onRequest` hook: checks the client id and environment headers (requirements §7). Throws `HttpError` 400. */
export async function requireClientHeaders(request: FastifyRequest): Promise<void> {
  if (requireHeader(request, apiHeaders.client) !== String(clientId)) throw new HttpError('wrong_client')
  const environment = requireHeader(request, apiHeaders.environment)
  if (!environmentIds.some((id) => id === environment)) throw new HttpError('wrong_environment')
}

/** The `Idempotency-Key` header in lower case. Throws `HttpError` 400 if it is missing or not a UUID. */
export function getIdempotencyKey(request: FastifyRequest): string {
  const { success, data } = uuid.safeParse(requireHeader(request, apiHeaders.idempotency))
  if (!success) throw missingHeader(apiHeaders.idempotency)
  return data.toLowerCase()
}

const uuid = z.uuid()

function requireHeader({ headers }: FastifyRequest, name: string): string {
  const value = headers[name.toLowerCase()]
  if (typeof value !== 'string' || value === '') throw missingHeader(name)
  return value
}

const missingHeader = (name: string) =>
  new HttpError('missing_header', { message: `The header ${name} is missing, or is not of its form.` })
