import type { ScheduledActionProps } from 'contentful-management'
import { createLink } from '#cms/links.ts'
import { RequestError, toRequestError } from '#cms/photo-desk/space/request-error.ts'
import type { SpaceClient } from '#cms/photo-desk/space/space-client.ts'
import { MAX_SCHEDULED_ACTIONS } from './scheduled-actions.ts'

/** An entry or asset that is published or unpublished at a time. */
export interface ScheduledEntity {
  readonly linkType: 'Entry' | 'Asset'
  readonly id: string
}

interface ScheduleOptions {
  readonly client: SpaceClient
  readonly environmentId: string
  /** In the order in which they are published. */
  readonly entities: readonly ScheduledEntity[]
  readonly action: ScheduledActionProps['action']
  readonly date: Date
  /** IANA time zone of the editor. */
  readonly timeZone: string
  /** How many actions of the environment have not run yet. */
  readonly pendingCount: number
}

/**
 * Schedules one action for each entity, all or none: if a request fails, the actions before it are canceled. Throws an
 * error that says why, and how many actions could not be canceled.
 */
export async function scheduleActions(options: ScheduleOptions): Promise<readonly ScheduledActionProps[]> {
  const { client, environmentId, entities, action, date, timeZone, pendingCount } = options
  if (pendingCount + entities.length > MAX_SCHEDULED_ACTIONS)
    throw new Error(
      `Contentful schedules at most ${MAX_SCHEDULED_ACTIONS} steps for later. There are ${pendingCount}, and this needs ${entities.length} more: select fewer, or cancel others`,
    )
  const created: ScheduledActionProps[] = []
  try {
    // One after the other, so that none is created after a request has failed.
    for (const { linkType, id } of entities)
      created.push(
        await client.send((cma) =>
          cma.scheduledActions.create(
            {},
            {
              entity: createLink(linkType, id),
              environment: { sys: { type: 'Link', linkType: 'Environment', id: environmentId } },
              scheduledFor: { datetime: date.toISOString(), timezone: timeZone },
              action,
            },
          ),
        ),
      )
    return created
  } catch (error) {
    const { message } = toRequestError(error)
    const remaining = await cancelActions(client, created)
    throw new Error(
      remaining.length === 0
        ? `Nothing is scheduled. ${message}`
        : `${message}. ${remaining.length} of ${entities.length} steps stay scheduled: cancel them in the list below`,
    )
  }
}

/** Cancels actions. Returns those that could not be canceled. An action that has run or is canceled counts as canceled. */
export async function cancelActions(
  client: SpaceClient,
  actions: readonly ScheduledActionProps[],
): Promise<readonly ScheduledActionProps[]> {
  const results = await Promise.all(
    actions.map(async (action) => {
      try {
        await client.send((cma) => cma.scheduledActions.delete({ scheduledActionId: action.sys.id }))
        return []
      } catch (error) {
        return error instanceof RequestError && (error.status === 404 || error.status === 400) ? [] : [action]
      }
    }),
  )
  return results.flat()
}
