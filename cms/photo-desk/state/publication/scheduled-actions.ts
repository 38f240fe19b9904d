import type { CMAClient, PageAppSDK } from '@contentful/app-sdk'
import { queryOptions } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import type { DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { hasStatus, toRequestError } from '#cms/photo-desk/client/request-error.ts'
import { getTimeZone } from './publication-time.ts'

/** Actions of an environment that have not run yet: Contentful rejects more (Contentful’s documentation, Scheduled Actions). */
const MAX_ACTIONS = 500

/** How long failed actions are shown, in days. */
const RECENT_DAYS = 7

/** ms between two requests: an action that has run is not shown any more then. */
const REFETCH_INTERVAL_MS = 30_000

type EnvironmentIds = Pick<PageAppSDK['ids'], 'environment' | 'environmentAlias'>

/** The environment of requests: its alias if the editor works with one. */
export const getEnvironmentId = (ids: EnvironmentIds) => ids.environmentAlias ?? ids.environment

/** The query of all scheduled actions. It is fetched again after each change, and regularly. */
export function createScheduledActionsQuery(client: DeskClient, ids: EnvironmentIds) {
  const environmentId = getEnvironmentId(ids)
  const read = (query: Readonly<Record<string, string>>) => client.send((cma) => readActions(cma, environmentId, query))
  const queryKey = ['scheduled-actions', environmentId]
  return queryOptions({
    queryKey,
    queryFn: async ({ client: queryClient }) => {
      const known: { readonly pending: readonly ScheduledActionProps[] } | undefined =
        queryClient.getQueryData(queryKey)
      const since = new Date(Date.now() - RECENT_DAYS * 24 * 60 * 60 * 1_000).toISOString()
      const [pending, failed] = await Promise.all([
        read({ 'sys.status[in]': 'scheduled,inProgress', order: 'scheduledFor.datetime' }),
        read({ 'sys.status': 'failed', 'scheduledFor.datetime[gte]': since, order: '-scheduledFor.datetime' }),
      ])
      const ids = new Set(pending.map(({ sys }) => sys.id))
      // What has run has changed what is published.
      if (known?.pending.some(({ sys }) => !ids.has(sys.id)))
        void queryClient.invalidateQueries({ queryKey: ['space-pictures'] })
      return { pending, failed }
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  })
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
  readonly action: ScheduledActionProps['action']
  /** In the order in which they are published or unpublished. */
  readonly entities: readonly ScheduledEntity[]
  readonly date: Date
}

/**
 * Schedules an action of each entity that does not have the same one already. Throws an error that says why a request
 * has failed, and how much is scheduled: the same call again schedules the rest.
 */
export async function scheduleActions(options: ScheduleOptions): Promise<void> {
  const { client, environmentId, action, entities, date } = options
  if (date.getTime() <= Date.now()) throw new Error('This time is over: choose a later one')
  const readScheduled = (cma: CMAClient) => readActions(cma, environmentId, { 'sys.status': 'scheduled' })
  let scheduled = await client.send(readScheduled)
  // A picture that the desk has added has the id of its entry for its asset too.
  const isScheduled = ({ sys: { id, linkType } }: ScheduledEntity) =>
    scheduled.some(
      (other) =>
        other.entity.sys.id === id &&
        other.entity.sys.linkType === linkType &&
        other.action === action &&
        Date.parse(other.scheduledFor.datetime) === date.getTime(),
    )
  const missing = entities.filter((entity) => !isScheduled(entity))
  if (scheduled.length + missing.length > MAX_ACTIONS)
    throw new Error(
      `Contentful schedules at most ${MAX_ACTIONS} steps for later. There are ${scheduled.length}, and this needs ${missing.length} more: select fewer, or cancel others`,
    )
  // One after the other: what is scheduled before a request fails is never an entry without its file.
  for (const [index, entity] of missing.entries()) {
    let isRetry = false
    const create = async (cma: CMAClient) => {
      if (isRetry) scheduled = await readScheduled(cma) // the response to a request that took effect can be lost
      isRetry = true
      if (isScheduled(entity)) return
      const environment = { sys: { type: 'Link' as const, linkType: 'Environment' as const, id: environmentId } }
      const scheduledFor = { datetime: date.toISOString(), timezone: getTimeZone() }
      await cma.scheduledActions.create({}, { entity, environment, scheduledFor, action })
    }
    await client.send(create).catch((error: unknown) => {
      const { message, status } = toRequestError(error)
      const count = entities.length - missing.length + index
      if (count === 0 && status !== 0) throw new Error(`Nothing is scheduled. ${message}`)
      const done = status === 0 ? `At least ${count}` : count // a request without a response can have taken effect
      throw new Error(
        `${message}. ${done} of ${entities.length} steps are scheduled: schedule again to complete them, or cancel them in the list`,
      )
    })
  }
}

/** Cancels actions. Returns how many could not be canceled. An action that has run or is canceled counts as canceled. */
export async function cancelActions(client: DeskClient, actions: readonly ScheduledActionProps[]): Promise<number> {
  const cancel = ({ sys: { id } }: ScheduledActionProps) =>
    client.send((cma) => cma.scheduledActions.delete({ scheduledActionId: id }))
  const results = await Promise.allSettled(actions.map(cancel))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  return errors.filter((error) => !hasStatus(error, 404) && !hasStatus(error, 400)).length
}
