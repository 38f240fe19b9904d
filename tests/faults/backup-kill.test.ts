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
let to: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'backup-kill-'))
  folder = join(parent, 'backend')
  to = join(parent, 'backups')
})
afterEach(() => rm(parent, { recursive: true }))

async function withDatabase<Result>(
  { database }: BackupTarget,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(database)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Messages and `.eml` files, enough for a command to be killed between them. */
async function fill(target: BackupTarget, text: string): Promise<readonly string[]> {
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

/** The folders of unfinished work of all commands. */
async function workFolders(): Promise<readonly string[]> {
  const parents = [to, folder, join(folder, 'backups'), join(folder, 'outbox')]
  const names = await Promise.all(parents.map((path) => readdir(path).catch(() => [])))
  return names.flat().filter((name) => name.startsWith('.unfinished-'))
}

/** Resolves when the command has begun its work, or has ended. */
async function untilWorking({ end }: ReturnType<typeof startBackupCommand>, before: readonly string[]) {
  let hasEnded = false
  end.finally(() => {
    hasEnded = true
  })
  while (!hasEnded && (await workFolders()).every((name) => before.includes(name))) await pause(1)
}

/** Runs a command whole to learn how long its work takes, and then kills it at random moments of it. `check` follows each. */
async function killOften(command: Parameters<typeof startBackupCommand>, check: () => Promise<void>) {
  const whole = startBackupCommand(...command)
  await untilWorking(whole, [])
  const begun = performance.now()
  expect(await whole.end).toMatchObject({ status: 0, stderr: '' })
  const duration = performance.now() - begun
  const random = createSeededRandom('kill')
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await workFolders()
    const killed = startBackupCommand(...command)
    await untilWorking(killed, before)
    await pause(duration * random())
    killed.child.kill('SIGKILL')
    await killed.end
    await check()
  }
}

async function killBackups(target: BackupTarget) {
  await fill(target, 'Words')
  await killOften(['backup', ['--to', to, '--keep', '3'], target], async () => {
    const names = (await readdir(to)).filter((name) => !name.startsWith('.unfinished-'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const manifest = await readManifest(join(to, name))
      await verifyBackupFiles(join(to, name), manifest)
      expect([manifest.rows.message, manifest.files.length]).toEqual([MESSAGES, MESSAGES + 1])
    }
  })
  expect(await runBackupCommand('backup', ['--to', to, '--keep', '3'], target)).toMatchObject({ status: 0, stderr: '' })
  expect((await readdir(to)).filter((name) => name.startsWith('.'))).toEqual([])
}

async function killRestores(target: BackupTarget) {
  const old = await fill(target, 'Old words')
  expect(await runBackupCommand('backup', ['--to', to], target)).toMatchObject({ status: 0 })
  const [backup = ''] = await readdir(to)
  const more = await withDatabase(target, (db) => insertQueuedEmail(db))
  const recent = [...old, more].sort()
  const counts = { old: 0, recent: 0 }
  await killOften(['restore', [join(to, backup), '--replace', '--yes'], target], async () => {
    const ids = await storedIds(target)
    const isOld = ids.length === old.length
    expect(ids).toEqual(isOld ? old : recent)
    counts[isOld ? 'old' : 'recent']++
    if (isOld) await withDatabase(target, (db) => storeAgain(db, more))
  })
  expect(counts.old + counts.recent).toBe(KILLS)
  return counts
}

async function storeAgain(db: Database, id: string) {
  const words = { name: 'Ann', email: 'ann@site.example', message: 'Hello', folder: 'inbox', received_at: 1 } as const
  await db
    .insertInto('message')
    .values({ id, idempotency_key: id, ...words })
    .execute()
}

const sqlite = (): BackupTarget => ({ database: { file: join(folder, 'backend.sqlite') }, dataFolder: folder })

async function postgres(context: TestContext): Promise<BackupTarget> {
  const { url, programs } = await createInstalledPostgresDatabase(context)
  return { database: { url }, dataFolder: folder, programs }
}

describe('a backup that is killed leaves no half backup', () => {
  test('on SQLite', () => killBackups(sqlite()))
  test('on PostgreSQL', async (context) => killBackups(await postgres(context)))
})

describe('a restore that is killed leaves the old database or the restored one', () => {
  test('on SQLite', async () => {
    await killRestores(sqlite())
    // What has been restored is whole also for SQLite: no log of the old database is beside it.
    expect((await readFile(join(folder, 'backend.sqlite'))).subarray(0, 15).toString()).toBe('SQLite format 3')
  })
  test('on PostgreSQL', async (context) => killRestores(await postgres(context)))
})
