import { queryOptions } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'

/** Actions of an environment that have not run yet: Contentful rejects more (Contentful’s documentation, Scheduled Actions). */
export const MAX_SCHEDULED_ACTIONS = 500

/** How long finished actions are shown, in days. */
const RECENT_DAYS = 7
const MAX_RECENT_ACTIONS = 100

/** ms between two requests: an action that has run is then shown with its result. */
const REFETCH_INTERVAL_MS = 30_000

/** The actions of an environment. */
export interface ScheduledActions {
  /** They have not run yet; the next one is first. */
  readonly pending: readonly ScheduledActionProps[]
  /** They have succeeded or failed in the last days; the last one is first. */
  readonly recent: readonly ScheduledActionProps[]
}

/** The environment of requests: its alias if the editor works with one. */
export const getEnvironmentId = (ids: EnvironmentIds) => ids.environmentAlias ?? ids.environment

interface EnvironmentIds {
  readonly environment: string
  readonly environmentAlias?: string
}

/** The query of all scheduled actions. It is fetched again after each change, and regularly. */
export const createScheduledActionsQuery = (client: DeskClient, ids: EnvironmentIds) =>
  queryOptions({
    queryKey: ['scheduled-actions', getEnvironmentId(ids)],
    queryFn: () => fetchScheduledActions(client, getEnvironmentId(ids)),
    refetchInterval: REFETCH_INTERVAL_MS,
    retry: false, // the client has retried the requests
  })

async function fetchScheduledActions(client: DeskClient, environmentId: string): Promise<ScheduledActions> {
  const read = async (query: Readonly<Record<string, string | number>>) =>
    (
      await client.send((cma) =>
        cma.scheduledActions.getMany({ query: { 'environment.sys.id': environmentId, ...query } }),
      )
    ).items
  const since = new Date(Date.now() - RECENT_DAYS * 24 * 60 * 60 * 1_000).toISOString()
  const [pending, recent] = await Promise.all([
    read({ 'sys.status[in]': 'scheduled,inProgress', order: 'scheduledFor.datetime', limit: MAX_SCHEDULED_ACTIONS }),
    read({
      'sys.status[in]': 'succeeded,failed',
      'scheduledFor.datetime[gte]': since,
      order: '-scheduledFor.datetime',
      limit: MAX_RECENT_ACTIONS,
    }),
  ])
  return { pending, recent }
}

type TimedAction = Pick<ScheduledActionProps, 'action' | 'scheduledFor'>

/** Actions of one kind at the same time. */
export interface ActionGroup<Action extends TimedAction = ScheduledActionProps> {
  readonly key: string
  /** ISO 8601 */
  readonly datetime: string
  readonly action: Action['action']
  readonly actions: readonly Action[]
}

/** Groups actions by time and kind, in the order of the actions. */
export function groupActions<Action extends TimedAction>(actions: readonly Action[]): readonly ActionGroup<Action>[] {
  const groups = Map.groupBy(actions, ({ action, scheduledFor }) => `${Date.parse(scheduledFor.datetime)} ${action}`)
  return [...groups].flatMap(([key, [first, ...others]]) =>
    first ? [{ key, datetime: first.scheduledFor.datetime, action: first.action, actions: [first, ...others] }] : [],
  )
}
