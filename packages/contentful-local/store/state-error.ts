import { renameSync } from 'node:fs'
import * as z from 'zod'

/** A state folder cannot be read, or was written by another version. The caller can move it aside and seed a new one. */
export class DamagedStateError extends Error {
  constructor(folder: string, reason: string, cause?: unknown) {
    super(`The local Contentful's state in ${folder} cannot be used: ${reason}`, { cause })
    this.name = 'DamagedStateError'
  }
}

/** A state folder cannot be written: its disk is full, or it is read-only. The message is one line, with what to do. */
export class StorageError extends Error {
  readonly code = 'ERR_STATE_FOLDER'

  constructor(folder: string, reason: 'full' | 'read-only', cause: unknown) {
    super(
      reason === 'full'
        ? `There is no space left in ${folder}: free some on its disk, or choose another folder`
        : `${folder} cannot be written: let this user write it, or choose another folder`,
      { cause },
    )
    this.name = 'StorageError'
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

/** An error of `node:fs`, or one of SQLite with its result code. */
const errorSchema = z.object({ code: z.string(), syscall: z.string().optional(), errcode: z.number().optional() })

const FULL_CODES = ['ENOSPC', 'EDQUOT']
const READ_ONLY_CODES = ['EROFS', 'EACCES', 'EPERM', 'ENOENT mkdir'] // the last: for a recursive mkdir on a read-only disk

/** SQLite result codes (sqlite.org/rescode.html): the disk is full, also while shared memory grows. */
const isFull = (code: number) => (code & 0xff) === 13 || code === 4874
/** The file or its folder cannot be written. */
const isReadOnly = (code: number) => (code & 0xff) === 8

/** Converts an error of reading or writing a state folder: a `StorageError`, or the same error. */
export function toStorageError<Problem>(folder: string, error: Problem): Problem | StorageError {
  const { code = '', syscall, errcode = 0 } = errorSchema.safeParse(error).data ?? {}
  if (FULL_CODES.includes(code) || isFull(errcode)) return new StorageError(folder, 'full', error)
  if (READ_ONLY_CODES.some((known) => known === code || known === `${code} ${syscall}`) || isReadOnly(errcode))
    return new StorageError(folder, 'read-only', error)
  return error
}

/** Renames a state folder, because it can contain edited content, so that a new one can be created. Returns the new path. */
export function moveStateFolderAside(folder: string): string {
  const newPath = `${folder}-set-aside-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  renameSync(folder, newPath)
  return newPath
}
