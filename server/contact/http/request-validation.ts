import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { apiHeaders, environmentIds } from '#server/contact/contract.ts'
import { CLIENT_ID } from '#shared/constants.ts'
import { HttpError } from './http-error.ts'

/**
 * `onRequest` hook: allows requests from pages of these origins only. Throws `HttpError` 403. Browsers send the
 * `origin` header with every POST and every cross-origin request, so a POST without it does not come from a page. A GET
 * without it is allowed: it changes nothing and returns no personal data.
 */
export function createOriginCheck(origins: readonly string[]) {
  return async ({ method, headers: { origin } }: FastifyRequest): Promise<void> => {
    const isAllowed = origin === undefined ? method !== 'POST' : origins.includes(origin)
    if (!isAllowed) throw new HttpError('foreign_origin')
  }
}

/**
 * Options of @fastify/cors, for an API on another origin than the site. Behind the site's proxy browsers need no CORS.
 */
export const createCorsOptions = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  credentials: true,
  methods: ['GET', 'POST'],
  allowedHeaders: ['Content-Type', ...Object.values(apiHeaders)],
  exposedHeaders: ['Retry-After'],
  maxAge: 600,
  strictPreflight: false,
})

/** `onRequest` hook: checks the client id and environment headers (requirements §7). Throws `HttpError` 400. */
export async function requireClientHeaders(request: FastifyRequest): Promise<void> {
  if (requireHeader(request, apiHeaders.client) !== String(CLIENT_ID)) throw new HttpError('wrong_client')
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
  new HttpError('missing_header', { message: `The header ${name} is missing or invalid.` })

/** Accepts only JSON in UTF-8 as a request body. Invalid UTF-8 is rejected: Fastify would replace it by U+FFFD. */
export function registerJsonBodyParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (OTHER_CHARSET.test(request.headers['content-type'] ?? '')) return done(new HttpError('not_json'))
    const text = decodeUtf8(bytes)
    if (text === undefined) return done(new HttpError('malformed_body'))
    parseJson(request, text, done)
  })
}

/** `onRequest` hook: rejects compressed bodies with 415 before they are read. 32 KiB can decompress to 32 MiB. */
export async function rejectEncodedBody({ headers }: FastifyRequest): Promise<void> {
  if (headers['content-encoding'] !== undefined) throw new HttpError('encoded_body')
}

/** Parses the body with a schema of the contract. Throws `HttpError` 400 or 422, with one message per invalid field. */
export function parseRequestBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new HttpError('malformed_body')
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  if (error.issues.some(({ code }) => code === 'unrecognized_keys')) throw new HttpError('unknown_fields')
  throw new HttpError('invalid_fields', { fields: firstMessageByField(error.issues) })
}

const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i

const utf8Decoder = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8Decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function firstMessageByField(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const messages = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = String(path[0])
    if (!messages.has(field)) messages.set(field, message)
  }
  return Object.fromEntries(messages)
}
