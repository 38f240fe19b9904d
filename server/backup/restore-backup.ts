import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { getEmlFolder } from '#server/config.ts'
import { tableNames } from '#server/database/copy-to-postgres.ts'
import { createMigrations } from '#server/database/migrations.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import {
  type BackupManifest,
  DATABASE_FILE_NAMES,
  EML_FOLDER,
  readManifest,
  verifyBackupFiles,
} from './backup-manifest.ts'
import { type BackupSource, createBackup, createBackupWithCopy, getBackupFolder } from './create-backup.ts'
import { copyPrivateFile, isSystemError, syncToDisk } from './files.ts'
import {
  assertNoOtherConnections,
  readPostgresContent,
  restorePostgres,
  withPostgresDatabase,
} from './postgres-backup.ts'
import { createWorkFolder, ensurePrivateFolder } from './private-files.ts'
import {
  copySqlite,
  type DatabaseContent,
  lockSqliteTarget,
  removeWriteAheadLog,
  type SqliteTarget,
  saveDamagedDatabase,
  verifySqlite,
} from './sqlite-backup.ts'

export interface RestoreOptions {
  /** Whether messages in the target may be replaced. They are backed up first. */
  readonly canReplace: boolean
  /** Called before messages are replaced. Rejects if the operator does not agree. */
  readonly confirm: (question: string) => Promise<void>
}

export interface RestoreResult {
  readonly manifest: BackupManifest
  /** The folder of the backup of the replaced database. */
  readonly replaced: string | undefined
  /** Number of `.eml` files that were added. */
  readonly emlFiles: number
}

/**
 * Replaces the database with that of a backup, and adds missing `.eml` files. No other process may use the database. An
 * interrupted restore leaves the old database. Throws `UserError`; the database is then unchanged.
 */
export async function restoreBackup(
  backup: string,
  target: BackupSource,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const manifest = await readManifest(backup)
  assertRestorable(manifest, target)
  await verifyBackupFiles(backup, manifest)
  const restore = { backup, manifest, target, options }
  try {
    return 'url' in target.database
      ? await restoreIntoPostgres(restore, target.database.url)
      : await restoreIntoSqlite(restore, target.database.file)
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new UserError(`${formatDatabaseName(target.database)} could not be restored: ${getErrorMessage(error)}`, {
      cause: error,
    })
  }
}

interface RestoreStep {
  readonly backup: string
  readonly manifest: BackupManifest
  readonly target: BackupSource
  readonly options: RestoreOptions
}

function assertRestorable({ database, migrations: applied, rows }: BackupManifest, target: BackupSource): void {
  if (database === 'sqlite' && 'url' in target.database)
    throw new UserError(
      'The backup is of SQLite, but DATABASE_URL is set: restore it without DATABASE_URL, then run npm run database:copy with it',
    )
  if (database === 'postgres' && 'file' in target.database)
    throw new UserError('The backup is of PostgreSQL: set DATABASE_URL to the database to restore it into')
  const knownMigrations = Object.keys(createMigrations('binary'))
  const unknownName =
    applied.find((name) => !knownMigrations.includes(name)) ??
    Object.keys(rows).find((name) => !tableNames.includes(name))
  if (unknownName !== undefined)
    throw new UserError(
      `The backup is of a newer version of this program ("${unknownName}"): restore it with that version`,
    )
}

/** Holds the database lock until the restored database is in place, so that no server opens the replaced one. */
async function restoreIntoSqlite(step: RestoreStep, file: string): Promise<RestoreResult> {
  const lock = await acquireSqliteLock(file)
  try {
    return await replaceSqlite(step, file)
  } finally {
    lock.release()
  }
}

async function replaceSqlite({ backup, manifest, target, options }: RestoreStep, file: string): Promise<RestoreResult> {
  await using work = await createWorkFolder(await ensurePrivateFolder(target.dataFolder))
  const restored = join(work.path, DATABASE_FILE_NAMES.sqlite)
  const { sha256 } = await copyPrivateFile(join(backup, DATABASE_FILE_NAMES.sqlite), restored)
  if (!manifest.files.some((file) => file.path === DATABASE_FILE_NAMES.sqlite && file.sha256 === sha256))
    throw new UserError(`${backup} changed during the restore`)
  assertSameRows(verifySqlite(restored), manifest)
  await syncToDisk(restored)

  using current = await lockSqliteTarget(file)
  const replaced = await backUpTarget(current, { backup, manifest, target, options }, file)
  const emlFiles = await restoreEmlFiles(backup, manifest, getEmlFolder(target.dataFolder))
  if (current.state === 'open') removeWriteAheadLog(current.connection)
  await rename(restored, file)
  await syncToDisk(target.dataFolder)
  assertSameRows(verifySqlite(file), manifest)
  return { manifest, replaced, emlFiles }
}

/** Backs up the target unless it has no messages, after the operator has agreed. Returns the folder. */
async function backUpTarget(current: SqliteTarget, step: RestoreStep, file: string): Promise<string | undefined> {
  const { manifest, target, options } = step
  if (current.state === 'damaged') {
    await confirmReplacement(`${file} is damaged (${current.problem})`, manifest, options)
    return saveDamagedDatabase(file, getBackupFolder(target.dataFolder))
  }
  if (current.state === 'absent' || current.messages === 0) return undefined
  await confirmReplacement(`${file} has ${formatMessageCount(current.messages)}`, manifest, options)
  return (await createBackupWithCopy((to) => copySqlite(current.connection, to), target, {})).path
}

function restoreIntoPostgres({ backup, manifest, target, options }: RestoreStep, url: string): Promise<RestoreResult> {
  return withPostgresDatabase(url, async (db) => {
    await assertNoOtherConnections(db, url)
    const replacedMessages = (await readPostgresContent(db)).rows.message ?? 0
    let replaced: string | undefined
    if (replacedMessages > 0) {
      await confirmReplacement(
        `${formatDatabaseName({ url })} has ${formatMessageCount(replacedMessages)}`,
        manifest,
        options,
      )
      replaced = (await createBackup(target)).path
    }
    const emlFiles = await restoreEmlFiles(backup, manifest, getEmlFolder(target.dataFolder))
    const file = join(backup, DATABASE_FILE_NAMES.postgres)
    await restorePostgres(db, { url, file, content: manifest, replacedMessages })
    assertSameRows(await readPostgresContent(db), manifest)
    return { manifest, replaced, emlFiles }
  })
}

async function confirmReplacement(
  problem: string,
  { createdAt, rows }: BackupManifest,
  options: RestoreOptions,
): Promise<void> {
  if (!options.canReplace) throw new UserError(`${problem}: add --replace to replace it; it is backed up first`)
  await options.confirm(
    `${problem}. Back it up and replace it with the backup of ${createdAt} with ${formatMessageCount(rows.message ?? 0)}?`,
  )
}

const formatMessageCount = (messages: number) => `${messages} message${messages === 1 ? '' : 's'}`

function assertSameRows({ rows }: DatabaseContent, manifest: BackupManifest): void {
  for (const table of new Set([...Object.keys(rows), ...Object.keys(manifest.rows)])) {
    if (rows[table] === manifest.rows[table]) continue
    throw new UserError(`The table ${table} has ${rows[table]} rows, but the backup has ${manifest.rows[table]}`)
  }
}

/** Adds missing `.eml` files. Returns their number. */
async function restoreEmlFiles(backup: string, { files }: BackupManifest, folder: string): Promise<number> {
  const names = files.flatMap(({ path }) =>
    path.startsWith(`${EML_FOLDER}/`) ? [path.slice(EML_FOLDER.length + 1)] : [],
  )
  if (names.length === 0) return 0
  const to = await ensurePrivateFolder(folder)
  await using work = await createWorkFolder(to)
  let restored = 0
  for (const name of names) {
    if (await lstat(join(to, name)).catch(() => undefined)) continue
    await copyPrivateFile(join(backup, EML_FOLDER, name), join(work.path, name))
    await rename(join(work.path, name), join(to, name))
    restored++
  }
  await syncToDisk(to)
  return restored
}
