import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { AddedContactField } from './schema.ts'

/** The collation of SQLite or PostgreSQL that compares bytes, so that keys have the same order on both. */
export type BinaryCollation = 'binary' | '"C"'

/** The name of the migration that adds the column of the field, as in `{ phone: '006-phone' }`. */
const FIELD_MIGRATIONS: Readonly<Record<AddedContactField, string>> = {}

/**
 * All migrations, which Kysely runs in the order of their names. Add new ones at the end. Never change a migration that
 * a server has run. A migration only adds tables, columns with a default and indexes, so that the version before can
 * still use the database; a table that is no longer used is dropped one release later. schema.ts documents the columns.
 */
export function createMigrations(collation: BinaryCollation): Record<string, Migration> {
  const key = sql`text collate ${sql.raw(collation)}`
  const migrations: Record<string, Migration> = {
    '001-contact': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('session')
          .addColumn('id', key, (column) => column.notNull().primaryKey())
          .addColumn('secret_hash', key, (column) => column.notNull().unique())
          .addColumn('created_at', 'bigint', (column) => column.notNull())
          .addColumn('expires_at', 'bigint', (column) => column.notNull())
          .execute()
        await db.schema.createIndex('session_by_expiry').on('session').column('expires_at').execute()

        await db.schema
          .createTable('used_captcha')
          .addColumn('token_hash', key, (column) => column.notNull().primaryKey())
          .addColumn('expires_at', 'bigint', (column) => column.notNull())
          .execute()
        await db.schema.createIndex('used_captcha_by_expiry').on('used_captcha').column('expires_at').execute()

        await db.schema
          .createTable('rate')
          .addColumn('key', key, (column) => column.notNull().primaryKey())
          .addColumn('count', 'bigint', (column) => column.notNull())
          .addColumn('resets_at', 'bigint', (column) => column.notNull())
          .execute()
        await db.schema.createIndex('rate_by_reset').on('rate').column('resets_at').execute()

        await db.schema
          .createTable('message')
          .addColumn('id', key, (column) => column.notNull().primaryKey())
          .addColumn('idempotency_key', key, (column) => column.notNull().unique())
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('message', 'text', (column) => column.notNull())
          .addColumn('folder', 'text', (column) => column.notNull())
          .addColumn('spam_reason', 'text')
          .addColumn('received_at', 'bigint', (column) => column.notNull())
          .addCheckConstraint('message_folder', sql`folder in ('inbox', 'spam')`)
          .addCheckConstraint('message_spam_reason', sql`spam_reason in ('honeypot', 'too-fast')`)
          .execute()
        await db.schema.createIndex('message_by_time').on('message').columns(['received_at', 'id']).execute()

        await db.schema
          .createTable('outbox')
          .addColumn('message_id', key, (column) => column.notNull().primaryKey().references('message.id'))
          .addColumn('state', 'text', (column) => column.notNull())
          .addColumn('attempts', 'bigint', (column) => column.notNull())
          .addColumn('queued_at', 'bigint', (column) => column.notNull())
          .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
          .addColumn('leased_until', 'bigint')
          .addColumn('leased_by', 'text')
          .addColumn('sent_at', 'bigint')
          .addColumn('last_error', 'text')
          .addCheckConstraint('outbox_state', sql`state in ('waiting', 'sent', 'dead')`)
          .execute()
        await db.schema.createIndex('outbox_by_turn').on('outbox').columns(['state', 'next_attempt_at']).execute()
      },
    },
    '002-message-limits': {
      /**
       * SQLite can change constraints without rebuilding the table since 3.53. It validates existing rows, and a
       * condition that evaluates to null fails.
       */
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('message').dropConstraint('message_spam_reason').execute()
        await db.schema
          .alterTable('message')
          .addCheckConstraint(
            'message_spam_reason',
            sql`spam_reason is null or spam_reason in ('honeypot', 'too-fast', 'too-many')`,
          )
          .execute()
      },
    },
    '003-publishing': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('webhook_call')
          .addColumn('name_hash', key, (column) => column.notNull().primaryKey())
          .addColumn('expires_at', 'bigint', (column) => column.notNull())
          .execute()
        await db.schema.createIndex('webhook_call_by_expiry').on('webhook_call').column('expires_at').execute()

        await db.schema
          .createTable('publish_announcement')
          .addColumn('id', 'bigint', (column) => column.notNull().primaryKey())
          .addColumn('touched', 'text', (column) => column.notNull())
          .addColumn('announced_at', 'bigint', (column) => column.notNull())
          .execute()
      },
    },
    '004-publish-time': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('publish_time')
          .addColumn('id', key, (column) => column.notNull().primaryKey())
          .addColumn('published_at', 'bigint', (column) => column.notNull())
          .execute()
      },
    },
    '005-digest': {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('message').addColumn('reported_at', 'bigint').execute()
        await sql`create index message_unreported on message (id) where spam_reason = 'too-many' and reported_at is null`.execute(
          db,
        )
      },
    },
  }
  for (const [field, name] of Object.entries<string>(FIELD_MIGRATIONS))
    migrations[name] = { up: (db) => db.schema.alterTable('message').addColumn(field, 'text').execute() }
  return migrations
}
