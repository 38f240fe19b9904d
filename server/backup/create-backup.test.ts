import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMigrations } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { readManifest, verifyBackupFiles } from './backup-manifest.ts'
import { createBackup } from './create-backup.ts'

let parent: string
let folder: string
let to: string
let db: Database

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'backup-'))
  folder = join(parent, 'backend')
  to = join(parent, 'backups')
  db = await openDatabase({ file: join(folder, 'backend.sqlite') })
})
afterEach(async () => {
  await db.destroy()
  await rm(parent, { recursive: true })
})

const source = () => ({ database: { file: join(folder, 'backend.sqlite') }, dataFolder: folder })

async function writeEml(id: string, suffix = '') {
  await mkdir(join(folder, 'outbox'), { recursive: true })
  await writeFile(join(folder, `outbox/2025-11-21T12-00-00.000Z-${id}.eml${suffix}`), `mail ${id}`)
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('copies the database with its write-ahead log and the .eml files, readable by the owner only', async () => {
  const id = await insertQueuedEmail(db)
  await writeEml(id)
  await writeEml(id, '.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part')
  const target = join(parent, 'target')
  await writeFile(target, 'not a mail')
  await symlink(target, join(folder, `outbox/2025-11-21T12-00-00.000Z-${id.replace(/./, 'x')}.eml`))

  const { path, manifest, removedBackups } = await createBackup(source(), { targetFolder: to })
  expect(path).toMatch(/\/backups\/backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/)
  expect(removedBackups).toEqual([])
  expect(manifest).toMatchObject({
    version: 1,
    database: 'sqlite',
    migrations: Object.keys(createMigrations('binary')),
    rows: { message: 1, outbox: 1, rate: 0, session: 0, used_captcha: 0 },
    files: [{ path: 'database.sqlite' }, { path: `outbox/2025-11-21T12-00-00.000Z-${id}.eml`, size: 41 }],
  })
  expect(await readManifest(path)).toEqual(manifest)
  expect(await readdir(to)).toHaveLength(1)
  expect((await readdir(path)).sort()).toEqual(['database.sqlite', 'manifest.json', 'outbox'])
  const folders = [to, path, join(path, 'outbox')]
  expect(await Promise.all(folders.map(modeOf))).toEqual([0o700, 0o700, 0o700])
  const files = ['manifest.json', ...manifest.files.map((file) => file.path)]
  expect(await Promise.all(files.map((file) => modeOf(join(path, file))))).toEqual([0o600, 0o600, 0o600])
  using copy = new DatabaseSync(join(path, 'database.sqlite'))
  expect(copy.prepare('select id from message').get()).toEqual({ id })
  expect(copy.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' })
})

test('uses the backups folder of the data folder by default', async () => {
  const { path } = await createBackup(source())
  expect(path).toContain(`${folder}/backups/backup-`)
})

test('is a consistent copy while another process writes', async () => {
  const { file } = source().database
  for (let n = 0; n < 300; n++) await insertQueuedEmail(db, { message: 'x'.repeat(5_000) })
  const writer = `
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 })
    database.exec('pragma synchronous = off')
    const insert = database.prepare('insert into rate values (?, 1, 1), (?, 1, 1)')
    process.send('ready', () => {
      for (let n = 0; ; n++) insert.run('one ' + n, 'other ' + n)
    })`
  const args = ['--input-type=module', '--eval', writer]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  const { manifest, path } = await createBackup(source(), { targetFolder: to })
  child.kill('SIGKILL')
  await once(child, 'exit')
  using copy = new DatabaseSync(join(path, 'database.sqlite'))
  const pairs = copy.prepare(`select count(*) as n from rate where key like 'one %'`).get()
  expect(manifest.rows).toMatchObject({ message: 300, outbox: 300, rate: 2 * Number(pairs?.n) })
  const rates = db.selectFrom('rate').select(({ fn }) => fn.countAll<number>().as('n'))
  expect((await rates.executeTakeFirstOrThrow()).n).toBeGreaterThan(manifest.rows.rate ?? 0)
})

describe('--keep', () => {
  test('removes the oldest backups, and only those', async () => {
    await mkdir(to, { mode: 0o700 })
    const old = [
      'backup-2024-01-01T00-00-00.000Z',
      'backup-2023-01-01T00-00-00.000Z',
      'backup-2025-01-01T00-00-00.000Z',
    ]
    for (const name of old) await mkdir(join(to, name))
    const elsewhere = join(parent, 'elsewhere')
    await mkdir(elsewhere)
    await writeFile(join(elsewhere, 'kept'), '')
    const others = ['backup-2020-01-01T00-00-00.000Z', 'backup-2020', 'photos']
    await symlink(elsewhere, join(to, 'backup-2020-01-01T00-00-00.000Z'))
    for (const name of others.slice(1)) await mkdir(join(to, name))

    const { path, removedBackups } = await createBackup(source(), { targetFolder: to, keepCount: 2 })
    expect(removedBackups).toEqual(['backup-2023-01-01T00-00-00.000Z', 'backup-2024-01-01T00-00-00.000Z'])
    const kept = [path.slice(to.length + 1), 'backup-2025-01-01T00-00-00.000Z', ...others]
    expect((await readdir(to)).sort()).toEqual(kept.sort())
    expect(await readdir(elsewhere)).toEqual(['kept'])
  })

  test('removes nothing when the new backup fails', async () => {
    await createBackup(source(), { targetFolder: to })
    await db.destroy()
    await writeFile(source().database.file, 'no database, but a text that is longer than the header of one'.repeat(20))
    await expect(createBackup(source(), { targetFolder: to, keepCount: 1 })).rejects.toThrow(
      /^Failed to create the backup in .*: file is not a database$/,
    )
    const names = await readdir(to)
    expect(names).toEqual([expect.stringMatching(/^backup-/)])
    const [name = ''] = names
    await verifyBackupFiles(join(to, name), await readManifest(join(to, name)))
    db = await openDatabase({ file: join(parent, 'other.sqlite') })
  })
})

test('rejects a damaged database', async () => {
  for (let n = 0; n < 50; n++) await insertQueuedEmail(db, { message: 'x'.repeat(3_000) })
  await db.destroy()
  const bytes = await readFile(source().database.file)
  bytes.fill(0xff, 20 * 4_096, 24 * 4_096)
  await writeFile(source().database.file, bytes)
  await expect(createBackup(source(), { targetFolder: to })).rejects.toThrow('The database is damaged: ')
  expect(await readdir(to)).toEqual([])
  db = await openDatabase({ file: join(parent, 'other.sqlite') })
})

test('rejects a missing database and does not create it', async () => {
  const missing = { ...source(), database: { file: join(parent, 'missing.sqlite') } }
  await expect(createBackup(missing, { targetFolder: to })).rejects.toThrow(
    `The database ${missing.database.file} does not exist`,
  )
  expect(await readdir(parent)).not.toContain('missing.sqlite')
})

test('rejects an empty database', async () => {
  const file = join(parent, 'empty.sqlite')
  await writeFile(file, '')
  await expect(createBackup({ ...source(), database: { file } }, { targetFolder: to })).rejects.toThrow(
    `The database ${file} has no message table: start the server once`,
  )
  expect(await readdir(to)).toEqual([])
})

describe('rejects a folder that other users control', () => {
  test('writable by all users', async () => {
    await mkdir(to)
    await chmod(to, 0o777)
    await expect(createBackup(source(), { targetFolder: to })).rejects.toThrow(`Other users can write to ${to}: `)
    expect(await readdir(to)).toEqual([])
  })

  test.skipIf(process.getuid?.() !== 0)('owned by another user, directly or through a link', async () => {
    await mkdir(to, { mode: 0o700 })
    await chown(to, 12_345, 12_345)
    const link = join(parent, 'link')
    await symlink(to, link)
    for (const path of [to, link])
      await expect(createBackup(source(), { targetFolder: path })).rejects.toThrow(
        `${to} belongs to another user (12345)`,
      )
    expect(await readdir(to)).toEqual([])
  })

  test('a file instead of a folder', async () => {
    await writeFile(to, '')
    await expect(createBackup(source(), { targetFolder: to })).rejects.toThrow(
      `The folder ${to} cannot be used (EEXIST)`,
    )
  })
})

test('removes the work folders of killed processes and keeps those of running ones', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  await mkdir(to, { mode: 0o700 })
  const running = `.unfinished-${process.ppid}-abcdef`
  for (const name of [`.unfinished-${dead}-abcdef`, running, '.unfinished-notes']) await mkdir(join(to, name))
  const { path } = await createBackup(source(), { targetFolder: to })
  expect((await readdir(to)).sort()).toEqual([running, '.unfinished-notes', path.slice(to.length + 1)].sort())
})
