import { countRequest, findReachedLimit, type RateLimit } from '#server/api/limits/rate-limit.ts'
import type { Database } from '#server/database/schema.ts'
import { withTimeout } from '#server/with-timeout.ts'
import { getErrorMessage } from '#shared/user-error.ts'

/** Failed logins per client address and window. A 16-character secret cannot be guessed at this rate. */
const MAX_FAILURES = 20
const WINDOW_MS = 60_000
/** Client addresses counted in memory. */
const MAX_ADDRESSES = 10_000

/** Limits failed preview logins per client address. */
export interface LoginRateLimit {
  /** Counts a login with a wrong secret. */
  readonly recordFailure: (address: string) => void
  /** Whether logins of the address are refused, those with the right secret included. Never rejects. */
  readonly isExceeded: (address: string) => Promise<boolean>
}

/** Creates the rate limit of a site with one web server. */
export function createMemoryLoginRateLimit(): LoginRateLimit {
  let counts = new Map<string, number>()
  let endsAt = 0
  const currentCounts = () => {
    if (Date.now() >= endsAt || counts.size >= MAX_ADDRESSES) {
      counts = new Map()
      endsAt = Date.now() + WINDOW_MS
    }
    return counts
  }
  const countOf = (address: string) => currentCounts().get(address) ?? 0
  return {
    recordFailure: (address) => currentCounts().set(address, countOf(address) + 1),
    isExceeded: async (address) => countOf(address) >= MAX_FAILURES,
  }
}

export interface SharedLoginRateLimitOptions {
  readonly db: Database
  readonly log: (line: string) => void
}

/** ms; the longest delay of a login when the database does not answer. */
const TIMEOUT_MS = 2_000
/** ms after a failure of the database until it is used again. */
const RETRY_DELAY_MS = 5_000
/** Concurrent database writes. Further failures are counted in memory only. */
const MAX_WRITES = 50

/**
 * Creates the rate limit of a site with several web servers on one database. Each server also counts in memory, without
 * delay, so that concurrent requests cannot exceed the limit. While the database fails, each server limits by its own
 * memory: guessing stays limited, and editors can still log in.
 */
export function createSharedLoginRateLimit({ db, log }: SharedLoginRateLimitOptions): LoginRateLimit {
  const memory = createMemoryLoginRateLimit()
  let retryAt = 0
  let hasFailed = false
  let writes = 0

  /** Resolves with `undefined` when the database fails. */
  async function useDatabase<Result>(query: () => Promise<Result>): Promise<Result | undefined> {
    if (Date.now() < retryAt) return undefined
    try {
      const result = await withTimeout(query(), TIMEOUT_MS, 'The database')
      hasFailed = false
      return result
    } catch (error) {
      retryAt = Date.now() + RETRY_DELAY_MS
      if (!hasFailed)
        log(
          `The database is not available; this server counts failed preview logins by itself: ${getErrorMessage(error)}`,
        )
      hasFailed = true
      return undefined
    }
  }

  return {
    recordFailure: (address) => {
      memory.recordFailure(address)
      if (writes >= MAX_WRITES) return
      writes += 1
      void useDatabase(() => countRequest(db, [createLimit(address)])).finally(() => {
        writes -= 1
      })
    },
    isExceeded: async (address) =>
      (await memory.isExceeded(address)) ||
      (await useDatabase(() => findReachedLimit(db, [createLimit(address)]))) !== undefined,
  }
}

const createLimit = (address: string): RateLimit => ({
  name: 'preview logins',
  key: `preview logins of address ${address}`,
  max: MAX_FAILURES,
  windowMs: WINDOW_MS,
})
