import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ServerConfig } from '#server/config/server-config.ts'
import type { Database, SpamReason } from '#server/database/schema.ts'
import { enqueueEmail } from '#server/outbox/outbox-queue.ts'
import {
  apiHeaders,
  CONTACT_FIELDS,
  type ContactMessage,
  type ContactRequest,
  type ContactResponse,
  contactRequestSchema,
} from '#shared/contact-contract.ts'
import { requireSessionAndAntiForgeryToken } from './guest-session/guest-session.ts'
import { createMissingHeaderError, HttpError } from './http/http-error.ts'
import {
  countRequest,
  createMailLimits,
  createRateLimits,
  type ExceededLimit,
  type RateLimit,
} from './limits/rate-limit.ts'

export interface ContactOptions {
  readonly db: Database
  readonly config: ServerConfig
  /** Called when an email was added to the outbox. */
  readonly onEmailQueued?: (() => void) | undefined
  /** Counts messages beyond a limit, by the name of the limit. */
  readonly metrics?: { readonly countRefusal: (limit: string) => void } | undefined
}

/** Registers `POST /contact` (requirements §7). Spam gets the same response, so that a bot cannot detect the filter. */
export function registerContactRoutes(
  app: FastifyInstance,
  { db, config, onEmailQueued, metrics }: ContactOptions,
): void {
  const schema = { body: contactRequestSchema }
  app.post<{ Body: ContactRequest }>('/contact', { schema }, async (request, reply) => {
    const sessionId = await requireSessionAndAntiForgeryToken(db, request)
    const key = getIdempotencyKey(request)
    const { website, elapsed, ...message } = request.body
    const { messageId, folder, exceeded } = await storeContactMessage(db, {
      key,
      message,
      spamReason: detectSpam({ website, elapsed }),
      sessionLimits: createRateLimits(config.rateLimits, ['message'], request, sessionId),
      mailLimits: createMailLimits(config.rateLimits, request),
    })
    if (folder === 'inbox') onEmailQueued?.()
    if (exceeded) {
      request.log.warn({ messageId, limit: exceeded.name }, 'message stored in the spam folder, not mailed')
      metrics?.countRefusal(exceeded.name)
    }
    return reply.code(202).send({ messageId } satisfies ContactResponse)
  })
}

/** People need longer to fill in the form. */
const MIN_FILL_TIME_MS = 2_000

/** Returns why a message is spam, or `null`. A missing `elapsed` is not a reason. */
function detectSpam({ website, elapsed }: Pick<ContactRequest, 'website' | 'elapsed'>): SpamReason | null {
  if (website) return 'honeypot'
  return elapsed !== undefined && elapsed < MIN_FILL_TIME_MS ? 'too-fast' : null
}

/** The `Idempotency-Key` header in lower case. Throws `HttpError` 400 if it is missing or not a UUID. */
function getIdempotencyKey({ headers }: FastifyRequest): string {
  const { success, data } = uuid.safeParse(headers[apiHeaders.idempotency.toLowerCase()])
  if (!success) throw createMissingHeaderError(apiHeaders.idempotency)
  return data.toLowerCase()
}

const uuid = z.uuid()

interface Submission {
  /** The idempotency key of the form. */
  readonly key: string
  readonly message: ContactMessage
  readonly spamReason: SpamReason | null
  /** Count every message. Beyond one of them the session has ended. */
  readonly sessionLimits: readonly RateLimit[]
  /** Count messages that are mailed. A message beyond a limit of each list is stored in the spam folder. */
  readonly mailLimits: readonly (readonly RateLimit[])[]
}

interface StoreResult {
  readonly messageId: string
  /** The folder in which this request stored the message; absent if the form was sent before. */
  readonly folder?: 'inbox' | 'spam'
  /** The limit for which this request stored the message in the spam folder as `too-many`. */
  readonly exceeded?: ExceededLimit
}

/**
 * Stores a message and its email in one transaction. Only stored messages count towards the limits: invalid requests
 * cannot lock a visitor out. A form that was sent before gets the same result, even if a limit is reached. Throws
 * `HttpError`: 409 for a different message with the same key, 401 if the session has used up its messages.
 */
async function storeContactMessage(db: Database, submission: Submission): Promise<StoreResult> {
  let exceeded: ExceededLimit | undefined
  for (const limits of submission.mailLimits)
    try {
      return await storeInTransaction(db, submission, limits)
    } catch (error) {
      if (!(error instanceof MailLimitExceeded)) throw error
      exceeded ??= error.exceeded
    }
  const result = await storeInTransaction(db, { ...submission, spamReason: 'too-many' }, [])
  return exceeded ? { ...result, exceeded } : result
}

/** Rolls back a transaction that counts a message beyond a limit. */
class MailLimitExceeded extends Error {
  readonly exceeded: ExceededLimit

  constructor(exceeded: ExceededLimit) {
    super(exceeded.name)
    this.exceeded = exceeded
  }
}

/** Throws `MailLimitExceeded` if a message that is not spam is beyond a limit. */
function storeInTransaction(
  db: Database,
  { key, message, spamReason, sessionLimits }: Submission,
  mailLimits: readonly RateLimit[],
): Promise<StoreResult> {
  const folder = spamReason ? 'spam' : 'inbox'
  return db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('message')
      .values({
        id: randomUUID(),
        idempotency_key: key,
        ...message,
        folder,
        spam_reason: spamReason,
        received_at: Date.now(),
      })
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return { messageId: await findSameMessage(transaction, key, message) }
    if (!spamReason) await enqueueEmail(transaction, inserted.id)
    const exceeded = await countRequest(transaction, spamReason ? sessionLimits : [...sessionLimits, ...mailLimits])
    if (!exceeded) return { messageId: inserted.id, folder }
    // The page logs in again, which requires another captcha.
    if (sessionLimits.some(({ name }) => name === exceeded.name))
      throw new HttpError('no_session', { reason: exceeded.name })
    throw new MailLimitExceeded(exceeded)
  })
}

async function findSameMessage(db: Database, key: string, message: ContactMessage): Promise<string> {
  const stored = await db
    .selectFrom('message')
    .select(['id', ...CONTACT_FIELDS])
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  const isSame = CONTACT_FIELDS.every((name) => stored[name] === (message[name] ?? null))
  if (!isSame) throw new HttpError('key_reused')
  return stored.id
}
