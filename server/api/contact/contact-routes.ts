import type { FastifyInstance } from 'fastify'
import { type ContactRequest, type ContactResponse, contactRequestSchema } from '#server/api/contract.ts'
import { requireSessionAndAntiForgeryToken } from '#server/api/guest-session/session-auth.ts'
import { mapDatabaseErrors } from '#server/api/http/http-error.ts'
import { getIdempotencyKey, parseRequestBody } from '#server/api/http/request-validation.ts'
import { createMessageLimits } from '#server/api/limits/request-limits.ts'
import type { BackendConfig } from '#server/config.ts'
import type { Database, SpamReason } from '#server/database/schema.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { storeContactMessage } from './store-contact-message.ts'

interface ContactOptions {
  readonly db: Database
  readonly config: BackendConfig
  readonly onEmailQueued: () => void
  readonly metrics: Pick<Metrics, 'messages' | 'rateLimitRefusals'> | undefined
}

/** Registers `POST /contact` (requirements §7). Spam gets the same response, so that a bot cannot detect the filter. */
export async function registerContactRoutes(
  app: FastifyInstance,
  { db, config, onEmailQueued, metrics }: ContactOptions,
) {
  app.post('/contact', async (request, reply) => {
    const sessionId = await requireSessionAndAntiForgeryToken(db, request)
    const key = getIdempotencyKey(request)
    const { website, elapsed, ...message } = parseRequestBody(contactRequestSchema, request.body)
    const { messageId, isQueued, exceeded, folder } = await mapDatabaseErrors(() =>
      storeContactMessage(db, {
        key,
        message,
        spamReason: detectSpam({ website, elapsed }),
        limits: createMessageLimits(config, sessionId, request),
      }),
    )
    if (isQueued) onEmailQueued()
    if (exceeded) request.log.warn({ messageId, limit: exceeded.name }, 'message stored in the spam folder, not mailed')
    if (folder) metrics?.messages.inc({ folder })
    if (exceeded) metrics?.rateLimitRefusals.inc({ limit: exceeded.name })
    return reply.code(202).send({ messageId } satisfies ContactResponse)
  })
}

/** People need longer to fill in three fields. */
const MIN_FILL_TIME_MS = 2_000

/** Returns why a message is spam, or `null`. A missing `elapsed` is not a reason. */
function detectSpam({ website, elapsed }: Pick<ContactRequest, 'website' | 'elapsed'>): SpamReason | null {
  if (website) return 'honeypot'
  return elapsed !== undefined && elapsed < MIN_FILL_TIME_MS ? 'too-fast' : null
}
