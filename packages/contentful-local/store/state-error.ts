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

/** An error of `node:fs`, or one of SQLite with its result code (sqlite.org/rescode.html). */
const errorSchema = z.object({ code: z.string(), syscall: z.string().optional(), errcode: z.number().optional() })

/** Other tables, a damaged file, one that cannot be opened or is no database, and a file in the place of a folder. */
const DAMAGE_CODES = [1, 11, 14, 26, 'EEXIST', 'ENOTDIR']
const FULL_CODES = [13, 4874, 'ENOSPC', 'EDQUOT'] // the second: while shared memory grows
const READ_ONLY_CODES = [8, 'EROFS', 'EACCES', 'EPERM', 'ENOENT mkdir'] // the last: for a recursive mkdir on a read-only disk

/** Whether an error has one of these codes. The last byte of a result code is its kind. */
function hasCode(error: unknown, codes: readonly (string | number)[]): boolean {
  const { code = '', syscall, errcode = 0 } = errorSchema.safeParse(error).data ?? {}
  return [code, `${code} ${syscall}`, errcode, errcode & 0xff].some((known) => codes.includes(known))
}

/** Converts an error from opening a state folder: a `DamagedStateError`, a `StorageError`, or the same error. */
export function toStateError(folder: string, error: unknown): unknown {
  const isDamage = error instanceof Error && hasCode(error, DAMAGE_CODES)
  return isDamage ? new DamagedStateError(folder, error.message, error) : toStorageError(folder, error)
}

/** Converts an error of reading or writing a state folder: a `StorageError`, or the same error. */
export function toStorageError<Problem>(folder: string, error: Problem): Problem | StorageError {
  if (hasCode(error, FULL_CODES)) return new StorageError(folder, 'full', error)
  return hasCode(error, READ_ONLY_CODES) ? new StorageError(folder, 'read-only', error) : error
}

/** Renames a state folder, because it can contain edited content, so that a new one can be created. Returns the new path. */
export function moveStateFolderAside(folder: string): string {
  const newPath = `${folder}-set-aside-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  renameSync(folder, newPath)
  return newPath
}
