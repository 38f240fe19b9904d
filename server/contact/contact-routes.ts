import type { FastifyInstance } from 'fastify'
import type { BackendConfig } from '#server/config.ts'
import { contactRequest, type SentMessage } from '#server/contract.ts'
import type { Database } from '#server/database/tables.ts'
import { sessionThatAsked } from '#server/guest/authenticate.ts'
import { withDatabase } from '#server/http/database-trouble.ts'
import { bodyOf } from '#server/http/json-body.ts'
import { idempotencyKeyOf } from '#server/http/required-headers.ts'
import { messageLimits } from '#server/limits/request-limits.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { spamReason } from './spam.ts'
import { storeMessage } from './store-message.ts'

interface ContactOptions {
  readonly db: Database
  readonly config: BackendConfig
  readonly onMessage: () => void
  readonly metrics: Pick<Metrics, 'messages' | 'rateLimitRefusals'> | undefined
}

/** Takes a contact message (spec §7). Spam gets the same answer: a program learns nothing from it. */
export async function contactRoutes(app: FastifyInstance, { db, config, onMessage, metrics }: ContactOptions) {
  app.post('/contact', async (request, reply) => {
    const session = await sessionThatAsked(db, request)
    const key = idempotencyKeyOf(request)
    const { website, elapsed, ...message } = bodyOf(contactRequest, request.body)
    const { messageId, isQueued, exceeded, folder } = await withDatabase(() =>
      storeMessage(db, {
        key,
        message,
        spamReason: spamReason({ website, elapsed }),
        limits: messageLimits(config, session, request),
      }),
    )
    if (isQueued) onMessage()
    if (exceeded) request.log.warn({ messageId, limit: exceeded.name }, 'message stored in the spam folder, not mailed')
    if (folder) metrics?.messages.inc({ folder })
    if (exceeded) metrics?.rateLimitRefusals.inc({ limit: exceeded.name })
    return reply.code(202).send({ messageId } satisfies SentMessage)
  })
}
