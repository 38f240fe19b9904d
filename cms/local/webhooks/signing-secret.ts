import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createNotFoundError } from '#cms/local/http/rest-error.ts'
import { parseRequestBody } from '#cms/local/management/parse-request.ts'
import { LOCAL_SPACE_SYS } from '#cms/local/management/resource-sys.ts'
import type { Store } from '#cms/local/store/store.ts'

const KEY = 'webhook signing secret'
const PATH = '/webhook_settings/signing_secret'

const storedSecret = z.object({ value: z.string(), createdAt: z.string(), updatedAt: z.string() })

const secretBody = z.strictObject({
  value: z.string().regex(/^[\w+/=-]{64}$/, 'A secret is 64 letters, digits or + / = _ -'),
})

/** What webhooks are signed with; `undefined` where they are not. */
export const getSigningSecret = (store: Store): string | undefined => stored(store)?.value

/** The one secret of the space: it is set and taken away, and only its end is ever answered. */
export function registerSigningSecretRoutes(scope: FastifyInstance, store: Store): void {
  const existing = () => {
    const found = stored(store)
    if (found) return found
    throw createNotFoundError('WebhookSigningSecret', 'signing_secret')
  }

  scope.get(PATH, async () => answerOf(existing()))

  scope.put(PATH, async ({ body }, reply) => {
    const { value } = parseRequestBody(secretBody, body)
    const before = stored(store)
    const updatedAt = new Date().toISOString()
    const secret = { value, createdAt: before?.createdAt ?? updatedAt, updatedAt }
    store.setMeta(KEY, JSON.stringify(secret))
    return reply.code(before ? 200 : 201).send(answerOf(secret))
  })

  scope.delete(PATH, async (_, reply) => {
    existing()
    store.setMeta(KEY, '')
    return reply.code(204).send()
  })
}

function stored(store: Store): z.output<typeof storedSecret> | undefined {
  const text = store.getMeta(KEY)
  return text ? storedSecret.parse(JSON.parse(text)) : undefined
}

const answerOf = ({ value, createdAt, updatedAt }: z.output<typeof storedSecret>) => ({
  sys: { type: 'WebhookSigningSecret', id: 'signing_secret', space: LOCAL_SPACE_SYS.space, createdAt, updatedAt },
  redactedValue: value.slice(-4),
})
