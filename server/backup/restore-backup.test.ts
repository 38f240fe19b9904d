import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { type BackupManifest, readManifest } from './backup-manifest.ts'
import { createBackup } from './create-backup.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

let parent: string
let folder: string
let file: string
let backup: string
let ids: readonly string[]

/** The backup that each test gets a copy of. */
let original: { readonly parent: string; readonly path: string }

function setParent(path: string) {
  parent = path
  folder = join(parent, 'backend')
  file = join(folder, 'backend.sqlite')
}

/** Creates a backup of three messages, two of them with `.eml` files. */
beforeAll(async () => {
  setParent(await mkdtemp(join(tmpdir(), 'restore-original-')))
  ids = await fill()
  for (const id of ids.slice(1)) await writeEml(id)
  const { path } = await createBackup({ database: { file }, dataFolder: folder }, { targetFolder: parent })
  original = { parent, path }
})
afterAll(() => rm(original.parent, { recursive: true }))

/** The backup is there, and its backend is gone. */
beforeEach(async () => {
  setParent(await mkdtemp(join(tmpdir(), 'restore-')))
  backup = join(parent, 'backups', basename(original.path))
  await cp(original.path, backup, { recursive: true })
})
afterEach(() => rm(parent, { recursive: true }))

const withDatabase = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
  const db = await openDatabase({ file })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const fill = (count = 3) =>
  withDatabase(async (db) => {
    const stored: string[] = []
    for (let n = 0; n < count; n++) stored.push(await insertQueuedEmail(db, { message: `Number ${n}` }))
    return stored
  })

async function writeEml(id: string) {
  await mkdir(join(folder, 'outbox'), { recursive: true, mode: 0o700 })
  await writeFile(join(folder, emlPath(id)), `mail ${id}`)
}

const emlPath = (id: string) => `outbox/2025-11-21T12-00-00.000Z-${id}.eml`

const storedIds = () =>
  withDatabase(async (db) => (await db.selectFrom('message').select('id').orderBy('id').execute()).map(({ id }) => id))

const restore = (options: Partial<RestoreOptions> = {}, path = backup) =>
  restoreBackup(
    path,
    { database: { file }, dataFolder: folder },
    { canReplace: false, confirm: async () => {}, ...options },
  )

/** No restore leaves its work behind. */
const expectNoWork = async () => expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])

test('restores a lost database and lost .eml files', async () => {
  expect(await restore()).toMatchObject({ replaced: undefined, emlFiles: 2 })
  expect(await readdir(folder)).toEqual(['backend.sqlite', 'backend.sqlite.lock', 'outbox'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await storedIds()).toEqual([...ids].sort())
  const states = await withDatabase((db) => db.selectFrom('outbox').select('state').execute())
  expect(states).toEqual([{ state: 'waiting' }, { state: 'waiting' }, { state: 'waiting' }])
  for (const id of ids.slice(1)) expect(await readFile(join(folder, emlPath(id)), 'utf8')).toBe(`mail ${id}`)
  expect((await readdir(join(folder, 'outbox'))).length).toBe(2)
})

test('replaces a database without messages and adds only missing .eml files', async () => {
  await fill(0)
  const [, id = ''] = ids
  await writeEml(id)
  await writeFile(join(folder, emlPath(id)), 'as it is')
  expect(await restore()).toMatchObject({ replaced: undefined, emlFiles: 1 })
  expect(await storedIds()).toEqual([...ids].sort())
  expect(await readFile(join(folder, emlPath(id)), 'utf8')).toBe('as it is')
  await expectNoWork()
})

describe('a database with messages', () => {
  test('is rejected and unchanged without --replace', async () => {
    const others = await fill(1)
    await expect(restore()).rejects.toThrow(`${file} has 1 message: add --replace`)
    expect(await storedIds()).toEqual(others)
    await expectNoWork()
  })

  test('is backed up and replaced with --replace, after confirmation', async () => {
    const others = await fill(2)
    const confirm = vi.fn(async () => {})
    const { replaced = '' } = await restore({ canReplace: true, confirm })
    expect(confirm.mock.calls).toEqual([
      [
        expect.stringMatching(
          /backend\.sqlite has 2 messages\. Back it up and replace it with the backup of .* with 3 messages\?$/,
        ),
      ],
    ])
    expect(await storedIds()).toEqual([...ids].sort())
    expect(replaced).toContain(`${folder}/backups/backup-`)
    await restore({ canReplace: true }, replaced)
    expect(await storedIds()).toEqual([...others].sort())
    await expectNoWork()
  })

  test('is unchanged when the operator does not confirm', async () => {
    const others = await fill(1)
    const confirm = () => Promise.reject(new Error('Nothing was changed.'))
    await expect(restore({ canReplace: true, confirm })).rejects.toThrow('Nothing was changed.')
    expect(await storedIds()).toEqual(others)
    expect(await readdir(folder)).not.toContain('backups')
  })

  test('of a killed server is backed up with its write-ahead log', async () => {
    await fill(0)
    const script = `
      const { DatabaseSync } = await import('node:sqlite')
      const database = new DatabaseSync(${JSON.stringify(file)})
      database.exec("insert into message values ('a', 'k', 'n', 'e', 'm', 'inbox', null, 1)")
      process.kill(process.pid, 'SIGKILL')`
    await once(spawn(process.execPath, ['--input-type=module', '--eval', script]), 'exit')
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0)
    const { replaced = '' } = await restore({ canReplace: true })
    expect((await readManifest(replaced)).rows.message).toBe(1)
    expect(await storedIds()).toEqual([...ids].sort())
  })
})

describe('rejects a database in use', () => {
  test('by a server', async () => {
    const server = await openDatabase({ file })
    await expect(restore()).rejects.toThrow(`The database ${file} is in use: stop the server, then restore`)
    await server.destroy()
    await restore()
    expect(await storedIds()).toEqual([...ids].sort())
  })

  test('by another process that reads it', async () => {
    await fill(0)
    const script = `
      const { DatabaseSync } = await import('node:sqlite')
      const database = new DatabaseSync(${JSON.stringify(file)})
      database.prepare('select count(*) from message').get()
      process.send('ready')
      process.on('message', () => {})`
    const args = ['--input-type=module', '--eval', script]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    await expect(restore()).rejects.toThrow('is in use: stop the server, then restore')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await restore()
  })
})

describe('files of another database do not change the restored one', () => {
  test('a write-ahead log without a database is moved aside', async () => {
    await fill(5)
    const server = await openDatabase({ file })
    await insertQueuedEmail(server)
    for (const suffix of ['-wal', '-shm']) await writeFile(join(parent, suffix), await readFile(file + suffix))
    await server.destroy()
    await rm(file)
    for (const suffix of ['-wal', '-shm']) await rename(join(parent, suffix), file + suffix)

    await expect(restore()).rejects.toThrow(
      /is damaged \(.*backend\.sqlite-wal, .*-shm without .*backend\.sqlite\): add --replace/,
    )
    const { replaced = '' } = await restore({ canReplace: true })
    expect((await readdir(replaced)).sort()).toEqual(['backend.sqlite-shm', 'backend.sqlite-wal'])
    expect(await storedIds()).toEqual([...ids].sort())
  })

  test.each([
    ['text instead of a database', (bytes: Buffer) => bytes.fill('text')],
    ['damaged pages', (bytes: Buffer) => bytes.fill(0xff, 4_096 * 2, 4_096 * 12)],
  ])('%s is set aside', async (_, damage) => {
    await fill(5)
    await writeFile(file, damage(await readFile(file)))
    await expect(restore()).rejects.toThrow('backend.sqlite is damaged (')
    const { replaced = '' } = await restore({ canReplace: true })
    expect(replaced).toContain(`${folder}/backups/damaged-`)
    expect(await readdir(replaced)).toContain('backend.sqlite')
    expect(await storedIds()).toEqual([...ids].sort())
    await expectNoWork()
  })
})

describe('rejects a target that is not a regular file', () => {
  test('a symbolic link', async () => {
    await fill(0)
    const elsewhere = join(parent, 'elsewhere.sqlite')
    await rename(file, elsewhere)
    await symlink(elsewhere, file)
    await expect(restore({ canReplace: true })).rejects.toThrow(`${file} is a symbolic link`)
    await expectNoWork()
  })

  test('a broken link', async () => {
    await mkdir(folder, { mode: 0o700 })
    await symlink('/nowhere/at/all', file)
    await expect(restore({ canReplace: true })).rejects.toThrow(`${file} is a symbolic link`)
  })

  test('a folder', async () => {
    await mkdir(file, { recursive: true, mode: 0o700 })
    await expect(restore({ canReplace: true })).rejects.toThrow(`${file} is not a file`)
  })

  test('in a folder that is writable by all users', async () => {
    await mkdir(folder)
    await chmod(folder, 0o777)
    await expect(restore()).rejects.toThrow(`Other users can write to ${folder}`)
  })
})

describe('rejects an invalid backup and restores nothing', () => {
  /** The lock of the database is left, empty. */
  afterEach(async () =>
    expect((await readdir(folder).catch(() => [])).filter((name) => name !== 'backend.sqlite.lock')).toEqual([]),
  )

  const change = async (changed: (manifest: BackupManifest) => unknown) =>
    writeFile(join(backup, 'manifest.json'), JSON.stringify(changed(await readManifest(backup))))

  const DIGEST = { size: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' } // of an empty file

  test.each([
    '../outside.eml',
    'outbox/../../outside.eml',
    '/etc/passwd',
    'outbox/notes.txt',
    'outbox/sub/2025-11-21T12-00-00.000Z-a1b2c3d4-0000-4000-8000-000000000000.eml',
    'outbox/.2025-11-21T12-00-00.000Z-a1b2c3d4-0000-4000-8000-000000000000.eml.unfinished',
    'outbox/2025-11-21T12-00-00.000Z-a1b2c3d4-0000-4000-8000-000000000000.eml/../../x',
    'outbox\\2025-11-21T12-00-00.000Z-a1b2c3d4-0000-4000-8000-000000000000.eml',
    'outbox/2025-11-21T12-00-00.000Z-a1b2c3d4-0000-4000-8000-000000000000.eml\u0000',
    'database.pgdump',
    'database.sqlite',
    'manifest.json',
  ])('a manifest that names the path %j', async (path) => {
    await change((manifest) => ({ ...manifest, files: [...manifest.files, { path, ...DIGEST }] }))
    await expect(restore()).rejects.toThrow('manifest.json is damaged or was written by another version')
  })

  test.each<[string, (manifest: BackupManifest) => unknown]>([
    ['of another version', (manifest) => ({ ...manifest, version: 2 })],
    ['with an unknown property', (manifest) => ({ ...manifest, more: true })],
    ['with SQL as a table name', (manifest) => ({ ...manifest, rows: { 'message"; drop table x; --': 1 } })],
    ['without a database', (manifest) => ({ ...manifest, files: [] })],
    ['that is not an object', () => 'manifest'],
  ])('a manifest %s', async (_, changed) => {
    await change(changed)
    await expect(restore()).rejects.toThrow('manifest.json is damaged or was written by another version')
  })

  test('a truncated manifest', async () => {
    const path = join(backup, 'manifest.json')
    await writeFile(path, (await readFile(path)).subarray(0, 100))
    await expect(restore()).rejects.toThrow('manifest.json is damaged')
  })

  test('a folder without a manifest, and a missing folder', async () => {
    await expect(restore({}, parent)).rejects.toThrow(`${parent} is not a backup: it has no manifest.json`)
    await expect(restore({}, '/no/such')).rejects.toThrow('/no/such is not a backup')
    await expect(restore({}, join(backup, 'manifest.json'))).rejects.toThrow('is not a backup')
  })

  test('a file with one changed bit', async () => {
    const path = join(backup, 'database.sqlite')
    const bytes = await readFile(path)
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1
    await writeFile(path, bytes)
    await expect(restore()).rejects.toThrow(`${path} is damaged: it differs from its checksum`)
  })

  test('a missing file', async () => {
    const path = join(backup, emlPath(ids[1] ?? ''))
    await rm(path)
    await expect(restore()).rejects.toThrow(`${path} cannot be read (ENOENT)`)
  })

  test('a link to the same content instead of a file', async () => {
    const path = join(backup, 'database.sqlite')
    await rename(path, join(parent, 'elsewhere.sqlite'))
    await symlink(join(parent, 'elsewhere.sqlite'), path)
    await expect(restore()).rejects.toThrow(`${path} is not a regular file`)
  })

  test.each(['', 'outbox', 'database.sqlite'])('"%s" writable by all users', async (path) => {
    await chmod(join(backup, path), 0o777)
    await expect(restore()).rejects.toThrow(`Other users can write to ${join(backup, path)}`)
  })

  test('a database whose row counts differ from the manifest', async () => {
    await change((manifest) => ({ ...manifest, rows: { ...manifest.rows, message: 4 } }))
    await expect(restore()).rejects.toThrow('The table message has 3 rows, but the backup has 4')
  })

  test.each<[string, (manifest: BackupManifest) => unknown]>([
    ['"999-later"', (manifest) => ({ ...manifest, migrations: [...manifest.migrations, '999-later'] })],
    ['"later_table"', (manifest) => ({ ...manifest, rows: { ...manifest.rows, later_table: 0 } })],
  ])('one of a newer version, which has %s', async (name, changed) => {
    await change(changed)
    await expect(restore()).rejects.toThrow(`The backup is of a newer version of this program (${name})`)
  })

  test('a SQLite backup for PostgreSQL, and the reverse', async () => {
    const database = { url: 'postgres://127.0.0.1:1/site' }
    const options = { canReplace: true, confirm: async () => {} }
    await expect(restoreBackup(backup, { database, dataFolder: folder }, options)).rejects.toThrow(
      'restore it without DATABASE_URL, then run npm run database:copy with it',
    )
    await change((manifest) => ({
      ...manifest,
      database: 'postgres',
      files: [{ path: 'database.pgdump', ...DIGEST }],
    }))
    await expect(restore()).rejects.toThrow('The backup is of PostgreSQL: set DATABASE_URL')
  })
})
