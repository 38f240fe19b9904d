import { randomUUID } from 'node:crypto'
import { RestError } from '#cms/local/http/rest-error.ts'

/** at once (docs/contentful.md, Limits) */
const MOST_ACTIVE = 5

/** The oldest are forgotten: a stand-in's memory is not an archive. */
const MOST_KEPT = 100

export type BulkActionType = 'publish' | 'unpublish' | 'validate'

/** What kept one thing from it. */
export interface BulkFailure {
  readonly entity: unknown
  readonly error: object
}

export interface BulkAction {
  readonly id: string
  readonly action: BulkActionType
  /** As it was sent. */
  readonly payload: unknown
  readonly status: 'created' | 'inProgress' | 'succeeded' | 'failed'
  readonly createdAt: string
  readonly updatedAt: string
  readonly failures: readonly BulkFailure[]
}

/** Bulk actions: they begin when their request is answered, and tell later how they ended. */
export function createBulkActionRunner() {
  const runs = new Map<string, BulkAction>()
  let active = 0

  const keep = (run: BulkAction) => {
    runs.set(run.id, run)
    const [oldest] = runs.keys()
    if (runs.size > MOST_KEPT && oldest) runs.delete(oldest)
    return run
  }

  async function carryOut(begun: BulkAction, work: () => Promise<readonly BulkFailure[]>): Promise<void> {
    const now = () => new Date().toISOString()
    keep({ ...begun, status: 'inProgress', updatedAt: now() })
    const failures = await work().catch((error: unknown) => [toBulkFailure(null, error)])
    active -= 1
    keep({ ...begun, status: failures.length > 0 ? 'failed' : 'succeeded', updatedAt: now(), failures })
  }

  return {
    /** Throws where too many are active. */
    start(action: BulkActionType, payload: unknown, work: () => Promise<readonly BulkFailure[]>): BulkAction {
      if (active >= MOST_ACTIVE)
        throw new RestError('RateLimitExceeded', `At most ${MOST_ACTIVE} bulk actions can be active at once`)
      active += 1
      const createdAt = new Date().toISOString()
      const run = { id: randomUUID(), action, payload, status: 'created', createdAt, updatedAt: createdAt } as const
      const begun = keep({ ...run, failures: [] })
      setImmediate(() => void carryOut(begun, work))
      return begun
    },
    get: (id: string) => runs.get(id),
  }
}

export const toBulkFailure = (entity: unknown, error: unknown): BulkFailure => {
  const known = error instanceof RestError ? error : new RestError('ServerError', String(error))
  return { entity, error: known.body() }
}
