import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { lockFileExclusively } from '#server/database/sqlite/sqlite-lock.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'

const KEPT_BACKUPS = 48

/** How long a run waits for another one. */
const LOCK_TIMEOUT_MS = 60_000

/**
 * A backup has a running number in front, which is all that its age follows: clocks go back, and copies change the times
 * of files. The time after it is for people.
 */
const NAME = /^(?<number>\d{6,})-messages-[\dTZ-]+\.(?:sqlite|dump)$/

/** Names without a number, from former versions, are older than all others. */
const FORMER_NAME = /^messages-\d{4}(?:-\d{2}){2}T\d{2}(?:-\d{2}){2}Z\.sqlite$/

/** What a run that was killed left. */
const PART_NAME = /^\d{6,}-messages-.+\.part(?:-journal)?$/

/**
 * Adds a backup to a folder, then deletes all but the newest 48. Files of other names stay, and a backup that fails, which
 * is when `write` rejects, deletes none. A second process waits. Throws `UserError`.
 */
export async function addBackup(
  folder: string,
  extension: 'sqlite' | 'dump',
  write: (file: string) => Promise<void>,
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    using _lock = lockFolder(folder)
    const names = await readdir(folder)
    for (const name of names.filter((name) => PART_NAME.test(name))) await rm(join(folder, name))
    await write(join(folder, createName(names, extension)))
    for (const name of await findOldBackups(folder)) await rm(join(folder, name))
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${folder} cannot keep the backups: ${getErrorMessage(error)}`, { cause: error })
  }
}

function createName(names: readonly string[], extension: string): string {
  const number = Math.max(0, ...names.map(getNumber)) + 1
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return `${String(number).padStart(6, '0')}-messages-${time}Z.${extension}`
}

/** The names of all backups but the newest. */
async function findOldBackups(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  const names = files.map(({ name }) => name).filter((name) => NAME.test(name) || FORMER_NAME.test(name))
  const oldestFirst = names.sort().toSorted((a, b) => getNumber(a) - getNumber(b))
  return oldestFirst.slice(0, -KEPT_BACKUPS)
}

/** 0 without a number. */
const getNumber = (name: string): number => Number(NAME.exec(name)?.groups?.number ?? 0)

/** Throws `UserError` when another process still holds the lock after the wait. */
function lockFolder(folder: string): DatabaseSync {
  const lock = lockFileExclusively(join(folder, '.lock'), LOCK_TIMEOUT_MS)
  if (lock) return lock
  throw new UserError(`Another backup is being written into ${folder}: wait until it has ended`)
}
