import * as z from 'zod'

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

const fileErrorSchema = z.object({ code: z.string(), syscall: z.string().optional() })
const sqliteErrorSchema = z.object({ errcode: z.number() })

const FULL_CODES = ['ENOSPC', 'EDQUOT']
const READ_ONLY_CODES = ['EROFS', 'EACCES', 'EPERM', 'ENOENT mkdir'] // the last: for a recursive mkdir on a read-only disk

/** SQLite result codes (sqlite.org/rescode.html): the disk is full, also while shared memory grows. */
const isFull = (code: number) => (code & 0xff) === 13 || code === 4874
/** The file or its folder cannot be written. */
const isReadOnly = (code: number) => (code & 0xff) === 8

/** Converts an error of reading or writing a state folder: a `StorageError`, or the same error. */
export function toStorageError<Problem>(folder: string, error: Problem): Problem | StorageError {
  const { code = '', syscall } = fileErrorSchema.safeParse(error).data ?? {}
  const { errcode = 0 } = sqliteErrorSchema.safeParse(error).data ?? {}
  if (FULL_CODES.includes(code) || isFull(errcode)) return new StorageError(folder, 'full', error)
  if (READ_ONLY_CODES.some((known) => known === code || known === `${code} ${syscall}`) || isReadOnly(errcode))
    return new StorageError(folder, 'read-only', error)
  return error
}
