import type { Kysely } from 'kysely'

/**
 * The backend's database, the same on SQLite and PostgreSQL. Times are ms since 1970, those of the outbox by the clock of
 * the database; ids are UUIDs.
 */
export type Database = Kysely<Tables>

export interface Tables {
  readonly session: SessionTable
  readonly used_captcha: UsedCaptchaTable
  readonly rate: RateTable
  readonly message: MessageTable
  readonly outbox: OutboxTable
  readonly webhook_call: WebhookCallTable
  readonly publish_announcement: PublishAnnouncementTable
}

/** Guest sessions. The secret itself is in the visitor's cookie alone. */
interface SessionTable {
  /** The public handle. */
  id: string
  /** SHA-256 of the secret, hex; unique. */
  secret_hash: string
  created_at: number
  expires_at: number
}

/** Captcha tokens that have been accepted once. */
interface UsedCaptchaTable {
  /** SHA-256 of the token, hex; primary key. */
  token_hash: string
  /** From here on the provider itself refuses it. */
  expires_at: number
}

/** How often something happened in the window that is open now. */
interface RateTable {
  /** What is counted, of whom; primary key. */
  key: string
  count: number
  /** The end of the window. */
  resets_at: number
}

/** `too-many`: the message was beyond a limit of an hour or a day. */
export type SpamReason = 'honeypot' | 'too-fast' | 'too-many'

/** What visitors wrote. `npm run messages -- delete` deletes rows, and so does the server when their retention ends. */
interface MessageTable {
  id: string
  /** Of the filled form; unique. */
  idempotency_key: string
  name: string
  email: string
  message: string
  folder: 'inbox' | 'spam'
  /** Why it is in the spam folder. */
  spam_reason: SpamReason | null
  received_at: number
}

/** One mail for each message of the inbox, written in the same transaction. */
interface OutboxTable {
  /** The message's id; primary key, foreign key. */
  message_id: string
  state: 'waiting' | 'sent' | 'dead'
  /** Sendings that failed since it was put in or replayed, and the one that is on its way. */
  attempts: number
  /** Where the 72 hours begin: when it was put in, or replayed. */
  queued_at: number
  /** Not before; while a worker has it, when another one may take it at the earliest. */
  next_attempt_at: number
  /** A worker that sends it has it until then. A time in the past is of a worker that has died, or is too slow. */
  leased_until: number | null
  /** Which worker: a UUID for each process. */
  leased_by: string | null
  sent_at: number | null
  /** Of the last failed attempt, without a visitor's words; `lease expired` where its worker never said how it ended. */
  last_error: string | null
}

/** Webhook requests that one of the web servers has accepted, so that no server accepts them again. */
interface WebhookCallTable {
  /** SHA-256 of the request's signature, or of its idempotency key, hex; primary key. */
  name_hash: string
  /** From here on the signature itself is too old to be accepted. */
  expires_at: number
}

/** What was published, for every web server that renders pages. */
interface PublishAnnouncementTable {
  /** 1, 2, 3 … without gaps, in the order of the commits; primary key. */
  id: number
  /** JSON of `Touched` (server/publishing/publishing-options.ts). */
  touched: string
  announced_at: number
}
