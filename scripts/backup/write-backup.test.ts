import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { UserError } from '#shared/user-error.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { insertQueuedEmail } from '#tests/setup/messages.ts'
import { writeBackup } from './write-backup.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let to: string

beforeEach(async () => {
  database = await createTestDatabase()
  to = join(dirname(database.file), 'backups/new.sqlite')
})

const listBackups = () => readdir(dirname(to)).catch(() => [])

/** Changes an id in an index of a SQLite file, which can still be read: a page of an index begins with 10 (sqlite.org/fileformat2.html). */
function damageIndex(bytes: Buffer, id: string): Buffer {
  const places = [...bytes.toString('latin1').matchAll(new RegExp(id, 'g'))].map(({ index }) => index)
  bytes.write('#', places.find((place) => bytes[place - (place % 4_096)] === 10) ?? 0)
  return bytes
}

/** Runs `npm run backup -- <to>`, or with other arguments, after `shell` in the same shell. */
function runCommand(shell = '', args = '"$1"') {
  const script = `${shell}exec "$0" scripts/backup.ts ${args}`
  const env = createCommandEnv({ BACKEND_FOLDER: dirname(database.file) })
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, to], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('§12.60 §12.61 a backup under writes, copied to the place of a database, has all messages stored before it', async () => {
  const acknowledged: string[] = []
  let isDone = false
  const store = async () => {
    while (!isDone) acknowledged.push(await insertQueuedEmail(database.db, { message: 'x'.repeat(5_000) }))
  }
  const storing = store()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  const before = [...acknowledged]
  const messages = await writeBackup(database, to)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before.length)
  isDone = true
  await storing
  expect(messages).toBeGreaterThanOrEqual(before.length)
  expect(await listBackups()).toEqual(['new.sqlite'])
  expect((await stat(to)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(to))).mode & 0o777).toBe(0o700)

  const file = join(dirname(to), 'restored/backend.sqlite')
  await mkdir(dirname(file))
  await copyFile(to, file)
  const restored = await openDatabase({ file })
  onTestFinished(() => restored.destroy())
  const rows = await restored.selectFrom('message').innerJoin('outbox', 'message_id', 'id').select('id').execute()
  expect(rows).toHaveLength(messages)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
})

test('the command prints what it backed up, and no backup replaces a file', async () => {
  for (let n = 0; n < 2; n++) await insertQueuedEmail(database.db)
  const printed = `${database.file} is backed up to ${to}, with 2 messages\n`
  expect(runCommand()).toEqual({ status: 0, stdout: printed, stderr: '' })
  const backup = await readFile(to)
  await expect(writeBackup(database, to)).rejects.toThrow(new UserError(`${to} exists already: name a new file`))
  expect(await readFile(to)).toEqual(backup)
})

test('§12.62 a full disk leaves nothing behind', async () => {
  for (let n = 0; n < 100; n++) await insertQueuedEmail(database.db, { message: 'x'.repeat(5_000) })
  const { status, stderr } = runCommand('ulimit -f 200; ') // maximum file size, in blocks of 512 bytes
  expect(status).toBe(1)
  expect(stderr).toMatch(/^\S+ could not be backed up to \S+: [^\n]+\n$/)
  expect(await listBackups()).toEqual([])
})

const OLDER = 'PostgreSQL 18.4 is newer than pg_dump 17.6, which refuses it: apt install postgresql-client-18'

test.each([
  ['', 'pg_dump is not installed: apt install postgresql-client'],
  ['mismatch\npg_dump: detail: server version: 18.4 (Debian 18.4-1); pg_dump version: 17.6 (Debian 17.6-0)', OLDER],
  ['server version: 18.4; pg_dump version: 17.6\npg_dump: error: aborting because of mismatch', OLDER],
])('a pg_dump that is missing, or older than the server, is named with its package: %j', async (output, reason) => {
  const script = `#!/bin/sh\n/bin/cat >&2 <<'END'\npg_dump: error: ${output}\nEND\nexit 1`
  if (output) await writeFile(join(dirname(database.file), 'pg_dump'), script, { mode: 0o700 })
  vi.stubEnv('PATH', dirname(database.file))
  onTestFinished(() => void vi.unstubAllEnvs())
  const backup = writeBackup({ url: 'postgres://a:secret@127.0.0.1:1/b' }, to)
  await expect(backup).rejects.toThrow(new UserError(`127.0.0.1:1/b could not be backed up to ${to}: ${reason}`))
  expect(await listBackups()).toEqual([])
})

test('a folder and a file, or nothing, is refused with the way to name one of them', async () => {
  const stderr = 'Name one new file: npm run backup -- <file>, or a folder: npm run backup -- --folder <folder>\n'
  for (const args of ['', '--folder "$1.d" "$1"', '"$1" "$1.2"'])
    expect(runCommand('', args)).toEqual({ status: 1, stdout: '', stderr })
  expect(await listBackups()).toEqual([])
})

test('§12.60 rejects a database that is missing, damaged or of another program', async () => {
  await expect(writeBackup({ file: `${database.file}.none` }, to)).rejects.toThrow('the database does not exist')
  const empty = `${database.file}.empty`
  await writeFile(empty, '')
  await expect(writeBackup({ file: empty }, to)).rejects.toThrow('no such table: message')
  for (let n = 0; n < 50; n++) await insertQueuedEmail(database.db, { message: 'x'.repeat(3_000) })
  const id = await insertQueuedEmail(database.db)
  const intact = join(dirname(to), 'intact.sqlite')
  await writeBackup(database, intact)
  const bytes = await readFile(intact)
  bytes.fill(0xff, 20 * 4_096, 24 * 4_096)
  const damaged = `${database.file}.damaged`
  await writeFile(damaged, bytes)
  await expect(writeBackup({ file: damaged }, to)).rejects.toThrow(/damaged|malformed/)
  await writeFile(damaged, damageIndex(await readFile(intact), id))
  await expect(writeBackup({ file: damaged }, to)).rejects.toThrow('the database is damaged: ')
  expect(await listBackups()).toEqual(['intact.sqlite'])
})
