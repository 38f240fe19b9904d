import type { FastifyInstance } from 'fastify'
import type { BackendConfig } from '#server/config.ts'
import { contactRequest, type SentMessage } from '#server/contract.ts'
import type { Database } from '#server/database/tables.ts'
import { sessionThatAsked } from '#server/guest/authenticate.ts'
import { withDatabase } from '#server/http/database-trouble.ts'
import { bodyOf } from '#server/http/json-body.ts'
import { idempotencyKeyOf } from '#server/http/required-headers.ts'
import { addressOf } from '#server/limits/address.ts'
import { spamReason } from './spam.ts'
import { storeMessage } from './store-message.ts'

interface ContactOptions {
  readonly db: Database
  readonly config: BackendConfig
  readonly onMessage: () => void
}

/** Takes a contact message (spec §7). Spam gets the same answer: a program learns nothing from it. */
export async function contactRoutes(app: FastifyInstance, { db, config: { limits }, onMessage }: ContactOptions) {
  app.post('/contact', async (request, reply) => {
    const session = await sessionThatAsked(db, request)
    const key = idempotencyKeyOf(request)
    const { website, elapsed, ...message } = bodyOf(contactRequest, request.body)
    const { messageId, isQueued } = await withDatabase(() =>
      storeMessage(db, {
        key,
        message,
        spamReason: spamReason({ website, elapsed }),
        limits: [
          { key: `messages of session ${session}`, most: limits.messagesPerSession },
          { key: `messages of address ${addressOf(request)}`, most: limits.messagesPerAddress },
        ],
      }),
    )
    if (isQueued) onMessage()
    return reply.code(202).send({ messageId } satisfies SentMessage)
  })
}
