import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { parseEmlFileName } from '#server/outbox/eml-folder.ts'
import { UserError } from '#shared/user-error.ts'
import { readFileDigest } from './files.ts'
import { assertPrivate } from './private-files.ts'

/** The names of files in a backup: the manifest can name no other path. */
export const MANIFEST_FILE = 'manifest.json'
export const DATABASE_FILE_NAMES = { sqlite: 'database.sqlite', postgres: 'database.pgdump' } as const
export const EML_FOLDER = 'outbox'

const VERSION = 1

const isEmlPath = (path: string) =>
  path.startsWith(`${EML_FOLDER}/`) && parseEmlFileName(path.slice(EML_FOLDER.length + 1))?.isComplete === true

const count = z.int().min(0)

/** What a backup consists of. */
const manifest = z
  .strictObject({
    version: z.literal(VERSION),
    createdAt: z.iso.datetime(),
    database: z.enum(['sqlite', 'postgres']),
    /** Migrations that the database has, in their order. */
    migrations: z.array(z.string()),
    /** Of each table. */
    rows: z.record(z.string().regex(/^[a-z_]{1,63}$/), count),
    files: z.array(
      z.strictObject({
        /** Relative to the backup, with slashes. */
        path: z.string().refine((path) => isEmlPath(path) || Object.values<string>(DATABASE_FILE_NAMES).includes(path)),
        size: count,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    ),
  })
  .refine(({ database, files }) => {
    const paths = files.map(({ path }) => path)
    const databases = paths.filter((path) => !isEmlPath(path))
    return (
      databases.length === 1 && databases[0] === DATABASE_FILE_NAMES[database] && new Set(paths).size === paths.length
    )
  })

export type BackupManifest = z.output<typeof manifest>

export const createManifest = (content: Omit<BackupManifest, 'version'>): BackupManifest => ({
  version: VERSION,
  ...content,
})

/** Reads the manifest of a backup. Throws `UserError` where it is none of ours. */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const file = join(backup, MANIFEST_FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    throw new UserError(
      isMissing ? `${backup} is no backup: it has no ${MANIFEST_FILE}` : `${file} cannot be read (${error.code})`,
      {
        cause: error,
      },
    )
  })
  const { data } = manifest.safeParse(parseJson(text))
  if (!data) throw new UserError(`${file} is damaged, or of another version of this program: use another backup`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Compares every file of a backup with its manifest. Throws `UserError` for the first that is missing, damaged, a
 * link, or under the control of another user.
 */
export async function verifyBackupFiles(backup: string, { files }: BackupManifest): Promise<void> {
  await assertPrivate(backup)
  if (files.some(({ path }) => isEmlPath(path))) await assertPrivate(join(backup, EML_FOLDER))
  for (const { path, size, sha256 } of files) {
    const file = join(backup, path)
    const found = await readFileDigest(file)
    await assertPrivate(file)
    if (found.size !== size || found.sha256 !== sha256)
      throw new UserError(`${file} is damaged: it differs from its checksum in ${MANIFEST_FILE}. Use another backup`)
  }
}
