import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { parseEmlFileName } from '#server/outbox/eml-files.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { UserError } from '#shared/user-error.ts'
import { readFileDigest } from './files.ts'
import { assertPrivate } from './private-files.ts'

/** File names in a backup. A manifest with other paths is invalid. */
export const MANIFEST_FILE = 'manifest.json'
/** File name of the database copy by database type. */
export const DATABASE_FILE_NAMES = { sqlite: 'database.sqlite', postgres: 'database.pgdump' } as const
/** Folder of the `.eml` files. */
export const EML_FOLDER = 'outbox'

const VERSION = 1

const isEmlPath = (path: string) =>
  path.startsWith(`${EML_FOLDER}/`) && parseEmlFileName(path.slice(EML_FOLDER.length + 1))?.isComplete === true

const countSchema = z.int().min(0)

/** The content of `manifest.json`. */
const manifestSchema = z
  .strictObject({
    version: z.literal(VERSION),
    createdAt: z.iso.datetime(),
    database: z.enum(['sqlite', 'postgres']),
    /** Applied migrations, in order. */
    migrations: z.array(z.string()),
    /** Number of rows by table name. */
    rows: z.record(z.string().regex(/^[a-z_]{1,63}$/), countSchema),
    files: z.array(
      z.strictObject({
        /** Relative to the backup, with slashes. */
        path: z.string().refine((path) => isEmlPath(path) || Object.values<string>(DATABASE_FILE_NAMES).includes(path)),
        size: countSchema,
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

export type BackupManifest = z.output<typeof manifestSchema>

/** Creates a manifest of the current version. */
export const createManifest = (content: Omit<BackupManifest, 'version'>): BackupManifest => ({
  version: VERSION,
  ...content,
})

/** Reads the manifest of a backup. Throws `UserError` if it is missing or invalid. */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const file = join(backup, MANIFEST_FILE)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    throw new UserError(
      isMissing ? `${backup} is not a backup: it has no ${MANIFEST_FILE}` : `${file} cannot be read (${error.code})`,
      {
        cause: error,
      },
    )
  })
  const { data } = manifestSchema.safeParse(tryParseJson(text))
  if (!data)
    throw new UserError(`${file} is damaged or was written by another version of this program: use another backup`)
  return data
}

/**
 * Compares every file of a backup with the manifest. Throws `UserError` for the first file that is missing, damaged, a
 * link, or writable by another user.
 */
export async function verifyBackupFiles(backup: string, { files }: BackupManifest): Promise<void> {
  await assertPrivate(backup)
  if (files.some(({ path }) => isEmlPath(path))) await assertPrivate(join(backup, EML_FOLDER))
  for (const { path, size, sha256 } of files) {
    const file = join(backup, path)
    const digest = await readFileDigest(file)
    await assertPrivate(file)
    if (digest.size !== size || digest.sha256 !== sha256)
      throw new UserError(`${file} is damaged: it differs from its checksum in ${MANIFEST_FILE}. Use another backup`)
  }
}
