import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { HttpError } from './http-error.ts'

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
