import { renameSync } from 'node:fs'
import * as z from 'zod'
import { toStorageError } from './storage-error.ts'

/** A state folder cannot be read, or was written by another version. The caller can move it aside and seed a new one. */
export class DamagedStateError extends Error {
  constructor(folder: string, reason: string, cause?: unknown) {
    super(`The local Contentful's state in ${folder} cannot be used: ${reason}`, { cause })
    this.name = 'DamagedStateError'
  }
}

/**
 * Errors of a damaged folder: SQLite result codes (sqlite.org/rescode.html) for other tables, a damaged file, a file that
 * cannot be opened and one that is no database, and a file in the place of a folder.
 */
const damageSchema = z.union([
  z.object({ message: z.string(), errcode: z.number().refine((code) => [1, 11, 14, 26].includes(code & 0xff)) }),
  z.object({ message: z.string(), code: z.enum(['EEXIST', 'ENOTDIR']) }),
])

/** Converts an error from opening a state folder: a `DamagedStateError`, a `StorageError`, or the same error. */
export function toStateError(folder: string, error: unknown): unknown {
  const { success, data } = damageSchema.safeParse(error)
  return success ? new DamagedStateError(folder, data.message, error) : toStorageError(folder, error)
}

/**
 * Renames a state folder, so that a new one can be created. Returns the new path. The folder is not deleted because it
 * can contain edited content.
 */
export function moveStateFolderAside(folder: string): string {
  const newPath = `${folder}-set-aside-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  renameSync(folder, newPath)
  return newPath
}
