import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '#server/config.ts'
import { type ContactRequest, type ContactResponse, contactRequestSchema } from '#server/contact/contract.ts'
import { requireSessionAndAntiForgeryToken } from '#server/contact/guest-session/session-auth.ts'
import { mapDatabaseErrors } from '#server/contact/http/http-error.ts'
import { getIdempotencyKey, parseRequestBody } from '#server/contact/http/request-validation.ts'
import { createRateLimits } from '#server/contact/limits/rate-limit.ts'
import type { Database, SpamReason } from '#server/database/schema.ts'
import type { Metrics } from '#server/health/metrics.ts'
import { storeContactMessage } from './store-contact-message.ts'

interface ContactOptions {
  readonly db: Database
  readonly config: ServerConfig
  readonly onEmailQueued: () => void
  readonly metrics: Pick<Metrics, 'countRefusal'> | undefined
}

/** Registers `POST /contact` (requirements §7). Spam gets the same response, so that a bot cannot detect the filter. */
export function registerContactRoutes(
  app: FastifyInstance,
  { db, config, onEmailQueued, metrics }: ContactOptions,
): void {
  app.post('/contact', async (request, reply) => {
    const sessionId = await requireSessionAndAntiForgeryToken(db, request)
    const key = getIdempotencyKey(request)
    const { website, elapsed, ...message } = parseRequestBody(contactRequestSchema, request.body)
    const { messageId, folder, exceeded } = await mapDatabaseErrors(() =>
      storeContactMessage(db, {
        key,
        message,
        spamReason: detectSpam({ website, elapsed }),
        sessionLimits: createRateLimits(config.rateLimits, 'message', request, sessionId),
        mailLimits: createRateLimits(config.rateLimits, 'mailed message', request),
      }),
    )
    if (folder === 'inbox') onEmailQueued()
    if (exceeded) {
      request.log.warn({ messageId, limit: exceeded.name }, 'message stored in the spam folder, not mailed')
      metrics?.countRefusal(exceeded.name)
    }
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
