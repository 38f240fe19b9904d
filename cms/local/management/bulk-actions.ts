import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createNotFoundError, createValidationError, RestError } from '#local/http/rest-error.ts'
import type { LocationSys, StoredContent } from '#local/store/store.ts'
import { parseManagementBody } from './parse-request.ts'
import type { ResourceService } from './resource-routes.ts'
import { LOCAL_USER_LINK } from './resource-sys.ts'

/** Items per bulk action (docs/contentful.md, Limits). */
const MAX_ITEMS = 200

/** Bulk actions at the same time (docs/contentful.md, Limits). */
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
type ServicesByType = Readonly<Record<'Entry' | 'Asset', ResourceService<StoredContent>>>

/** Registers the endpoints that publish, unpublish or validate up to 200 entries and assets with one request. */
export function registerBulkActionRoutes(
  scope: FastifyInstance,
  services: ServicesByType,
  locationSys: LocationSys,
): void {
  const runner = createBulkActionRunner()

  for (const action of ['publish', 'unpublish', 'validate'] as const) {
    scope.post(`/bulk_actions/${action}`, async ({ body, host }, reply) => {
      const payload = parseManagementBody(payloadSchema, body)
      const { items } = payload.entities
      if (action === 'publish') expectVersions(items)
      checkItems(items, services)
      const bulkAction = runner.start(action, payload, () => runBulkAction(action, items, services, host))
      return reply.code(201).send(toResponse(bulkAction, locationSys))
    })
  }

  scope.get<{ Params: { id: string } }>('/bulk_actions/actions/:id', async ({ params: { id } }) => {
    const bulkAction = runner.get(id)
    if (bulkAction) return toResponse(bulkAction, locationSys)
    throw createNotFoundError('BulkAction', id)
  })
}

/** The error is that of the real API (contentful-management.js, test/integration/bulk-action-integration.test.ts). */
function expectVersions(items: readonly BulkItem[]): void {
  const errors = items.flatMap(({ sys: { version } }, index) => {
    const details = `"entities.items[${index}].sys.version" is required`
    const path = ['entities', 'items', index, 'sys', 'version']
    return version === undefined ? [{ name: 'any.required', path, details }] : []
  })
  if (errors.length > 0) throw createValidationError(errors)
}

/** Throws if an item is repeated, does not exist or has another version. */
function checkItems(items: readonly BulkItem[], services: ServicesByType): void {
  const keys = items.map(({ sys }) => `${sys.linkType} ${sys.id}`)
  const duplicates = keys.filter((key, index) => keys.indexOf(key) !== index)
  if (duplicates.length > 0)
    throw createValidationError(duplicates.map((value) => ({ name: 'duplicate', path: ['entities', 'items'], value })))
  for (const { linkType, id, version } of items.map(({ sys }) => sys)) {
    const resource = services[linkType].find(id)
    if (!resource) throw new RestError('BadRequest', `There is no ${linkType} "${id}"`)
    if (version !== undefined && version !== resource.version)
      throw new RestError('BadRequest', `The ${linkType} "${id}" is at version ${resource.version}, not ${version}`)
  }
}

/**
 * Checks all items, then publishes or unpublishes them. Changes nothing if one check fails. The items run one by one, so
 * that other requests are handled in between. Unpublishing what is not published succeeds and changes nothing.
 */
async function runBulkAction(
  action: BulkActionType,
  items: readonly BulkItem[],
  services: ServicesByType,
  host: string,
): Promise<readonly BulkFailure[]> {
  const failures = await runForEach(items, ({ sys: { linkType, id, version } }) => {
    const resource = services[linkType].getExisting(id)
    if (action !== 'unpublish') services[linkType].checkPublishable(id, version ?? resource.version)
  })
  if (failures.length > 0 || action === 'validate') return failures
  return runForEach(items, ({ sys: { linkType, id } }) => {
    const service = services[linkType]
    const { published, version } = service.getExisting(id)
    if (action === 'unpublish') return published && service.unpublish({ id, version, host })
    service.checkPublishable(id, version)
    return service.publish(id, host)
  })
}

/** Runs `act` for each item. Returns the failures. */
async function runForEach(
  items: readonly BulkItem[],
  act: (item: BulkItem) => unknown,
): Promise<readonly BulkFailure[]> {
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

const toResponse = (
  { id, action, payload, status, createdAt, updatedAt, failures }: BulkAction,
  locationSys: LocationSys,
) => ({
  sys: { ...locationSys, type: 'BulkAction', id, status, createdAt, updatedAt, createdBy: LOCAL_USER_LINK },
  action,
  payload,
  ...(failures.length === 0
    ? {}
    : { error: { sys: { type: 'Error', id: 'BulkActionFailed' }, details: { errors: failures } } }),
})

type BulkActionType = 'publish' | 'unpublish' | 'validate'

/** The error of one item. */
export interface BulkFailure {
  readonly entity: unknown
  readonly error: object
}

const toBulkFailure = (entity: unknown, error: unknown): BulkFailure => {
  const restError = error instanceof RestError ? error : new RestError('ServerError', String(error))
  return { entity, error: restError.body() }
}

interface BulkAction {
  readonly id: string
  readonly action: BulkActionType
  /** The request body. */
  readonly payload: unknown
  readonly status: 'created' | 'inProgress' | 'succeeded' | 'failed'
  readonly createdAt: string
  readonly updatedAt: string
  readonly failures: readonly BulkFailure[]
}

/** Runs bulk actions after their request was answered. Clients poll for the result. */
export function createBulkActionRunner() {
  const bulkActions = new Map<string, BulkAction>()
  let active = 0

  const set = (bulkAction: Omit<BulkAction, 'updatedAt'>): BulkAction => {
    const updated = { ...bulkAction, updatedAt: new Date().toISOString() }
    bulkActions.set(updated.id, updated)
    const [oldest] = bulkActions.keys()
    if (bulkActions.size > MAX_KEPT && oldest) bulkActions.delete(oldest)
    return updated
  }

  return {
    /** Throws `RateLimitExceeded` if 5 bulk actions are active. */
    start(action: BulkActionType, payload: unknown, work: () => Promise<readonly BulkFailure[]>): BulkAction {
      if (active >= MAX_ACTIVE)
        throw new RestError('RateLimitExceeded', `At most ${MAX_ACTIVE} bulk actions can be active at once`)
      active += 1
      const properties = { id: randomUUID(), action, payload, createdAt: new Date().toISOString(), failures: [] }
      setImmediate(async () => {
        set({ ...properties, status: 'inProgress' })
        const failures = await work().catch((error: unknown) => [toBulkFailure(null, error)])
        active -= 1
        set({ ...properties, status: failures.length > 0 ? 'failed' : 'succeeded', failures })
      })
      return set({ ...properties, status: 'created' })
    },
    get: (id: string) => bulkActions.get(id),
  }
}
