import * as z from 'zod'
import { parseListQuery } from '#local/engine/list-query.ts'
import { createListSchema, toValueKinds } from '#local/engine/list-schema.ts'
import { createInvalidParameterError, parseQueryParameters } from '#local/engine/query-parameters.ts'
import { expectExisting, RestError } from '#local/engine/rest-error.ts'
import type { DispatchWebhooks, WebhookEvents } from '#local/engine/webhook-events.ts'
import { createBodySchema, createLinkSchema, createValueError, parseManagementBody } from '#local/http/parse-request.ts'
import { createLink } from '#local/shared/links.ts'
import { succeeds } from '#local/shared/succeeds.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { ScheduledAction } from '#local/store/space-definitions.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { createAssetService } from './asset-routes.ts'
import { createEntryService } from './entry-routes.ts'
import { listAliases } from './environment-services.ts'
import { createResourceService, LOCAL_USER_LINK } from './resource-service.ts'

/** Actions of an environment that have not run yet (Contentful's documentation, Scheduled Actions). */
const MAX_SCHEDULED = 500

/** Time in ms between two looks for actions that are due. */
const POLL_INTERVAL_MS = 250

type StoredAction = StoredResource<ScheduledAction>

export type ActionScheduler = ReturnType<typeof startActionScheduler>

/** Starts the scheduler of a space. It runs overdue actions at once, each as a request of the management API would. */
export function startActionScheduler(space: SpaceStore, webhooks: WebhookEvents) {
  const { scheduledActions } = space
  const service = createActionService(space, webhooks.dispatch)
  let timer: NodeJS.Timeout | undefined
  /** Runs one action if it is due. Other requests are handled between two actions. */
  const runNextAction = () => {
    const scheduled = scheduledActions.all().filter(isScheduled)
    const [next] = scheduled.sort((a, b) => getTime(a) - getTime(b))
    const isDue = next !== undefined && getTime(next) <= Date.now()
    timer = setTimeout(runNextAction, isDue ? 0 : POLL_INTERVAL_MS).unref()
    if (!isDue) return
    webhooks.runWithAliases(listAliases(space, next.draft.environment), () => {
      const finished = scheduledActions.save(next.id, runAction(space, next.draft, webhooks.dispatch))
      webhooks.dispatch('ScheduledAction.execute', service.toResponse(finished, next.draft.host))
    })
  }
  runNextAction()
  return { service, close: () => clearTimeout(timer) }
}

const isScheduled = ({ draft }: StoredAction) => draft.status === 'scheduled'

const getTime = ({ draft }: StoredAction) => Date.parse(draft.scheduledFor.datetime)

function runAction(space: SpaceStore, action: ScheduledAction, dispatch: DispatchWebhooks): ScheduledAction {
  try {
    const { linkType, id } = action.entity
    const environment = expectExisting(space.resolveEnvironment(action.environment), 'Environment', action.environment)
    const createService = linkType === 'Entry' ? createEntryService : createAssetService
    const service = createService(space.openEnvironment(environment), dispatch)
    service[action.action]({ id, version: service.getExisting(id).version, host: action.host })
    return { ...action, status: 'succeeded' }
  } catch (error) {
    if (!(error instanceof RestError)) console.error('local Contentful, a scheduled action:', error)
    const restError = error instanceof RestError ? error : new RestError('ServerError', String(error))
    return { ...action, status: 'failed', error: restError.body() }
  }
}

const isTimeZone = (timeZone: string) => succeeds(() => new Intl.DateTimeFormat('en', { timeZone }))

const bodySchema = createBodySchema({
  entity: createLinkSchema('Entry', 'Asset'),
  environment: createLinkSchema('Environment'),
  action: z.enum(['publish', 'unpublish']),
  scheduledFor: z.strictObject({
    datetime: z.iso.datetime({ offset: true }),
    timezone: z.string().refine(isTimeZone, 'Must be an IANA time zone').optional(),
  }),
})

const LIST_PATHS = toValueKinds({
  Symbol: ['sys.id', 'sys.status', 'entity.sys.id', 'entity.sys.linkType', 'action'],
  Date: ['sys.createdAt', 'sys.updatedAt', 'scheduledFor.datetime'],
})

function createActionService(space: SpaceStore, dispatchWebhooks: DispatchWebhooks) {
  const { scheduledActions, listActions } = space
  return createResourceService<ScheduledAction>({
    path: '/scheduled_actions',
    can: ['create', 'delete'],
    table: scheduledActions,
    list: (query, toResponse) => {
      const parameters = parseQueryParameters(query)
      const environment = parameters.take('environment.sys.id')
      if (environment === undefined) throw createInvalidParameterError('environment.sys.id', 'is required')
      const items = listActions(space.resolveEnvironment(environment)).map(toResponse)
      const page = parseListQuery(parameters, createListSchema(LIST_PATHS)).getPage(items)
      // Contentful pages this list with cursors. Without one, the response has neither total nor skip.
      return { sys: { type: 'Array' }, limit: page.limit, pages: {}, items: page.items }
    },
    /** Throws if the time is in the past, or the entity or environment does not exist. */
    parse: ({ body, host, current }) => {
      if (current) expectScheduled(current)
      const { entity, environment, action, scheduledFor } = parseManagementBody(bodySchema, body)
      const { linkType, id } = entity.sys
      const environmentId = space.resolveEnvironment(environment.sys.id)
      if (environmentId === undefined)
        throw createValueError('invalid', ['environment'], environment.sys.id, 'There is no such environment')
      const store = space.openEnvironment(environmentId)
      // Status and message as in the client's tests: contentful-management.js, scheduled-action-integration.test.ts.
      const details = { type: linkType, id, environment: environmentId }
      if (!(linkType === 'Entry' ? store.entries : store.assets).get(id))
        throw new RestError('BadRequest', 'The resource could not be found.', details)
      const { datetime } = scheduledFor
      if (Date.parse(datetime) <= Date.now())
        throw createValueError('invalid', ['scheduledFor', 'datetime'], datetime, 'The time must be in the future')
      return { action, entity: { linkType, id }, environment: environmentId, scheduledFor, status: 'scheduled', host }
    },
    create: ({ id }, action) => {
      if (listActions(action.environment).filter(isScheduled).length >= MAX_SCHEDULED)
        throw new RestError('BadRequest', `At most ${MAX_SCHEDULED} actions can be scheduled in an environment`)
      return scheduledActions.create(id, action)
    },
    /** Cancels the action. */
    remove: (action) => {
      expectScheduled(action)
      const canceledAt = new Date().toISOString()
      scheduledActions.save(action.id, { ...action.draft, status: 'canceled', canceledAt })
    },
    getProperties: ({ draft: { action, entity, environment, scheduledFor, error } }) => ({
      action,
      entity: createLink(entity.linkType, entity.id),
      environment: createLink('Environment', environment),
      scheduledFor,
      ...(error ? { error } : {}),
    }),
    getSys: ({ draft: { status, canceledAt } }) => ({
      status,
      ...(canceledAt ? { canceledAt, canceledBy: LOCAL_USER_LINK } : {}),
    }),
    dispatchWebhooks,
  })
}

/** Throws if an action was run or canceled. */
function expectScheduled(action: StoredAction): void {
  if (isScheduled(action)) return
  throw new RestError('BadRequest', `The scheduled action has the status ${action.draft.status} and cannot change`)
}
