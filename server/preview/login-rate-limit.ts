import { countRequest, isRateLimitReached, type RateLimit } from '#server/api/limits/rate-limit.ts'
import type { Database } from '#server/database/schema.ts'
import { withTimeout } from '#server/with-timeout.ts'
import { getErrorMessage } from '#shared/user-error.ts'

/** Failed logins of one address within a window: more than anybody mistypes, too few to guess 16 characters. */
const MAX_FAILURES = 20
/** ms */
const WINDOW = 60_000
/** Addresses in memory. */
const MAX_ADDRESSES = 10_000

/** Limits failed preview logins, by client address. */
export interface LoginRateLimit {
  /** Counts a wrong secret. */
  readonly recordFailure: (address: string) => void
  /** Whether the address has to wait, even with the right secret. Never rejects. */
  readonly isExceeded: (address: string) => Promise<boolean>
}

/** The limit of a site with one web server. */
export function createMemoryLoginRateLimit(): LoginRateLimit {
  let counts = new Map<string, number>()
  let endsAt = 0
  const currentCounts = () => {
    if (Date.now() >= endsAt || counts.size >= MAX_ADDRESSES) {
      counts = new Map()
      endsAt = Date.now() + WINDOW
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

/** ms; an editor waits that long when the database does not answer. */
const TIMEOUT_MS = 2_000
/** ms without the database after it has failed. */
const RETRY_AFTER = 5_000
/** Failures that are being written at a time; others are counted in memory only. */
const MAX_WRITES = 50

/**
 * The limit of a site with several web servers on one database. Each server also counts in memory, at once: so many
 * requests at the same time are no way around it. While the database fails, the memory of each server is the limit:
 * nobody can guess without a limit, and no editor is kept out.
 */
export function createSharedLoginRateLimit({ db, log }: SharedLoginRateLimitOptions): LoginRateLimit {
  const memory = createMemoryLoginRateLimit()
  let retryAt = 0
  let hasFailed = false
  let writes = 0

  /** `undefined` where the database fails. */
  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    if (Date.now() < retryAt) return undefined
    try {
      const answer = await withTimeout(question(), TIMEOUT_MS, 'The database')
      hasFailed = false
      return answer
    } catch (error) {
      retryAt = Date.now() + RETRY_AFTER
      if (!hasFailed) log(`Failed preview logins are counted by this server alone for now: ${getErrorMessage(error)}`)
      hasFailed = true
      return undefined
    }
  }

  return {
    recordFailure: (address) => {
      memory.recordFailure(address)
      if (writes >= MAX_WRITES) return
      writes += 1
      void ask(() => countRequest(db, [limitOf(address)])).finally(() => {
        writes -= 1
      })
    },
    isExceeded: async (address) =>
      (await memory.isExceeded(address)) || ((await ask(() => isRateLimitReached(db, limitOf(address)))) ?? false),
  }
}

const limitOf = (address: string): RateLimit => ({
  name: 'preview logins',
  key: `preview logins of address ${address}`,
  max: MAX_FAILURES,
  windowMs: WINDOW,
})
