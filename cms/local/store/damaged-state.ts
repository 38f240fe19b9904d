import { renameSync } from 'node:fs'

/** The state folder cannot be read, or was not written by this version: set it aside and seed anew. */
export class DamagedStateError extends Error {
  readonly folder: string

  constructor(folder: string, reason: string, cause?: unknown) {
    super(`The local Contentful's state in ${folder} cannot be used: ${reason}`, { cause })
    this.name = 'DamagedStateError'
    this.folder = folder
  }
}

/** SQLite's result codes that say that the file, not the machine, is to blame (sqlite.org/rescode.html). */
const DAMAGES: Readonly<Record<number, string>> = {
  1: 'its database has other tables',
  11: 'its database is damaged',
  14: 'its database cannot be opened',
  26: 'its database is not one',
}

/** What went wrong while a state folder was opened: the folder's fault, or the error itself (a full disk, missing rights). */
export function toDamagedStateError(folder: string, error: unknown): unknown {
  const reason = reasonOf(error)
  return reason ? new DamagedStateError(folder, reason, error) : error
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return DAMAGES[error.errcode & 0xff]
  const isInTheWay = 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR')
  return isInTheWay ? 'a file stands where a folder must be' : undefined
}

/**
 * Moves a state folder away, so that a new one can begin; answers with its new name.
 * Nothing is thrown away: somebody may have written in it.
 */
export function moveStateFolderAside(folder: string): string {
  const aside = `${folder}-set-aside-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  renameSync(folder, aside)
  return aside
}
