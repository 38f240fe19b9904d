import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ServerConfig } from '#server/config/server-config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { syncFolder } from '#shared/write-file-atomic.ts'
import { dumpPostgres } from './dump-postgres.ts'

/**
 * Backs a database up to a new file with mode 0600, while the server may be running. The file appears under its name when
 * it is complete, checked and on the disk. Returns its number of messages. Throws `UserError`.
 */
export async function writeBackup(database: ServerConfig['database'], to: string): Promise<number> {
  if (existsSync(to)) throw new UserError(`${to} exists already: name a new file`)
  const part = `${to}.${randomUUID()}.part`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await using file = await open(part, 'wx', 0o600) // VACUUM INTO takes an empty file
    const messages =
      'url' in database ? await dumpPostgres(database.url, part, file.fd) : copySqlite(database.file, part)
    await file.sync()
    await rename(part, to)
    await syncFolder(dirname(to))
    return messages
  } catch (error) {
    await rm(part, { force: true })
    const reason = getErrorMessage(error)
    throw new UserError(`${formatDatabaseName(database)} could not be backed up to ${to}: ${reason}`, { cause: error })
  }
}

/**
 * Copies a SQLite database into an empty file, and checks both. VACUUM repairs an index: without the first check it would
 * hide that the disk damages data. Returns the number of messages in the copy.
 */
function copySqlite(from: string, to: string): number {
  if (!existsSync(from)) throw new Error('the database does not exist')
  using database = new DatabaseSync(from, { timeout: 5_000, readOnly: true })
  assertIntact(database)
  database.prepare('vacuum into ?').run(to)
  using copy = new DatabaseSync(to, { readOnly: true })
  assertIntact(copy)
  return Number(copy.prepare('select count(*) as messages from message').get()?.messages)
}

function assertIntact(database: DatabaseSync): void {
  const result = database.prepare('pragma integrity_check(1)').get()
  if (result?.integrity_check !== 'ok') throw new Error(`the database is damaged: ${result?.integrity_check}`)
}
