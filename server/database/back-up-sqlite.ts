import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { syncFolder } from '#shared/write-file-atomic.ts'

/**
 * Copies a SQLite database to a new file with mode 0600, while the server may be running. The file appears under its
 * name when it is complete, checked and on the disk. Returns its number of messages. Throws `UserError`.
 */
export async function backUpSqlite(from: string, to: string): Promise<number> {
  if (!existsSync(from)) throw new UserError(`The database ${from} does not exist`)
  if (existsSync(to)) throw new UserError(`${to} exists already: name a new file`)
  const part = `${to}.${randomUUID()}.part`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await using file = await open(part, 'wx', 0o600) // VACUUM INTO takes an empty file
    copy(from, part)
    const messages = countMessages(part)
    await file.sync()
    await rename(part, to)
    await syncFolder(dirname(to))
    return messages
  } catch (cause) {
    await rm(part, { force: true })
    throw new UserError(`${from} could not be backed up to ${to}: ${getErrorMessage(cause)}`, { cause })
  }
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
