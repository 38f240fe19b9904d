import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, type TestContext, test } from 'vitest'
import { readManifest, verifyBackupFiles } from '#server/backup/backup-manifest.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { createSeededRandom } from '#shared/seeded-random.ts'
import { createInstalledPostgresDatabase } from '#tests/setup/database/installed-postgres-database.ts'
import { insertQueuedEmail } from '#tests/setup/server/test-outbox.ts'
import { type BackupTarget, runBackupCommand, startBackupCommand } from './backup-commands.ts'

const KILLS = 5
const MESSAGES = 60

let parent: string
let folder: string
let backupFolder: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'backup-kill-'))
  folder = join(parent, 'backend')
  backupFolder = join(parent, 'backups')
})
afterEach(() => rm(parent, { recursive: true }))

async function withDatabase<Result>(
  { database }: BackupTarget,
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(database)
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

/** Inserts messages and writes `.eml` files, enough that kills hit a command in the middle. Returns the message ids. */
async function insertMessages(target: BackupTarget, text: string): Promise<readonly string[]> {
  await mkdir(join(folder, 'outbox'), { recursive: true })
  return withDatabase(target, async (db) => {
    const ids: string[] = []
    for (let n = 0; n < MESSAGES; n++) {
      const id = await insertQueuedEmail(db, { message: `${text} ${n} `.repeat(200) })
      ids.push(id)
      await writeFile(join(folder, `outbox/2025-11-21T12-00-00.000Z-${id}.eml`), `${text} ${n}`)
    }
    return ids.sort()
  })
}

const storedIds = (target: BackupTarget) =>
  withDatabase(target, async (db) => (await db.selectFrom('message').select('id').execute()).map(({ id }) => id).sort())

/** Names of the work folders of all running and interrupted commands. */
async function listWorkFolders(): Promise<readonly string[]> {
  const parents = [backupFolder, folder, join(folder, 'backups'), join(folder, 'outbox')]
  const names = await Promise.all(parents.map((path) => readdir(path).catch(() => [])))
  return names.flat().filter((name) => name.startsWith('.unfinished-'))
}

/** Resolves when the command has created its work folder, or has exited. */
async function waitUntilWorking({ end }: ReturnType<typeof startBackupCommand>, before: readonly string[]) {
  let hasEnded = false
  end.finally(() => {
    hasEnded = true
  })
  while (!hasEnded && (await listWorkFolders()).every((name) => before.includes(name))) await pause(1)
}

/** Runs a command once to measure its duration, then kills it at random moments, and calls `check` after each kill. */
async function killRepeatedly(command: Parameters<typeof startBackupCommand>, check: () => Promise<void>) {
  const complete = startBackupCommand(...command)
  await waitUntilWorking(complete, [])
  const startedAt = performance.now()
  expect(await complete.end).toMatchObject({ status: 0, stderr: '' })
  const duration = performance.now() - startedAt
  const random = createSeededRandom('kill')
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await listWorkFolders()
    const killed = startBackupCommand(...command)
    await waitUntilWorking(killed, before)
    await pause(duration * random())
    killed.child.kill('SIGKILL')
    await killed.end
    await check()
  }
}

async function killBackups(target: BackupTarget) {
  await insertMessages(target, 'Words')
  await killRepeatedly(['backup', ['--to', backupFolder, '--keep', '3'], target], async () => {
    const names = (await readdir(backupFolder)).filter((name) => !name.startsWith('.unfinished-'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const manifest = await readManifest(join(backupFolder, name))
      await verifyBackupFiles(join(backupFolder, name), manifest)
      expect([manifest.rows.message, manifest.files.length]).toEqual([MESSAGES, MESSAGES + 1])
    }
  })
  expect(await runBackupCommand('backup', ['--to', backupFolder, '--keep', '3'], target)).toMatchObject({
    status: 0,
    stderr: '',
  })
  expect((await readdir(backupFolder)).filter((name) => name.startsWith('.'))).toEqual([])
}

async function killRestores(target: BackupTarget) {
  const old = await insertMessages(target, 'Old words')
  expect(await runBackupCommand('backup', ['--to', backupFolder], target)).toMatchObject({ status: 0 })
  const [backup = ''] = await readdir(backupFolder)
  const newId = await withDatabase(target, (db) => insertQueuedEmail(db))
  const recent = [...old, newId].sort()
  const counts = { old: 0, recent: 0 }
  await killRepeatedly(['restore', [join(backupFolder, backup), '--replace', '--yes'], target], async () => {
    const ids = await storedIds(target)
    const isOld = ids.length === old.length
    expect(ids).toEqual(isOld ? old : recent)
    counts[isOld ? 'old' : 'recent']++
    if (isOld) await withDatabase(target, (db) => insertMessage(db, newId))
  })
  expect(counts.old + counts.recent).toBe(KILLS)
  return counts
}

async function insertMessage(db: Database, id: string) {
  const fields = { name: 'Ann', email: 'ann@site.example', message: 'Hello', folder: 'inbox', received_at: 1 } as const
  await db
    .insertInto('message')
    .values({ id, idempotency_key: id, ...fields })
    .execute()
}

const sqlite = (): BackupTarget => ({ database: { file: join(folder, 'backend.sqlite') }, dataFolder: folder })

async function postgres(context: TestContext): Promise<BackupTarget> {
  const { url, programs } = await createInstalledPostgresDatabase(context)
  return { database: { url }, dataFolder: folder, programs }
}

describe('a killed backup leaves no incomplete backup', () => {
  test('on SQLite', () => killBackups(sqlite()))
  test('on PostgreSQL', async (context) => killBackups(await postgres(context)))
})

describe('a killed restore leaves the old database or the restored one', () => {
  test('on SQLite', async () => {
    await killRestores(sqlite())
    // The restored file is a complete SQLite database, without a write-ahead log of the old one.
    expect((await readFile(join(folder, 'backend.sqlite'))).subarray(0, 15).toString()).toBe('SQLite format 3')
  })
  test('on PostgreSQL', async (context) => killRestores(await postgres(context)))
})
