import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerConfig } from '#server/config/server-config.ts'
import { getErrorMessage } from '#shared/user-error.ts'
import { createDatabase, migrateDatabase } from './open-database.ts'
import { acquireSqliteLock } from './sqlite/sqlite-lock.ts'

/** ms between two attempts. */
const RETRY_INTERVAL_MS = 5_000

interface StartOptions {
  /** The lock of a SQLite file; without it, each attempt begins with the lock. */
  readonly lock: Disposable | undefined
  readonly log: (line: string) => void
  /** Called once, when the database can be used. */
  readonly onReady: () => void
}

/**
 * Opens the database and runs its migrations, and tries again until that succeeds: the server also runs while the
 * database cannot be reached, or its folder cannot be written. Logs each new reason of a failure.
 */
export function startDatabase(target: ServerConfig['database'], { log, onReady, ...options }: StartOptions) {
  const db = createDatabase(target)
  const stopping = new AbortController()
  let lock = options.lock
  let attempt = open()
  let reported: string | undefined

  async function open(): Promise<void> {
    if ('file' in target) lock ??= acquireSqliteLock(target.file)
    await migrateDatabase(db, target)
  }

  async function openRepeatedly(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await attempt
        if (reported) log('The database is open: messages are accepted again.')
        if (!stopping.signal.aborted) onReady()
        return
      } catch (error) {
        const reason = getErrorMessage(error)
        if (reason !== reported) log(`${reason}. Pages are served; messages are refused until it is open.`)
        reported = reason
      }
      await sleep(RETRY_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) attempt = open()
      attempt.catch(() => {}) // read by the next turn, and by requests
    }
  }

  const opening = openRepeatedly()
  return {
    db,
    /** Resolves when the database can be used; rejects with the error of the last attempt to open it. */
    whenReady: () => attempt,
    /** Ends the attempts. */
    stop: async () => {
      stopping.abort()
      await opening
    },
    /** Closes the connection, and releases the lock of a SQLite file. */
    close: async () => {
      await db.destroy()
      lock?.[Symbol.dispose]()
    },
  }
}
