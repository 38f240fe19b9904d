import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { BackendConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { createPostgresDatabase } from './postgres-database.ts'

type Target = BackendConfig['database']

/** The tests of one kind of database: `open` opens the running test's own, empty at first, and as often as wanted. */
type Suite = (open: () => Promise<Database>, target: () => Target) => void

/** Runs the tests once on SQLite and once on PostgreSQL, each on empty tables. What they open is closed after each. */
export function describeOnEachDatabase(title: string, suite: Suite): void {
  describe(`${title}, on SQLite`, () => {
    let folder: string
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
    })
    afterEach(() => rm(folder, { recursive: true }))
    suiteOn(() => ({ file: join(folder, 'backend.sqlite') }), suite)
  })

  describe(`${title}, on PostgreSQL`, () => {
    let url: string
    let db: Database
    beforeAll(async () => {
      url = await createPostgresDatabase()
      db = await openDatabase({ url })
    })
    afterAll(() => db.destroy())
    beforeEach(() => empty(db)) // a tenth of the time that a new database takes
    suiteOn(() => ({ url }), suite)
  })
}

async function empty(db: Database): Promise<void> {
  const related = ['outbox', 'message'] as const // in this order
  const others = ['rate', 'used_captcha', 'session', 'webhook_call', 'publish_announcement'] as const
  for (const table of [...related, ...others]) await db.deleteFrom(table).execute()
}

function suiteOn(target: () => Target, suite: Suite): void {
  const opened: Database[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.destroy()))
  })
  suite(async () => {
    const db = await openDatabase(target())
    opened.push(db)
    return db
  }, target)
}
