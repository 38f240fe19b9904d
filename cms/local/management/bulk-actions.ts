import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createNotFoundError, createValidationError, RestError } from '#cms/local/http/rest-error.ts'
import type { ContentLifecycle } from './content-lifecycle.ts'
import { parseManagementBody } from './parse-request.ts'
import { createResourceLink, LOCAL_SPACE_SYS } from './resource-sys.ts'

/** items (docs/contentful.md, Limits) */
const MOST_ITEMS = 200

const linked = { type: z.literal('Link'), linkType: z.enum(['Entry', 'Asset']), id: z.string() }

const payloadOf = <Sys extends z.ZodRawShape>(sys: Sys) =>
  z.strictObject({
    entities: z.strictObject({
      sys: z.strictObject({ type: z.literal('Array') }).optional(),
      items: z.array(z.strictObject({ sys: z.strictObject({ ...linked, ...sys }) })).max(MOST_ITEMS),
    }),
  })
const versioned = payloadOf({ version: z.number() })
const plain = payloadOf({ version: z.number().optional() }).extend({ action: z.literal('publish').optional() })

type Item = z.output<typeof plain>['entities']['items'][number]
type ByKind = Readonly<Record<'Entry' | 'Asset', ContentLifecycle>>

interface ById {
  readonly Params: { readonly id: string }
}

/** Publishes, unpublishes or checks many things with one request. */
export function registerBulkActionRoutes(scope: FastifyInstance, kinds: ByKind): void {
  const runs = createBulkActionRunner()

  for (const action of ['publish', 'unpublish', 'validate'] as const) {
    scope.post(`/bulk_actions/${action}`, async ({ body, host }, reply) => {
      const payload = parseManagementBody(action === 'publish' ? versioned : plain, body)
      const { items } = payload.entities
      expectDistinct(items)
      for (const { sys } of items) expectThere(kinds[sys.linkType], sys)
      const run = runs.start(action, payload, () => carryOut(action, items, kinds, host))
      return reply.code(201).send(answerOf(run))
    })
  }

  scope.get<ById>('/bulk_actions/actions/:id', async ({ params: { id } }) => {
    const run = runs.get(id)
    if (run) return answerOf(run)
    throw createNotFoundError('BulkAction', id)
  })
}

function expectDistinct(items: readonly Item[]): void {
  const names = items.map(({ sys }) => `${sys.linkType} ${sys.id}`)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length === 0) return
  throw createValidationError(twice.map((value) => ({ name: 'duplicate', path: ['entities', 'items'], value })))
}

function expectThere(states: ContentLifecycle, { linkType, id, version }: Item['sys']): void {
  const found = states.find(id)
  if (!found) throw new RestError('BadRequest', `There is no ${linkType} "${id}"`)
  if (version !== undefined && version !== found.version)
    throw new RestError('BadRequest', `The ${linkType} "${id}" is at version ${found.version}, not ${version}`)
}

/** Nothing is published where one thing may not be. One after the other, so that other requests are answered between. */
async function carryOut(action: BulkActionType, items: readonly Item[], kinds: ByKind, host: string) {
  const failures = await forEach(items, ({ sys: { linkType, id, version } }) => {
    const states = kinds[linkType]
    if (action === 'unpublish') states.checkPublished(id)
    else states.checkPublishable(id, version ?? states.existing(id).version)
  })
  if (failures.length > 0 || action === 'validate') return failures
  return forEach(items, ({ sys: { linkType, id } }) => {
    const states = kinds[linkType]
    if (action === 'unpublish') return states.unpublish(id, host)
    states.checkPublishable(id, states.existing(id).version)
    return states.publish(id, host)
  })
}

async function forEach(items: readonly Item[], act: (item: Item) => unknown): Promise<readonly BulkFailure[]> {
  const failures: BulkFailure[] = []
  for (const item of items) {
    try {
      act(item)
    } catch (error) {
      failures.push(toBulkFailure(item, error))
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return failures
}

const answerOf = ({ id, action, payload, status, createdAt, updatedAt, failures }: BulkAction) => ({
  sys: {
    ...LOCAL_SPACE_SYS,
    type: 'BulkAction',
    id,
    status,
    createdAt,
    updatedAt,
    createdBy: createResourceLink('User', 'local-developer'),
  },
  action,
  payload,
  ...(failures.length > 0
    ? { error: { sys: { type: 'Error', id: 'BulkActionFailed' }, details: { errors: failures } } }
    : {}),
})

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

const toBulkFailure = (entity: unknown, error: unknown): BulkFailure => {
  const known = error instanceof RestError ? error : new RestError('ServerError', String(error))
  return { entity, error: known.body() }
}
