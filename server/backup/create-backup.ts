import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackendConfig, getEmlFolder } from '#server/config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { listEmlFiles } from '#server/outbox/eml-files.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import {
  type BackupManifest,
  createManifest,
  DATABASE_FILE_NAMES,
  EML_FOLDER,
  MANIFEST_FILE,
  readManifest,
  verifyBackupFiles,
} from './backup-manifest.ts'
import { copyPrivateFile, isSystemError, readFileDigest, syncToDisk } from './files.ts'
import { dumpPostgres } from './postgres-backup.ts'
import { createWorkFolder, ensurePrivateFolder, type WorkFolder } from './private-files.ts'
import { copySqlite, openSqliteSource } from './sqlite-backup.ts'

/** The database and the data folder to back up. */
export type BackupSource = Pick<BackendConfig, 'database' | 'dataFolder'>

export interface BackupOptions {
  /** The folder of all backups. Default: `backups` in the data folder. */
  readonly targetFolder?: string | undefined
  /** Number of backups to keep, including the new one. Default: all. */
  readonly keepCount?: number | undefined
}

export interface Backup {
  readonly path: string
  readonly manifest: BackupManifest
  /** Names of older backups that were removed. */
  readonly removedBackups: readonly string[]
}

/** Copies the database into a file and counts its rows. */
export type CopyDatabase = (to: string) => Promise<Pick<BackupManifest, 'migrations' | 'rows'>>

/** Returns the default folder of backups in the data folder. */
export const getBackupFolder = (folder: string): string => join(folder, 'backups')

const BACKUP_NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/**
 * Backs up the messages while the server runs: a consistent copy of the database, the `.eml` files and a manifest, in a
 * folder that only its owner can read. The folder is renamed to its final name after it is verified and synced to disk.
 * Throws `UserError`; then there is no new backup and no older one was removed.
 */
export function createBackup(source: BackupSource, options: BackupOptions = {}): Promise<Backup> {
  return createBackupWithCopy(getCopyFunction(source.database), source, options)
}

function getCopyFunction(database: BackupSource['database']): CopyDatabase {
  if ('url' in database) return (to) => dumpPostgres(database.url, to)
  return async (to) => {
    using source = openSqliteSource(database.file)
    return await copySqlite(source, to)
  }
}

/** Like `createBackup`, with the given function to copy the database. */
export async function createBackupWithCopy(
  copyDatabase: CopyDatabase,
  { database, dataFolder }: BackupSource,
  { targetFolder = getBackupFolder(dataFolder), keepCount }: BackupOptions,
): Promise<Backup> {
  const parent = await ensurePrivateFolder(targetFolder)
  try {
    await using work = await createWorkFolder(parent)
    const databaseType = 'url' in database ? 'postgres' : 'sqlite'
    // Taken before the copy: the backup contains every message that was acknowledged until then.
    const createdAt = new Date().toISOString()
    const { migrations, rows } = await copyDatabase(join(work.path, DATABASE_FILE_NAMES[databaseType]))
    if (rows.message === undefined)
      throw new UserError(`The database ${formatDatabaseName(database)} has no message table: start the server once`)
    const databaseFile = {
      path: DATABASE_FILE_NAMES[databaseType],
      ...(await readFileDigest(join(work.path, DATABASE_FILE_NAMES[databaseType]))),
    }
    const emlFiles = await copyEmlFiles(getEmlFolder(dataFolder), join(work.path, EML_FOLDER))
    const manifest = createManifest({
      createdAt,
      database: databaseType,
      migrations,
      rows,
      files: [databaseFile, ...emlFiles],
    })
    await writeFile(join(work.path, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    for (const path of [DATABASE_FILE_NAMES[databaseType], MANIFEST_FILE, '.']) await syncToDisk(join(work.path, path))
    await verifyBackupFiles(work.path, await readManifest(work.path))
    const path = await moveToFinalPath(work, parent, createdAt)
    return { path, manifest, removedBackups: keepCount === undefined ? [] : await removeOldBackups(parent, keepCount) }
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new UserError(`Failed to create the backup in ${parent}: ${getErrorMessage(error)}`, { cause: error })
  }
}

/** Runs after the database copy, so that the file of every email that the copy records as sent is included, unless deleted. */
async function copyEmlFiles(from: string, to: string): Promise<BackupManifest['files']> {
  const names = (await listEmlFiles(from)).filter(({ isComplete }) => isComplete).map(({ name }) => name)
  if (names.length === 0) return []
  await mkdir(to, { mode: 0o700 })
  const files = []
  for (const name of names) {
    const digest = await copyPrivateFile(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined // deleted since it was listed
      throw error
    })
    if (digest) files.push({ path: `${EML_FOLDER}/${name}`, ...digest })
  }
  await syncToDisk(to)
  return files
}

async function moveToFinalPath(work: WorkFolder, parent: string, createdAt: string): Promise<string> {
  const path = join(parent, `backup-${createdAt.replaceAll(':', '-')}`)
  await rename(work.path, path)
  await syncToDisk(parent)
  return path
}

/** Removes the oldest backups. Each is renamed first, so that an interrupted removal does not leave a partial backup. */
async function removeOldBackups(parent: string, keepCount: number): Promise<readonly string[]> {
  const entries = await readdir(parent, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && BACKUP_NAME.test(entry.name)).map(({ name }) => name)
  const oldNames = names.sort().slice(0, -keepCount)
  try {
    for (const name of oldNames) {
      await using work = await createWorkFolder(parent)
      await rename(join(parent, name), join(work.path, name))
      await rm(join(work.path, name), { recursive: true })
    }
  } catch (error) {
    const problem = `The backup was created and verified, but an older one in ${parent} could not be removed: ${getErrorMessage(error)}`
    throw new UserError(problem, { cause: error })
  }
  return oldNames
}
