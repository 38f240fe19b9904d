import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies a SQLite database into an empty file, while the server may be running, and checks the copy. Returns its number
 * of messages.
 */
export function copySqlite(from: string, to: string): number {
  if (!existsSync(from)) throw new Error('the database does not exist')
  copy(from, to)
  return countMessages(to)
}

/** Checks the database first: VACUUM repairs an index and would hide that the disk damages data. */
function copy(from: string, to: string): void {
  using database = new DatabaseSync(from, { timeout: 5_000, readOnly: true })
  assertIntact(database)
  database.prepare('vacuum into ?').run(to)
}

function countMessages(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true })
  assertIntact(database)
  return Number(database.prepare('select count(*) as messages from message').get()?.messages)
}

function assertIntact(database: DatabaseSync): void {
  const result = database.prepare('pragma integrity_check(1)').get()
  if (result?.integrity_check !== 'ok') throw new Error(`the database is damaged: ${result?.integrity_check}`)
}
