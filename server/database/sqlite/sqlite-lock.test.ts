import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { UserError } from '#shared/user-error.ts'
import { acquireSqliteLock, DatabaseInUseError } from './sqlite-lock.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await createTestFolder()
  file = join(folder, 'new', 'backend.sqlite')
})

test('§12.5 rejects a second server on the same file until the first one releases the lock', async () => {
  const lock = acquireSqliteLock(file)
  expect(await readdir(join(folder, 'new'))).toEqual(['backend.sqlite.lock'])
  const { mode, size } = await stat(`${file}.lock`)
  expect([mode & 0o777, size]).toEqual([0o600, 0]) // only its owner can read it
  const lockAgain = () => acquireSqliteLock(file)
  const message = `The database ${file} is in use by another server, and SQLite is for one server: stop the other server, or set DATABASE_URL to a PostgreSQL database for several`
  expect(lockAgain).toThrow(new DatabaseInUseError(message))
  lock[Symbol.dispose]()
  const next = lockAgain()
  expect(lockAgain).toThrow(UserError)
  next[Symbol.dispose]()
})

test('a symbolic link to the database uses the same lock', async () => {
  await mkdir(join(folder, 'new'))
  await writeFile(file, '')
  const link = join(folder, 'link.sqlite')
  await symlink(file, link)
  const lock = acquireSqliteLock(file)
  expect(() => acquireSqliteLock(link)).toThrow(UserError)
  lock[Symbol.dispose]()
})
