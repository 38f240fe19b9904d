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

interface BackedUp {
  readonly target: BackupTarget & { readonly database: { readonly url: string } }
  readonly backup: string
  readonly ids: readonly string[]
  readonly idsNow: readonly string[]
  readonly withDatabase: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
}

/** A database with three messages, its backup, and then a fourth message: `ids` are those of the backup, `idsNow` all. */
async function backedUp(context: TestContext): Promise<BackedUp> {
  const { url, programs } = await createInstalledPostgresDatabase(context)
  const target = { database: { url }, dataFolder: join(parent, 'backend'), programs }
  const withDatabase = async <Result>(work: (db: Database) => Promise<Result>) => {
    const db = await openDatabase({ url })
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  const ids: string[] = []
  await withDatabase(async (db) => {
    for (let n = 0; n < 3; n++) ids.push(await insertQueuedEmail(db, { message: `Number ${n}; \\. 'quotes' — שלום` }))
  })
  const to = join(parent, 'backups')
  expect(await runBackupCommand('backup', ['--to', to], target)).toMatchObject({ status: 0, stderr: '' })
  const [name = ''] = await readdir(to)
  const fourth = await withDatabase((db) => insertQueuedEmail(db))
  return { target, backup: join(to, name), ids: ids.sort(), idsNow: [...ids, fourth].sort(), withDatabase }
}

const idsIn = async (db: Database) =>
  (await db.selectFrom('message').select('id').orderBy('id').execute()).map(({ id }) => id)

test('replaces what is in the database after a backup of it, and nothing else', async (context) => {
  const { target, backup, ids, withDatabase } = await backedUp(context)
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
    expect(await idsIn(db)).toEqual(ids)
  })
  const [, replaced = ''] = /^Backup of the replaced database: (.*)$/m.exec(restored.stdout) ?? []
  expect((await readManifest(replaced)).rows.message).toBe(4)
  expect(replaced).toContain(join(target.dataFolder, 'backups'))
})

test('drops a table that the backup does not have, which migrations of the next start then create', async (context) => {
  const { target, backup, idsNow } = await backedUp(context)
  const client = new Client({ connectionString: target.database.url })
  await client.connect()
  await client.query('drop table used_captcha')
  await client.end()
  const to = join(parent, 'older')
  expect(await runBackupCommand('backup', ['--to', to], target)).toMatchObject({ status: 0, stderr: '' })
  expect(await runBackupCommand('restore', [backup, '--replace', '--yes'], target)).toMatchObject({ status: 0 })
  const [older = ''] = await readdir(to)
  expect(await runBackupCommand('restore', [join(to, older), '--replace', '--yes'], target)).toMatchObject({
    status: 0,
    stderr: '',
  })
  const db = await openDatabase(target.database)
  onTestFinished(() => db.destroy())
  expect(await idsIn(db)).toEqual(idsNow)
  const { rows } = await sql`select to_regclass('used_captcha') as found`.execute(db)
  expect(rows).toEqual([{ found: null }])
})

test('is refused while a server is connected', async (context) => {
  const { target, backup, idsNow } = await backedUp(context)
  const server = await openDatabase(target.database)
  onTestFinished(() => server.destroy())
  const { status, stderr } = await runBackupCommand('restore', [backup, '--replace', '--yes'], target)
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^The database .*test_\d+ is in use by other connections of this user \(1\): stop every server, then restore\n$/,
  )
  expect(await idsIn(server)).toEqual(idsNow)
  expect(await readdir(parent)).toEqual(['backups'])
})

test('is rolled back where a server has connected meanwhile', async (context) => {
  const { target, backup, idsNow } = await backedUp(context)
  const { PATH = '' } = process.env
  onTestFinished(() => void Object.assign(process.env, { PATH }))
  process.env.PATH = `${target.programs}${delimiter}${PATH}`
  const servers: Database[] = []
  onTestFinished(() => Promise.all(servers.map((server) => server.destroy())).then(() => {}))
  const confirm = async () => void servers.push(await openDatabase(target.database))
  const restoring = restoreBackup(backup, target, { canReplace: true, confirm })
  await expect(restoring).rejects.toThrow(/^Nothing was restored, the database is unchanged\. psql failed/)
  await expect(restoring).rejects.toThrow('is in use by other connections of this user (1): stop every server')
  for (const server of servers) expect(await idsIn(server)).toEqual(idsNow)
})

test('is rolled back where something fails in the middle', async (context) => {
  const { target, backup, idsNow, withDatabase } = await backedUp(context)
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
  expect(await withDatabase(idsIn)).toEqual(idsNow)
})

test('is rolled back where the rows are not those of the manifest', async (context) => {
  const { target, backup, idsNow, withDatabase } = await backedUp(context)
  const manifest = await readManifest(backup)
  const rows = { ...manifest.rows, outbox: 4 }
  await writeFile(join(backup, MANIFEST_FILE), JSON.stringify({ ...manifest, rows }))
  const { status, stderr } = await runBackupCommand('restore', [backup, '--replace', '--yes'], target)
  expect(status).toBe(1)
  expect(stderr).toContain('the table outbox has 3 rows, and not 4')
  expect(await withDatabase(idsIn)).toEqual(idsNow)
})

test('is rolled back where something else in the database needs a table', async (context) => {
  const { target, backup, idsNow, withDatabase } = await backedUp(context)
  await withDatabase((db) => sql`create view report as select count(*) from message`.execute(db))
  const { status, stderr } = await runBackupCommand('restore', [backup, '--replace', '--yes'], target)
  expect(status).toBe(1)
  expect(stderr).toContain('because other objects depend on them')
  expect(await withDatabase(idsIn)).toEqual(idsNow)
})

test('a password, a user and a name with special characters reach the programs', async (context) => {
  const { target, withDatabase } = await backedUp(context)
  const name = 'it\'s "a" name'
  const password = `p@ss'w "ö=rd\\`
  await withDatabase(async (db) => {
    await sql`create role ${sql.id(name)} login password ${sql.lit(password)}`.execute(db)
    await sql`create database ${sql.id(name)} owner ${sql.id(name)}`.execute(db)
  })
  const { host } = new URL(target.database.url)
  const encoded = encodeURIComponent(name)
  const url = `postgres://${encoded}:${encodeURIComponent(password)}@${host}/${encoded}`
  const own = { ...target, database: { url } }
  const db = await openDatabase({ url })
  const id = await insertQueuedEmail(db)
  await db.destroy()
  const to = join(parent, 'own')
  expect(await runBackupCommand('backup', ['--to', to], own)).toMatchObject({ status: 0, stderr: '' })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('drop table outbox, message')
  await client.end()
  const [backup = ''] = await readdir(to)
  expect(await runBackupCommand('restore', [join(to, backup)], own)).toMatchObject({ status: 0, stderr: '' })
  const restored = await openDatabase({ url })
  expect(await idsIn(restored)).toEqual([id])
  await restored.destroy()
})
