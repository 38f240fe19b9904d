import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { UserError } from '#shared/user-error.ts'
import { acquireSqliteLock } from './sqlite-lock.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
  file = join(folder, 'new', 'backend.sqlite')
})
afterEach(() => rm(folder, { recursive: true }))

test('rejects a second server on the same file until the first one releases the lock', async () => {
  const lock = await acquireSqliteLock(file)
  const second = acquireSqliteLock(file)
  await expect(second).rejects.toThrow(UserError)
  await expect(second).rejects.toThrow(`The database ${file} is in use by another server`)
  await expect(second).rejects.toThrow('stop the other server, or set DATABASE_URL')
  lock.release()
  lock.release()
  const next = await acquireSqliteLock(file)
  await expect(acquireSqliteLock(file)).rejects.toThrow(UserError)
  next.release()
})

test('one of several concurrent servers gets the lock', async () => {
  for (let round = 0; round < 10; round++) {
    const started = await Promise.allSettled([1, 2, 3, 4].map(() => acquireSqliteLock(file)))
    const locks = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(locks).toHaveLength(1)
    for (const { release } of locks) release()
  }
})

test('other programs can open the database while a server has the lock', async () => {
  const lock = await acquireSqliteLock(file)
  const [server, command] = [await openDatabase({ file }), await openDatabase({ file })]
  await server.insertInto('rate').values({ key: 'a', count: 1, resets_at: 1 }).execute()
  expect(await command.selectFrom('rate').select('key').execute()).toEqual([{ key: 'a' }])
  await command.deleteFrom('rate').execute()
  await Promise.all([server.destroy(), command.destroy()])
  lock.release()
})

test('the lock is one empty file that only its owner can read', async () => {
  const lock = await acquireSqliteLock(file)
  expect(await readdir(join(folder, 'new'))).toEqual(['backend.sqlite.lock'])
  const { mode, size } = await stat(`${file}.lock`)
  expect([mode & 0o777, size]).toEqual([0o600, 0])
  lock.release()
})

test('a symbolic link to the database uses the same lock', async () => {
  await mkdir(join(folder, 'new'))
  await writeFile(file, '')
  const link = join(folder, 'link.sqlite')
  await symlink(file, link)
  const lock = await acquireSqliteLock(file)
  await expect(acquireSqliteLock(link)).rejects.toThrow(UserError)
  lock.release()
})

test('throws UserError with the path of the lock file if it cannot be created', async () => {
  await writeFile(join(folder, 'new'), 'a file in place of the folder')
  await expect(acquireSqliteLock(file)).rejects.toThrow(UserError)
  await expect(acquireSqliteLock(file)).rejects.toThrow(`The lock file ${file}.lock cannot be locked: `)
})
