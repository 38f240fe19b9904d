import type { Kysely } from 'kysely'
import type { ContactMessage } from '#shared/contact-contract.ts'

/**
 * The server's database, with the same tables on SQLite and PostgreSQL. Times are ms since 1970; those of the outbox
 * are by the database's clock. Ids are UUIDs.
 */
export type Database = Kysely<Tables>

/** Columns of all tables, for Kysely. */
export interface Tables {
  readonly session: SessionTable
  readonly used_captcha: UsedCaptchaTable
  readonly rate: RateTable
  readonly message: MessageTable
  readonly outbox: OutboxTable
  readonly publish_time: PublishTimeTable
}

/** Guest sessions. The secret itself is only in the visitor's cookie. */
interface SessionTable {
  id: string
  /** SHA-256 of the secret, hex; unique. */
  secret_hash: string
  created_at: number
  expires_at: number
}

/** Captcha tokens that have been redeemed. */
interface UsedCaptchaTable {
  /** SHA-256 of the token, hex; primary key. */
  token_hash: string
  /** From this time on the provider rejects the token itself. */
  expires_at: number
}

/** Counts of the current rate limit windows. Rows are deleted when their window has ended, after 24 hours at most. */
interface RateTable {
  /** The limit, and the session, address or network; primary key. */
  key: string
  count: number
  /** End of the window, or the time at which the bucket is full again. */
  resets_at: number
}

/** `too-many`: the message exceeded an hourly or daily limit. */
export type SpamReason = 'honeypot' | 'too-fast' | 'too-many'

/** Fields of the contact form that the first version did not have. Their columns are null in older messages. */
export type AddedContactField = Exclude<keyof ContactMessage, 'name' | 'email' | 'message'>

/** Contact messages. Deleted by `npm run messages -- delete`, and by the server after their retention period. */
interface MessageTable extends Record<AddedContactField, string | null> {
  id: string
  /** Idempotency key of the form; unique. */
  idempotency_key: string
  name: string
  /** Empty in a digest, which the server itself writes to the office. */
  email: string
  message: string
  folder: 'inbox' | 'spam'
  /** Why the message is in the spam folder. */
  spam_reason: SpamReason | null
  received_at: number
  /** When a digest was queued that counts this message; only for `too-many`. */
  reported_at: number | null
}

/** One email per message of the inbox, digests included, written in the same transaction. */
interface OutboxTable {
  /** Id of the message; primary key and foreign key. */
  message_id: string
  state: 'waiting' | 'sent' | 'dead'
  /** Failed attempts since the email was queued or replayed, plus a running one. */
  attempts: number
  /** When the email was queued or replayed: the start of the 72 hours. */
  queued_at: number
  /** Earliest time of the next attempt; while the email is leased, of an attempt by another worker. */
  next_attempt_at: number
  /** End of the lease of the worker that is sending the email. In the past if that worker crashed or is too slow. */
  leased_until: number | null
  /** UUID of that worker. */
  leased_by: string | null
  sent_at: number | null
  /** Error codes of the last failed attempt, without text of the visitor, or `lease expired`. */
  last_error: string | null
}

/** One row: when something was last published, for servers to see that their pages may be outdated. */
interface PublishTimeTable {
  /** `site` */
  id: string
  published_at: number
}
