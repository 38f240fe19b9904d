import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { clientId, environments, header } from '#server/contract.ts'
import { Refusal } from './problems.ts'

/** Header rules of every request (spec §7). */
export async function requireClient(request: FastifyRequest): Promise<void> {
  if (headerOf(request, header.client) !== String(clientId)) throw new Refusal('wrong_client')
  const environment = headerOf(request, header.environment)
  if (!environments.some((known) => known === environment)) throw new Refusal('wrong_environment')
}

/** The key of the filled form: a UUID. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const { success, data } = uuid.safeParse(headerOf(request, header.idempotency))
  if (!success) throw missing(header.idempotency)
  return data.toLowerCase()
}

const uuid = z.uuid()

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name.toLowerCase()]
  if (typeof value !== 'string' || value === '') throw missing(name)
  return value
}

const missing = (name: string) =>
  new Refusal('missing_header', { message: `The header ${name} is missing, or is not of its form.` })
