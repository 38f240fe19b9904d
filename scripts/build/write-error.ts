import { getErrorMessage, UserError } from '#shared/user-error.ts'

const FULL = /ENOSPC|EDQUOT|no space left|quota exceeded/i
const READ_ONLY = /EROFS|EACCES|EPERM|read-only file system|permission denied/i

/**
 * Returns a function for `catch` of what writes a build. It throws a `UserError` if the disk is full or the folder cannot be
 * written, and any other error again.
 */
export const throwWriteError =
  (folder: string) =>
  (error: unknown): never => {
    // The text: Vite's error contains those of its plugins, and rolldown has only the text of the operating system.
    const errors: readonly unknown[] =
      error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [error]
    const text = errors.map(getErrorMessage).join()
    if (FULL.test(text))
      throw new UserError(`There is no space left in ${folder}: free some on its disk, or choose another folder`)
    if (READ_ONLY.test(text))
      throw new UserError(`${folder} cannot be written: let this user write it, or choose another folder`)
    throw error
  }
