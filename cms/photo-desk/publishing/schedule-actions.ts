import type { CMAClient } from '@contentful/app-sdk'
import type { ScheduledActionProps } from 'contentful-management'
import { createLink } from '#cms/links.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { hasStatus, toRequestError } from '#cms/photo-desk/space/request-error.ts'
import { MAX_SCHEDULED_ACTIONS } from './scheduled-actions.ts'

/** An entry or asset that is published or unpublished at a time. */
export interface ScheduledEntity {
  readonly linkType: 'Entry' | 'Asset'
  readonly id: string
}

interface ScheduleOptions {
  readonly client: DeskClient
  readonly environmentId: string
  /** In the order in which they are published. */
  readonly entities: readonly ScheduledEntity[]
  readonly action: ScheduledActionProps['action']
  readonly date: Date
  /** IANA time zone of the editor. */
  readonly timeZone: string
  /** The ids of the actions of the environment that have not run yet. */
  readonly pendingIds: ReadonlySet<string>
}

/**
 * Schedules one action for each entity, all or none: if a request fails, the actions before it are canceled. Throws an
 * error that says why, and how many actions could not be canceled.
 */
export async function scheduleActions(options: ScheduleOptions): Promise<void> {
  const { client, entities, pendingIds } = options
  if (pendingIds.size + entities.length > MAX_SCHEDULED_ACTIONS)
    throw new Error(
      `Contentful schedules at most ${MAX_SCHEDULED_ACTIONS} steps for later. There are ${pendingIds.size}, and this needs ${entities.length} more: select fewer, or cancel others`,
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
      remaining.length === 0
        ? `Nothing is scheduled. ${message}`
        : `${message}. ${remaining.length} of ${entities.length} steps stay scheduled: cancel them in the list below`,
    )
  }
}

/** Creates an action once, also if the response to a request that took effect is lost. */
function createAction(entity: ScheduledEntity, options: ScheduleOptions): Promise<ScheduledActionProps> {
  const { client, environmentId, action, date, timeZone } = options
  let isRetry = false
  return client.send(async (cma) => {
    const [existing] = isRetry ? await findCreated(cma, { ...options, entities: [entity] }) : []
    isRetry = true
    if (existing) return existing
    const data = {
      entity: createLink(entity.linkType, entity.id),
      environment: { sys: { type: 'Link' as const, linkType: 'Environment' as const, id: environmentId } },
      scheduledFor: { datetime: date.toISOString(), timezone: timeZone },
      action,
    }
    return cma.scheduledActions.create({}, data)
  })
}

/** Reads the actions that were created for the entities, also by requests without a response. Earlier ones are not of them. */
async function findCreated(
  cma: CMAClient,
  { environmentId, entities, action, date, pendingIds }: ScheduleOptions,
): Promise<readonly ScheduledActionProps[]> {
  const ids = new Set(entities.map(({ id }) => id))
  const query = { 'environment.sys.id': environmentId, 'sys.status': 'scheduled', limit: MAX_SCHEDULED_ACTIONS }
  const { items } = await cma.scheduledActions.getMany({ query })
  return items.filter(
    (item) =>
      ids.has(item.entity.sys.id) &&
      item.action === action &&
      Date.parse(item.scheduledFor.datetime) === date.getTime() &&
      !pendingIds.has(item.sys.id),
  )
}

/** Cancels actions. Returns those that could not be canceled. An action that has run or is canceled counts as canceled. */
export async function cancelActions(
  client: DeskClient,
  actions: readonly ScheduledActionProps[],
): Promise<readonly ScheduledActionProps[]> {
  const results = await Promise.all(
    actions.map(async (action) => {
      try {
        await client.send((cma) => cma.scheduledActions.delete({ scheduledActionId: action.sys.id }))
        return []
      } catch (error) {
        return hasStatus(error, 404) || hasStatus(error, 400) ? [] : [action]
      }
    }),
  )
  return results.flat()
}
