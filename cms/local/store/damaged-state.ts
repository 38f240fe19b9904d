import { renameSync } from 'node:fs'
import * as z from 'zod'

/** A state folder cannot be read, or was written by another version. The caller can move it aside and seed a new one. */
export class DamagedStateError extends Error {
  readonly folder: string

  constructor(folder: string, reason: string, cause?: unknown) {
    super(`The local Contentful's state in ${folder} cannot be used: ${reason}`, { cause })
    this.name = 'DamagedStateError'
    this.folder = folder
  }
}

/** SQLite result codes for a damaged file, as opposed to errors of the machine (sqlite.org/rescode.html). */
const DAMAGE_REASONS: Readonly<Record<number, string>> = {
  1: 'its database has other tables',
  11: 'its database is damaged',
  14: 'its database cannot be opened',
  26: 'its database file is not a database',
}

/** Converts an error from opening a state folder: a `DamagedStateError`, or the same error (full disk, no permission). */
export function toDamagedStateError(folder: string, error: unknown): unknown {
  const { code, errcode } = errorCodes.safeParse(error).data ?? {}
  const isFileInsteadOfFolder = code === 'EEXIST' || code === 'ENOTDIR'
  const reason = isFileInsteadOfFolder ? 'a file is in the place of a folder' : DAMAGE_REASONS[(errcode ?? 0) & 0xff]
  return reason ? new DamagedStateError(folder, reason, error) : error
}

/** The codes of an error of the file system, and of SQLite. */
const errorCodes = z.object({ code: z.string().optional(), errcode: z.number().optional() })

/**
 * Renames a state folder, so that a new one can be created. Returns the new path. The folder is not deleted because it
 * can contain edited content.
 */
export function moveStateFolderAside(folder: string): string {
  const newPath = `${folder}-set-aside-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  renameSync(folder, newPath)
  return newPath
}
