import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  DamagedStateError,
  type LocalContentful,
  type LocalContentfulOptions,
  moveStateFolderAside,
  startLocalContentful,
} from 'contentful-local'

interface Options extends LocalContentfulOptions {
  readonly folder: string
  /** Receives one line if the state cannot be used. */
  readonly log: (line: string) => void
}

/**
 * Starts the local Contentful in this process. Sets a state folder aside that is damaged or of another version: a seed
 * run fills the new one.
 */
export async function startContentfulInProcess({ log, ...options }: Options): Promise<LocalContentful> {
  try {
    return await startLocalContentful(options)
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error
    log(`${error.message}. ${setStateFolderAside(options.folder)}`)
    return startLocalContentful(options)
  }
}

/** State folders that are kept after they were set aside. Each has some 30 MB. */
const MAX_FOLDERS = 3

/** Renames a state folder, so that a new one is created, and deletes the oldest of more than three. Returns a log line. */
export function setStateFolderAside(folder: string): string {
  moveStateFolderAside(folder)
  const folders = readdirSync(dirname(folder))
    .filter((name) => name.startsWith(`${basename(folder)}-set-aside-`))
    .sort()
    .map((name) => join(dirname(folder), name))
  const deleted = folders.slice(0, -MAX_FOLDERS)
  for (const old of deleted) rmSync(old, { recursive: true })
  const kept = folders.slice(-MAX_FOLDERS)
  return `It is set aside, and a new one is created. Set aside: ${kept.join(', ')}.${
    deleted.length > 0 ? ` Deleted: ${deleted.join(', ')}.` : ''
  }`
}
