import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackendConfig, getEmlFolder } from '#server/config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { listEmlFiles } from '#server/outbox/eml-folder.ts'
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

/** What is backed up: a database and the folder of the backend. */
export type BackupSource = Pick<BackendConfig, 'database' | 'dataFolder'>

export interface BackupOptions {
  /** The folder of all backups; `backups` in the folder of the backend by default. */
  readonly targetFolder?: string | undefined
  /** Backups to keep, with the new one; all by default. */
  readonly keepCount?: number | undefined
}

export interface Backup {
  readonly path: string
  readonly manifest: BackupManifest
  /** Names of older backups that were removed. */
  readonly removedBackups: readonly string[]
}

/** Copies the database into a file, and counts what is in it. */
export type CopyDatabase = (to: string) => Promise<Pick<BackupManifest, 'migrations' | 'rows'>>

export const getBackupFolder = (folder: string): string => join(folder, 'backups')

const NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/**
 * Backs up the messages while the server runs: the database of one moment and the `.eml` files, in a folder for its owner
 * alone with a manifest. It gets its name when it is complete, verified and on the disk. Throws `UserError`; then there
 * is no new backup, and the older ones are all there.
 */
export function createBackup(source: BackupSource, options: BackupOptions = {}): Promise<Backup> {
  return createBackupWithCopy(copyOf(source.database), source, options)
}

function copyOf(database: BackupSource['database']): CopyDatabase {
  if ('url' in database) return (to) => dumpPostgres(database.url, to)
  return async (to) => {
    using source = openSqliteSource(database.file)
    return await copySqlite(source, to)
  }
}

/** As `createBackup`, with another way to copy the database. */
export async function createBackupWithCopy(
  copyDatabase: CopyDatabase,
  { database, dataFolder }: BackupSource,
  { targetFolder = getBackupFolder(dataFolder), keepCount }: BackupOptions,
): Promise<Backup> {
  const parent = await ensurePrivateFolder(targetFolder)
  try {
    await using work = await createWorkFolder(parent)
    const kind = 'url' in database ? 'postgres' : 'sqlite'
    // The time before the copy: what is acknowledged until then is in it.
    const createdAt = new Date().toISOString()
    const { migrations, rows } = await copyDatabase(join(work.path, DATABASE_FILE_NAMES[kind]))
    if (rows.message === undefined)
      throw new UserError(
        `The database ${formatDatabaseName(database)} has no table of messages: start the server once`,
      )
    const databaseFile = {
      path: DATABASE_FILE_NAMES[kind],
      ...(await readFileDigest(join(work.path, DATABASE_FILE_NAMES[kind]))),
    }
    const emlFiles = await copyEmlFiles(getEmlFolder(dataFolder), join(work.path, EML_FOLDER))
    const manifest = createManifest({ createdAt, database: kind, migrations, rows, files: [databaseFile, ...emlFiles] })
    await writeFile(join(work.path, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    for (const path of [DATABASE_FILE_NAMES[kind], MANIFEST_FILE, '.']) await syncToDisk(join(work.path, path))
    await verifyBackupFiles(work.path, await readManifest(work.path))
    const path = await publish(work, parent, createdAt)
    return { path, manifest, removedBackups: keepCount === undefined ? [] : await removeOldBackups(parent, keepCount) }
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new UserError(`The backup in ${parent} could not be made: ${getErrorMessage(error)}`, { cause: error })
  }
}

/** After the database: the file of every mail that the copy has as sent is there, unless it was deleted meanwhile. */
async function copyEmlFiles(from: string, to: string): Promise<BackupManifest['files']> {
  const names = (await listEmlFiles(from)).filter(({ isComplete }) => isComplete).map(({ name }) => name)
  if (names.length === 0) return []
  await mkdir(to, { mode: 0o700 })
  const files = []
  for (const name of names) {
    const digest = await copyPrivateFile(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined // deleted meanwhile
      throw error
    })
    if (digest) files.push({ path: `${EML_FOLDER}/${name}`, ...digest })
  }
  await syncToDisk(to)
  return files
}

async function publish(work: WorkFolder, parent: string, createdAt: string): Promise<string> {
  const path = join(parent, `backup-${createdAt.replaceAll(':', '-')}`)
  await rename(work.path, path)
  await syncToDisk(parent)
  return path
}

/** Removes the oldest backups. One that is being removed has no backup's name any more. */
async function removeOldBackups(parent: string, keep: number): Promise<readonly string[]> {
  const entries = await readdir(parent, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory() && NAME.test(entry.name)).map(({ name }) => name)
  const old = names.sort().slice(0, -keep)
  try {
    for (const name of old) {
      await using work = await createWorkFolder(parent)
      await rename(join(parent, name), join(work.path, name))
      await rm(join(work.path, name), { recursive: true })
    }
  } catch (error) {
    const problem = `The backup is made and verified, but an older one in ${parent} could not be removed: ${getErrorMessage(error)}`
    throw new UserError(problem, { cause: error })
  }
  return old
}
