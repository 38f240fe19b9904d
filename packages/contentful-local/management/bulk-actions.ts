import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createValidationError, type ErrorDetail, RestError } from '#local/http/rest-error.ts'
import type { LocationSys, StoredContent } from '#local/store/store.ts'
import { expectExisting, parseManagementBody } from './parse-request.ts'
import { type IdRoute, LOCAL_USER_LINK, type ResourceService } from './resource-service.ts'

/** Items per bulk action, and bulk actions at the same time (docs/contentful.md, Limits). */
const MAX_ITEMS = 200
const MAX_ACTIVE = 5

/** Bulk actions kept in memory. The oldest are deleted first. */
const MAX_KEPT = 100

const linkSchema = z.strictObject({
  type: z.literal('Link'),
  linkType: z.enum(['Entry', 'Asset']),
  id: z.string(),
  version: z.number().optional(),
})

const payloadSchema = z.strictObject({
  action: z.literal('publish').optional(),
  entities: z.strictObject({
    sys: z.strictObject({ type: z.literal('Array') }).optional(),
    items: z.array(z.strictObject({ sys: linkSchema })).max(MAX_ITEMS),
  }),
})

type BulkItem = z.output<typeof payloadSchema>['entities']['items'][number]
type BulkActionType = 'publish' | 'unpublish' | 'validate'
type ServicesByType = Readonly<Record<'Entry' | 'Asset', ResourceService<StoredContent>>>

/** Registers the endpoints that publish, unpublish or validate up to 200 entries and assets with one request. */
export function registerBulkActionRoutes(
  scope: FastifyInstance,
  services: ServicesByType,
  locationSys: LocationSys,
): void {
  const runner = createBulkActionRunner()
  const toResponse = ({ id, action, payload, status, createdAt, updatedAt, failures }: BulkAction) => ({
    sys: { ...locationSys, type: 'BulkAction', id, status, createdAt, updatedAt, createdBy: LOCAL_USER_LINK },
    action,
    payload,
    ...(status === 'failed' && {
      error: { sys: { type: 'Error', id: 'BulkActionFailed' }, details: { errors: failures } },
    }),
  })

  for (const action of ['publish', 'unpublish', 'validate'] as const) {
    scope.post(`/bulk_actions/${action}`, async ({ body, host }, reply) => {
      const payload = parseManagementBody(payloadSchema, body)
      const { items } = payload.entities
      checkItems(action, items, services)
      // Changes nothing if one check fails. Unpublishing what is not published succeeds and changes nothing.
      const bulkAction = runner.start(action, payload, async () => {
        const failures = await runForEach(items, ({ linkType, id, version }) => {
          const resource = services[linkType].getExisting(id)
          if (action !== 'unpublish') services[linkType].checkPublishable(id, version ?? resource.version)
        })
        if (failures.length > 0 || action === 'validate') return failures
        return runForEach(items, ({ linkType, id }) => {
          const { published, version } = services[linkType].getExisting(id)
          if (published || action === 'publish') services[linkType][action]({ id, version, host })
        })
      })
      return reply.code(201).send(toResponse(bulkAction))
    })
  }

  scope.get<IdRoute>('/bulk_actions/actions/:id', async ({ params: { id } }) =>
    toResponse(expectExisting(runner.get(id), 'BulkAction', id)),
  )
}

/** Throws if an item has no version, is repeated, does not exist or has another version. */
function checkItems(action: BulkActionType, items: readonly BulkItem[], services: ServicesByType): void {
  const errors = items.flatMap(({ sys }, index): readonly ErrorDetail[] => {
    // The error is that of the real API (contentful-management.js, test/integration/bulk-action-integration.test.ts).
    const path = ['entities', 'items', index, 'sys', 'version']
    const details = `"entities.items[${index}].sys.version" is required`
    if (action === 'publish' && sys.version === undefined) return [{ name: 'any.required', path, details }]
    const isFirst = items.findIndex((item) => item.sys.linkType === sys.linkType && item.sys.id === sys.id) === index
    return isFirst ? [] : [{ name: 'duplicate', path: ['entities', 'items'], value: `${sys.linkType} ${sys.id}` }]
  })
  if (errors.length > 0) throw createValidationError(errors)
  for (const { linkType, id, version: sent } of items.map(({ sys }) => sys)) {
    const version = services[linkType].definition.table.get(id)?.version
    if (version === undefined) throw new RestError('BadRequest', `There is no ${linkType} "${id}"`)
    if (sent !== undefined && sent !== version)
      throw new RestError('BadRequest', `The ${linkType} "${id}" is at version ${version}, not ${sent}`)
  }
}

/** Runs `act` for each item, one by one, so that other requests are handled in between. Returns the failures. */
async function runForEach(items: readonly BulkItem[], act: (sys: BulkItem['sys']) => void) {
  const failures: BulkFailure[] = []
  for (const item of items) {
    try {
      act(item.sys)
    } catch (error) {
      failures.push({ entity: item, error: toErrorBody(error) })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return failures
}

/** The response body of an error. */
export const toErrorBody = (error: unknown): object =>
  (error instanceof RestError ? error : new RestError('ServerError', String(error))).body()

/** The error of one item. */
export interface BulkFailure {
  readonly entity: unknown
  readonly error: object
}

interface BulkAction extends Readonly<Record<'id' | 'createdAt' | 'updatedAt', string>> {
  readonly action: BulkActionType
  /** The request body. */
  readonly payload: unknown
  readonly status: 'created' | 'inProgress' | 'succeeded' | 'failed'
  readonly failures: readonly BulkFailure[]
}

/** Runs bulk actions after their request was answered. Clients poll for the result. */
export function createBulkActionRunner() {
  const bulkActions = new Map<string, BulkAction>()
  let active = 0
  return {
    /** Throws `RateLimitExceeded` if 5 bulk actions are active. */
    start(action: BulkActionType, payload: unknown, work: () => Promise<readonly BulkFailure[]>): BulkAction {
      if (active >= MAX_ACTIVE)
        throw new RestError('RateLimitExceeded', `At most ${MAX_ACTIVE} bulk actions can be active at once`)
      active += 1
      const id = randomUUID()
      const createdAt = new Date().toISOString()
      const set = (status: BulkAction['status'], failures: readonly BulkFailure[] = []) => {
        const bulkAction = { id, action, payload, status, failures, createdAt, updatedAt: new Date().toISOString() }
        bulkActions.set(id, bulkAction)
        return bulkAction
      }
      setImmediate(async () => {
        set('inProgress')
        const failures = await work().catch((error: unknown) => [{ entity: null, error: toErrorBody(error) }])
        active -= 1
        set(failures.length > 0 ? 'failed' : 'succeeded', failures)
      })
      const [oldest] = bulkActions.keys()
      if (bulkActions.size >= MAX_KEPT && oldest) bulkActions.delete(oldest)
      return set('created')
    },
    get: (id: string) => bulkActions.get(id),
  }
}
