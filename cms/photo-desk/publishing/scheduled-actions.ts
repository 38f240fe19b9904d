import type { CMAClient, PageAppSDK } from '@contentful/app-sdk'
import { queryOptions } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { hasStatus, toRequestError } from '#cms/photo-desk/space/request-error.ts'
import { getTimeZone } from './publication-time.ts'

/** Actions of an environment that have not run yet: Contentful rejects more (Contentful’s documentation, Scheduled Actions). */
const MAX_ACTIONS = 500

/** How long failed actions are shown, in days. */
const RECENT_DAYS = 7

/** ms between two requests: an action that has run is not shown any more then. */
const REFETCH_INTERVAL_MS = 30_000

type Actions = readonly ScheduledActionProps[]

/** The actions of an environment. */
export interface ScheduledActions {
  /** They have not run yet; the next one is first. */
  readonly pending: Actions
  /** They have failed in the last days; the last one is first. */
  readonly failed: Actions
}

/** The environment of requests: its alias if the editor works with one. */
export const getEnvironmentId = (ids: PageAppSDK['ids']) => ids.environmentAlias ?? ids.environment

/** The query of all scheduled actions. It is fetched again after each change, and regularly. */
export const createScheduledActionsQuery = (client: DeskClient, ids: PageAppSDK['ids']) =>
  queryOptions({
    queryKey: ['scheduled-actions', getEnvironmentId(ids)],
    queryFn: () => fetchScheduledActions(client, getEnvironmentId(ids)),
    refetchInterval: REFETCH_INTERVAL_MS,
    retry: false, // the client has retried the requests
  })

async function fetchScheduledActions(client: DeskClient, environmentId: string): Promise<ScheduledActions> {
  const read = (query: Readonly<Record<string, string>>) => client.send((cma) => readActions(cma, environmentId, query))
  const since = new Date(Date.now() - RECENT_DAYS * 24 * 60 * 60 * 1_000).toISOString()
  const [pending, failed] = await Promise.all([
    read({ 'sys.status[in]': 'scheduled,inProgress', order: 'scheduledFor.datetime' }),
    read({ 'sys.status': 'failed', 'scheduledFor.datetime[gte]': since, order: '-scheduledFor.datetime' }),
  ])
  return { pending, failed }
}

async function readActions(cma: CMAClient, environmentId: string, query: Readonly<Record<string, string>>) {
  const { items } = await cma.scheduledActions.getMany({
    query: { 'environment.sys.id': environmentId, limit: MAX_ACTIONS, ...query },
  })
  return items
}

/** A link to an entry or asset that is published or unpublished at a time. */
export type ScheduledEntity = ScheduledActionProps['entity']

interface ScheduleOptions {
  readonly client: DeskClient
  readonly environmentId: string
  /** In the order in which they are published. */
  readonly entities: readonly ScheduledEntity[]
  readonly action: ScheduledActionProps['action']
  readonly date: Date
  /** The ids of the actions of the environment that have not run yet. */
  readonly pendingIds: ReadonlySet<string>
}

/**
 * Schedules one action for each entity, all or none: if a request fails, the actions before it are canceled. Throws an
 * error that says why, and how many actions could not be canceled.
 */
export async function scheduleActions(options: ScheduleOptions): Promise<void> {
  const { client, entities, pendingIds } = options
  if (pendingIds.size + entities.length > MAX_ACTIONS)
    throw new Error(
      `Contentful schedules at most ${MAX_ACTIONS} steps for later. There are ${pendingIds.size}, and this needs ${entities.length} more: select fewer, or cancel others`,
    )
  const created: ScheduledActionProps[] = []
  try {
    // One after the other, so that none is created after a request has failed.
    for (const entity of entities) created.push(await createAction(entity, options))
  } catch (error) {
    const { message } = toRequestError(error)
    // The request that has failed can have taken effect. What cannot be read counts as not created.
    const found = await client.send((cma) => findCreated(cma, options)).catch(() => created)
    const remaining = await cancelActions(client, found)
    throw new Error(
      remaining === 0
        ? `Nothing is scheduled. ${message}`
        : `${message}. ${remaining} of ${entities.length} steps stay scheduled: cancel them in the list below`,
    )
  }
}

/** Creates an action once, also if the response to a request that took effect is lost. */
function createAction(entity: ScheduledEntity, options: ScheduleOptions): Promise<ScheduledActionProps> {
  const { client, environmentId, action, date } = options
  let isRetry = false
  return client.send(async (cma) => {
    const [existing] = isRetry ? await findCreated(cma, { ...options, entities: [entity] }) : []
    isRetry = true
    if (existing) return existing
    const data = {
      entity,
      environment: { sys: { type: 'Link' as const, linkType: 'Environment' as const, id: environmentId } },
      scheduledFor: { datetime: date.toISOString(), timezone: getTimeZone() },
      action,
    }
    return cma.scheduledActions.create({}, data)
  })
}

/** Reads the actions that were created for the entities, also by requests without a response. Earlier ones are not of them. */
async function findCreated(cma: CMAClient, options: ScheduleOptions): Promise<Actions> {
  const { environmentId, entities, action, date, pendingIds } = options
  const ids = new Set(entities.map(({ sys }) => sys.id))
  return (await readActions(cma, environmentId, { 'sys.status': 'scheduled' })).filter(
    (item) =>
      ids.has(item.entity.sys.id) &&
      item.action === action &&
      Date.parse(item.scheduledFor.datetime) === date.getTime() &&
      !pendingIds.has(item.sys.id),
  )
}

/** Cancels actions. Returns how many could not be canceled. An action that has run or is canceled counts as canceled. */
export async function cancelActions(client: DeskClient, actions: Actions): Promise<number> {
  const cancel = ({ sys: { id } }: ScheduledActionProps) =>
    client.send((cma) => cma.scheduledActions.delete({ scheduledActionId: id }))
  const results = await Promise.allSettled(actions.map(cancel))
  const isRemaining = (result: PromiseSettledResult<unknown>) =>
    result.status === 'rejected' && !hasStatus(result.reason, 404) && !hasStatus(result.reason, 400)
  return results.filter(isRemaining).length
}
