import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { LOCAL_SPACE_ID } from '#local/constants.ts'
import { parseListQuery } from '#local/engine/list-query.ts'
import { createListSchema } from '#local/engine/list-schema.ts'
import { createInvalidParameterError, parseQueryParameters } from '#local/engine/query-parameters.ts'
import { createNotFoundError, createValidationError, RestError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { ScheduledAction, SpaceStore } from '#local/store/space-store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import type { WebhookDispatcher } from '#local/webhooks/webhook-dispatcher.ts'
import { createAssetService } from './asset-routes.ts'
import { createEntryService } from './entry-routes.ts'
import { listAliases } from './environment-routes.ts'
import { createId, expectVersion, getSentVersion, ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import type { IdRoute } from './resource-routes.ts'
import { LOCAL_USER_LINK, toSpaceResourceSys } from './resource-sys.ts'

/** Actions of an environment that have not run yet (Contentful's documentation, Scheduled Actions). */
const MAX_SCHEDULED = 500

/** The longest delay of a timer, in ms: a clock that is changed meanwhile delays an action by at most this time. */
const MAX_DELAY_MS = 60_000

type StoredAction = StoredResource<ScheduledAction>

export type ActionScheduler = ReturnType<typeof startActionScheduler>

/**
 * Starts the scheduler of a space. Actions that became due while the server was not running are run at once. Each action
 * publishes or unpublishes as a request of the management API does, with the same checks and webhook calls.
 */
export function startActionScheduler(space: SpaceStore, webhooks: WebhookDispatcher) {
  const { scheduledActions } = space
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isClosed = false
  const listScheduled = () =>
    scheduledActions
      .all()
      .filter(isScheduled)
      .sort((a, b) => getTime(a) - getTime(b))

  async function runDueActions(): Promise<void> {
    for (const action of listScheduled().filter((candidate) => getTime(candidate) <= Date.now())) {
      if (isClosed) return
      const aliases = listAliases(space, action.draft.environment)
      webhooks.runWithAliases(aliases, () => runAction(space, action, webhooks.dispatch))
      await new Promise((resolve) => setImmediate(resolve)) // other requests are handled in between
    }
    reschedule()
  }

  /** Sets the timer for the next action. Call it after each change of an action. */
  function reschedule(): void {
    clearTimeout(timer)
    const [next] = listScheduled()
    if (!next || isClosed) return
    const delay = Math.min(Math.max(getTime(next) - Date.now(), 0), MAX_DELAY_MS)
    timer = setTimeout(() => {
      running = running.then(runDueActions)
    }, delay).unref()
  }

  reschedule()
  return {
    reschedule,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

const isScheduled = ({ draft }: StoredAction) => draft.status === 'scheduled'

const getTime = ({ draft }: StoredAction) => Date.parse(draft.scheduledFor.datetime)

function runAction(space: SpaceStore, { id, draft }: StoredAction, dispatch: DispatchWebhooks): void {
  let error: object | undefined
  try {
    const environment = space.resolveEnvironment(draft.environment)
    if (environment === undefined) throw createNotFoundError('Environment', draft.environment)
    const store = space.openEnvironment(environment)
    const { linkType, id: entityId } = draft.entity
    const service = (linkType === 'Entry' ? createEntryService : createAssetService)(store, dispatch)
    const { version } = service.getExisting(entityId)
    if (draft.action === 'unpublish') service.unpublish({ id: entityId, version, host: draft.host })
    else {
      service.checkPublishable(entityId, version)
      service.publish(entityId, draft.host)
    }
  } catch (thrown) {
    if (!(thrown instanceof RestError)) console.error('local Contentful, a scheduled action:', thrown)
    error = thrown instanceof RestError ? thrown.body() : new RestError('ServerError', String(thrown)).body()
  }
  const finished: ScheduledAction = { ...draft, status: error ? 'failed' : 'succeeded', ...(error ? { error } : {}) }
  dispatch('ScheduledAction.execute', toResponse(space.scheduledActions.save(id, finished)))
}

const linkSchema = <LinkType extends string>(...linkTypes: [LinkType, ...LinkType[]]) =>
  z.strictObject({
    sys: z.strictObject({ type: z.literal('Link'), linkType: z.enum(linkTypes), id: z.string() }),
  })

const bodySchema = z.strictObject({
  sys: ignoredSysSchema,
  entity: linkSchema('Entry', 'Asset'),
  environment: linkSchema('Environment'),
  action: z.enum(['publish', 'unpublish']),
  scheduledFor: z.strictObject({
    datetime: z.iso.datetime({ offset: true }),
    timezone: z.string().refine(isTimeZone, 'Must be an IANA time zone').optional(),
  }),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const PATH = '/scheduled_actions'
const ENVIRONMENT_PARAMETER = 'environment.sys.id'

const LIST_SCHEMA = createListSchema({
  'sys.id': 'Symbol',
  'sys.status': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
  'sys.createdBy.sys.id': 'Symbol',
  'entity.sys.id': 'Symbol',
  'entity.sys.linkType': 'Symbol',
  action: 'Symbol',
  'scheduledFor.datetime': 'Date',
})

/** Registers the endpoints of scheduled actions. */
export function registerScheduledActionRoutes(
  scope: FastifyInstance,
  space: SpaceStore,
  scheduler: ActionScheduler,
  dispatchWebhooks: DispatchWebhooks,
): void {
  const { scheduledActions } = space
  const getAction = (id: string) => {
    const action = scheduledActions.get(id)
    if (action) return action
    throw createNotFoundError('ScheduledAction', id, { space: LOCAL_SPACE_ID })
  }
  /** Throws if the action was run or canceled. */
  const getPendingAction = (id: string) => {
    const action = getAction(id)
    if (action.draft.status === 'scheduled') return action
    throw new RestError('BadRequest', `The scheduled action has the status ${action.draft.status} and cannot change`)
  }
  const respond = (event: 'create' | 'save' | 'delete', action: StoredAction) => {
    scheduler.reschedule()
    const response = toResponse(action)
    dispatchWebhooks(`ScheduledAction.${event}`, response)
    return response
  }

  scope.get(PATH, async ({ query }) => {
    const parameters = parseQueryParameters(query)
    const environment = parameters.take(ENVIRONMENT_PARAMETER)
    if (environment === undefined) throw createInvalidParameterError(ENVIRONMENT_PARAMETER, 'is required')
    const environmentId = space.resolveEnvironment(environment)
    const items = scheduledActions.all().filter(({ draft }) => draft.environment === environmentId)
    const page = parseListQuery(parameters, LIST_SCHEMA).getPage(items.map(toResponse), (item) => item)
    // Contentful pages this list with cursors. Without one, the response has neither total nor skip.
    return { sys: { type: 'Array' }, limit: page.limit, pages: {}, items: page.items }
  })

  scope.get<IdRoute>(`${PATH}/:id`, async ({ params }) => toResponse(getAction(params.id)))

  scope.post(PATH, async ({ body, host }, reply) => {
    const action = parseAction(space, body, host)
    const others = scheduledActions.all().filter(({ draft }) => draft.environment === action.environment)
    if (others.filter(isScheduled).length >= MAX_SCHEDULED)
      throw new RestError('BadRequest', `At most ${MAX_SCHEDULED} actions can be scheduled in an environment`)
    return reply.code(201).send(respond('create', scheduledActions.create(createId(), action)))
  })

  scope.put<IdRoute>(`${PATH}/:id`, async ({ params: { id }, body, headers, host }) => {
    expectVersion(getPendingAction(id), getSentVersion(headers))
    return respond('save', scheduledActions.save(id, parseAction(space, body, host)))
  })

  scope.delete<IdRoute>(`${PATH}/:id`, async ({ params: { id } }) => {
    const { draft } = getPendingAction(id)
    const canceledAt = new Date().toISOString()
    return respond('delete', scheduledActions.save(id, { ...draft, status: 'canceled', canceledAt }))
  })
}

/** Parses an action. Throws if its time is in the past, or its entity or environment does not exist. */
function parseAction(space: SpaceStore, body: unknown, host: string): ScheduledAction {
  const { entity, environment, action, scheduledFor } = parseManagementBody(bodySchema, body)
  const environmentId = space.resolveEnvironment(environment.sys.id)
  const reject = (path: string, value: unknown, details: string) =>
    createValidationError([{ name: 'invalid', path: path.split('.'), value, details }])
  if (environmentId === undefined) throw reject('environment', environment.sys.id, 'There is no such environment')
  const store = space.openEnvironment(environmentId)
  const { linkType, id } = entity.sys
  // Status and message as in the client's tests: contentful-management.js, scheduled-action-integration.test.ts.
  if (!(linkType === 'Entry' ? store.entries : store.assets).get(id))
    throw new RestError('BadRequest', 'The resource could not be found.', {
      type: linkType,
      id,
      environment: environmentId,
    })
  if (Date.parse(scheduledFor.datetime) <= Date.now())
    throw reject('scheduledFor.datetime', scheduledFor.datetime, 'The time must be in the future')
  return { action, entity: { linkType, id }, environment: environmentId, scheduledFor, status: 'scheduled', host }
}

function toResponse(resource: StoredAction) {
  const { action, entity, environment, scheduledFor, status, canceledAt, error } = resource.draft
  const canceled = canceledAt ? { canceledAt, canceledBy: LOCAL_USER_LINK } : {}
  return {
    sys: { ...toSpaceResourceSys('ScheduledAction', resource), status, ...canceled },
    action,
    entity: createResourceLink(entity.linkType, entity.id),
    environment: createResourceLink('Environment', environment),
    scheduledFor,
    ...(error ? { error } : {}),
  }
}
