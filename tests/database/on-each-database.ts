import { afterAll, beforeAll, beforeEach, describe, onTestFinished } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import type { ServerConfig } from '#server/config/server-config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { emptyTables } from '#tests/setup/backend.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'

type Target = ServerConfig['database']

/** Defines the tests. `open` opens the database of the running test, which is empty at first, any number of times. */
type Suite = (open: () => Promise<Database>, target: () => Target) => void

/** Opens a database until the end of the running test. */
export async function openTestDatabase(target: Target): Promise<Database> {
  const db = await openDatabase(target)
  onTestFinished(() => db.destroy())
  return db
}

/** Runs the tests on PostgreSQL, with empty tables for each test. */
export function describeOnPostgres(title: string, suite: Suite): void {
  describe(`${title}, on PostgreSQL`, () => {
    let url: string
    let db: Database
    beforeAll(async () => {
      url = await createPostgresDatabase()
      db = await openDatabase({ url })
    })
    afterAll(() => db.destroy())
    beforeEach(() => emptyTables(db)) // ten times faster than a new database
    suite(
      () => openTestDatabase({ url }),
      () => ({ url }),
    )
  })
}

/** Runs the tests on SQLite and on PostgreSQL, with empty tables for each test. */
export function describeOnEachDatabase(title: string, suite: Suite): void {
  describe(`${title}, on SQLite`, () => {
    let file: string
    beforeEach(async () => {
      file = `${await createTestFolder()}/backend.sqlite`
    })
    suite(
      () => openTestDatabase({ file }),
      () => ({ file }),
    )
  })
  describeOnPostgres(title, suite)
}
