import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, type TestContext, test } from 'vitest'
import { MANIFEST_FILE, readManifest } from '#server/backup/backup-manifest.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { createInstalledPostgresDatabase } from '#tests/setup/database/installed-postgres-database.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { type BackupTarget, runBackupCommand } from './backup-commands.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'postgres-backup-'))
})
afterEach(() => rm(parent, { recursive: true }))

interface BackedUpDatabase {
  readonly target: BackupTarget & { readonly database: { readonly url: string } }
  readonly backup: string
  readonly ids: readonly string[]
  readonly currentIds: readonly string[]
  readonly withDatabase: <Result>(run: (db: Database) => Promise<Result>) => Promise<Result>
}

/**
 * Creates a database with three messages, backs it up, and inserts a fourth message. `ids` are the messages of the
 * backup, `currentIds` all messages.
 */
async function createBackedUpDatabase(context: TestContext): Promise<BackedUpDatabase> {
  const { url, programs } = await createInstalledPostgresDatabase(context)
  const target = { database: { url }, dataFolder: join(parent, 'backend'), programs }
  const withDatabase = async <Result>(run: (db: Database) => Promise<Result>) => {
    const db = await openDatabase({ url })
    try {
      return await run(db)
    } finally {
      await db.destroy()
    }
  }
  const ids: string[] = []
  await withDatabase(async (db) => {
    for (let n = 0; n < 3; n++) ids.push(await insertQueuedEmail(db, { message: `Number ${n}; \\. 'quotes' — שלום` }))
  })
  const backupFolder = join(parent, 'backups')
  expect(await runBackupCommand('backup', ['--to', backupFolder], target)).toMatchObject({ status: 0, stderr: '' })
  const [name = ''] = await readdir(backupFolder)
  const fourth = await withDatabase((db) => insertQueuedEmail(db))
  return {
    target,
    backup: join(backupFolder, name),
    ids: ids.sort(),
    currentIds: [...ids, fourth].sort(),
    withDatabase,
  }
}

const readIds = async (db: Database) =>
  (await db.selectFrom('message').select('id').orderBy('id').execute()).map(({ id }) => id)

test('restore backs up the database, and replaces its tables only', async (context) => {
  const { target, backup, ids, withDatabase } = await createBackedUpDatabase(context)
  const rows = await withDatabase(async (db) => {
    await sql`create table other (name text)`.execute(db)
    await sql`insert into other values ('kept')`.execute(db)
    return db.selectFrom('message').selectAll().where('id', 'in', ids).orderBy('id').execute()
  })
  expect(await runBackupCommand('restore', [backup, '--yes'], target)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/test_\d+ has 4 messages: add --replace to replace it; it is backed up first\n$/),
  })
  const restored = await runBackupCommand('restore', [backup, '--replace', '--yes'], target)
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  await withDatabase(async (db) => {
    expect(await db.selectFrom('message').selectAll().orderBy('id').execute()).toEqual(rows)
    expect((await sql`select * from other`.execute(db)).rows).toEqual([{ name: 'kept' }])
    expect(await readIds(db)).toEqual(ids)
  })
  const [, replaced = ''] = /^Backup of the replaced database: (.*)$/m.exec(restored.stdout) ?? []
  expect((await readManifest(replaced)).rows.message).toBe(4)
  expect(replaced).toContain(join(target.dataFolder, 'backups'))
})

test('restore drops a table that the backup does not have', async (context) => {
  const { target, backup, currentIds } = await createBackedUpDatabase(context)
  const client = new Client({ connectionString: target.database.url })
  await client.connect()
  await client.query('drop table used_captcha')
  await client.end()
  const backupFolder = join(parent, 'older')
  expect(await runBackupCommand('backup', ['--to', backupFolder], target)).toMatchObject({ status: 0, stderr: '' })
  expect(await runBackupCommand('restore', [backup, '--replace', '--yes'], target)).toMatchObject({ status: 0 })
  const [older = ''] = await readdir(backupFolder)
  expect(await runBackupCommand('restore', [join(backupFolder, older), '--replace', '--yes'], target)).toMatchObject({
    status: 0,
    stderr: '',
  })
  const db = await openDatabase(target.database)
  onTestFinished(() => db.destroy())
  expect(await readIds(db)).toEqual(currentIds)
  const { rows } = await sql`select to_regclass('used_captcha') as found`.execute(db)
  expect(rows).toEqual([{ found: null }])
})

test('restore is rejected while a server is connected', async (context) => {
  const { target, backup, currentIds } = await createBackedUpDatabase(context)
  const server = await openDatabase(target.database)
  onTestFinished(() => server.destroy())
  // An idle connection would be closed after 10 s, and on a busy machine the command can take longer.
  const { status, stderr } = await server
    .connection()
    .execute(() => runBackupCommand('restore', [backup, '--replace', '--yes'], target))
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^The database .*test_\d+ is in use by other connections of this user \(1\): stop every server, then restore\n$/,
  )
  expect(await readIds(server)).toEqual(currentIds)
  expect(await readdir(parent)).toEqual(['backups'])
})

test('restore is rolled back if a server connects meanwhile', async (context) => {
  const { target, backup, currentIds } = await createBackedUpDatabase(context)
  const { PATH = '' } = process.env
  onTestFinished(() => void Object.assign(process.env, { PATH }))
  process.env.PATH = `${target.programs}${delimiter}${PATH}`
  const servers: Database[] = []
  onTestFinished(() => Promise.all(servers.map((server) => server.destroy())).then(() => {}))
  const confirm = async () => void servers.push(await openDatabase(target.database))
  const restoring = restoreBackup(backup, target, { canReplace: true, confirm })
  await expect(restoring).rejects.toThrow(/^Nothing was restored, the database is unchanged\. psql failed/)
  await expect(restoring).rejects.toThrow('is in use by other connections of this user (1): stop every server')
  for (const server of servers) expect(await readIds(server)).toEqual(currentIds)
})

test('restore is rolled back if it fails halfway', async (context) => {
  const { target, backup, currentIds, withDatabase } = await createBackedUpDatabase(context)
  const path = join(backup, 'database.pgdump')
  const dump = await readFile(path)
  const cut = dump.subarray(0, dump.length - 200)
  await writeFile(path, cut)
  const manifest = await readManifest(backup)
  const files = [{ path: 'database.pgdump', size: cut.length, sha256: createHash('sha256').update(cut).digest('hex') }]
  await writeFile(join(backup, MANIFEST_FILE), JSON.stringify({ ...manifest, files }))
  const { status, stderr } = await runBackupCommand('restore', [backup, '--replace', '--yes'], target)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Nothing was restored, the database is unchanged\. pg_restore failed/)
  expect(await withDatabase(readIds)).toEqual(currentIds)
})

test('restore is rolled back if the number of rows differs from the manifest', async (context) => {
  const { target, backup, currentIds, withDatabase } = await createBackedUpDatabase(context)
  const manifest = await readManifest(backup)
  const rows = { ...manifest.rows, outbox: 4 }
  await writeFile(join(backup, MANIFEST_FILE), JSON.stringify({ ...manifest, rows }))
  const { status, stderr } = await runBackupCommand('restore', [backup, '--replace', '--yes'], target)
  expect(status).toBe(1)
  expect(stderr).toContain('the table outbox has 3 rows, and not 4')
  expect(await withDatabase(readIds)).toEqual(currentIds)
})

test('restore is rolled back if another object depends on a table', async (context) => {
  const { target, backup, currentIds, withDatabase } = await createBackedUpDatabase(context)
  await withDatabase((db) => sql`create view report as select count(*) from message`.execute(db))
  const { status, stderr } = await runBackupCommand('restore', [backup, '--replace', '--yes'], target)
  expect(status).toBe(1)
  expect(stderr).toContain('because other objects depend on them')
  expect(await withDatabase(readIds)).toEqual(currentIds)
})

test('backup and restore support special characters in password, user and database name', async (context) => {
  const { target, withDatabase } = await createBackedUpDatabase(context)
  const name = 'it\'s "a" name'
  const password = `p@ss'w "ö=rd\\`
  await withDatabase(async (db) => {
    await sql`create role ${sql.id(name)} login password ${sql.lit(password)}`.execute(db)
    await sql`create database ${sql.id(name)} owner ${sql.id(name)}`.execute(db)
  })
  const { host } = new URL(target.database.url)
  const encoded = encodeURIComponent(name)
  const url = `postgres://${encoded}:${encodeURIComponent(password)}@${host}/${encoded}`
  const namedTarget = { ...target, database: { url } }
  const db = await openDatabase({ url })
  const id = await insertQueuedEmail(db)
  await db.destroy()
  const backupFolder = join(parent, 'own')
  expect(await runBackupCommand('backup', ['--to', backupFolder], namedTarget)).toMatchObject({ status: 0, stderr: '' })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('drop table outbox, message')
  await client.end()
  const [backup = ''] = await readdir(backupFolder)
  expect(await runBackupCommand('restore', [join(backupFolder, backup)], namedTarget)).toMatchObject({
    status: 0,
    stderr: '',
  })
  const restored = await openDatabase({ url })
  expect(await readIds(restored)).toEqual([id])
  await restored.destroy()
})
