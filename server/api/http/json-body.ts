import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { HttpError } from './http-error.ts'

/** Bodies are JSON in UTF-8 and nothing else. Bytes that are not UTF-8 are refused, where Fastify would put U+FFFD in their place. */
export function registerJsonBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (OTHER_CHARSET.test(request.headers['content-type'] ?? '')) return done(new HttpError('not_json'))
    const text = utf8(bytes)
    if (text === undefined) return done(new HttpError('malformed_body'))
    parse(request, text, done)
  })
}

/** Before a byte of it is read: a body of 32 KiB may be 32 MiB when it is unpacked. */
export async function rejectEncodedBody({ headers }: FastifyRequest): Promise<void> {
  if (headers['content-encoding'] !== undefined) throw new HttpError('encoded_body')
}

/** The body as the contract has it. Throws `Refusal` with what is wrong in each field. */
export function parseRequestBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new HttpError('malformed_body')
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  if (error.issues.some(({ code }) => code === 'unrecognized_keys')) throw new HttpError('unknown_fields')
  throw new HttpError('invalid_fields', { fields: firstOfEach(error.issues) })
}

const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i

const strict = new TextDecoder('utf-8', { fatal: true })

function utf8(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

function firstOfEach(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const messages = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = String(path[0])
    if (!messages.has(field)) messages.set(field, message)
  }
  return Object.fromEntries(messages)
}
