import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { ServerConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { createPostgresDatabase } from './postgres-database.ts'

type Target = ServerConfig['database']

/** Defines the tests. `open` opens the database of the running test, which is empty at first, any number of times. */
type Suite = (open: () => Promise<Database>, target: () => Target) => void

/** Runs the tests on SQLite and on PostgreSQL, with empty tables for each test. Closes databases after each test. */
export function describeOnEachDatabase(title: string, suite: Suite): void {
  describe(`${title}, on SQLite`, () => {
    let folder: string
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
    })
    afterEach(() => rm(folder, { recursive: true }))
    defineSuite(() => ({ file: join(folder, 'backend.sqlite') }), suite)
  })

  describe(`${title}, on PostgreSQL`, () => {
    let url: string
    let db: Database
    beforeAll(async () => {
      url = await createPostgresDatabase()
      db = await openDatabase({ url })
    })
    afterAll(() => db.destroy())
    beforeEach(() => emptyTables(db)) // ten times faster than a new database
    defineSuite(() => ({ url }), suite)
  })
}

/** Deletes all rows. */
export async function emptyTables(db: Database): Promise<void> {
  const related = ['outbox', 'message'] as const // in the order of their foreign keys
  const others = ['rate', 'used_captcha', 'session', 'publish_time'] as const
  for (const table of [...related, ...others]) await db.deleteFrom(table).execute()
}

function defineSuite(target: () => Target, suite: Suite): void {
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
