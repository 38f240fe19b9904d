import { useState } from 'react'
import * as z from 'zod/mini'
import { createLink } from '#local/shared/links.ts'
import { getEntityTitle } from './api/content-types.ts'
import { fetchDraftFiles } from './api/entity-requests.ts'
import { currentPage, requestManagementApi, toListSchema } from './api/management-client.ts'
import { ActionButton } from './components/action-button.tsx'
import { useFetched } from './components/use-fetched.ts'
import type { EntityEditor } from './use-entity-editor.ts'

const PATH = `/spaces/${currentPage.ids.space}/scheduled_actions`

const scheduledActionSchema = z.object({
  sys: z.object({ id: z.string() }),
  action: z.enum(['publish', 'unpublish']),
  scheduledFor: z.object({ datetime: z.string() }),
})
type ScheduledAction = z.output<typeof scheduledActionSchema>

/** What editors read of each action. */
const NAMES = { publish: 'Publish', unpublish: 'Unpublish' } as const

interface ScheduleProps {
  readonly editor: EntityEditor
  /** Does work, and then shows the returned status, or what is wrong. */
  readonly perform: (work: () => Promise<string>) => Promise<void>
}

/** Schedules when an entity is published or unpublished, and cancels what is scheduled. */
export function Schedule({ editor, perform }: ScheduleProps) {
  const { sys } = editor.entity
  const [time, setTime] = useState('')
  const [changes, setChanges] = useState(0)
  const query = new URLSearchParams({
    'environment.sys.id': currentPage.ids.environment,
    'entity.sys.id': sys.id,
    'entity.sys.linkType': sys.type,
    'sys.status': 'scheduled',
    order: 'scheduledFor.datetime',
  })
  const { items: scheduled = [] } =
    useFetched(`${changes}`, () => requestManagementApi(toListSchema(scheduledActionSchema), `${PATH}?${query}`)) ?? {}

  /** `work` returns the status. */
  const change = (work: () => Promise<string>) => perform(work).finally(() => setChanges((count) => count + 1))
  const create = (action: ScheduledAction['action']) =>
    change(async () => {
      // Saves what is typed, so that it is published.
      const files = action === 'publish' ? await fetchDraftFiles(await editor.run('save')) : []
      const body = {
        entity: createLink(sys.type, sys.id),
        environment: createLink('Environment', currentPage.ids.environment),
        action,
        scheduledFor: { datetime: new Date(time).toISOString() },
      }
      await requestManagementApi(scheduledActionSchema, PATH, { method: 'POST', body })
      const names = files.map(getEntityTitle).join(', ')
      return names ? `Scheduled without its files, which are drafts. Schedule them too: ${names}` : 'Scheduled'
    })
  const cancel = ({ sys: { id } }: ScheduledAction) =>
    change(async () => {
      await requestManagementApi(scheduledActionSchema, `${PATH}/${id}`, { method: 'DELETE' })
      return 'Canceled'
    })

  return (
    <details>
      <summary>{scheduled.length > 0 ? `Schedule (${scheduled.length})` : 'Schedule'}</summary>
      <div className="row">
        <label>
          Date and time <input type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
        </label>
        {(['publish', 'unpublish'] as const).map((action) => (
          <ActionButton key={action} disabled={time === ''} onClick={() => create(action)}>
            {`${NAMES[action]} then`}
          </ActionButton>
        ))}
      </div>
      <ul>
        {scheduled.map((action) => {
          const text = `${NAMES[action.action]}: ${new Date(action.scheduledFor.datetime).toLocaleString()}`
          return (
            <li key={action.sys.id} className="row">
              {text}
              <ActionButton aria-label={`Cancel ${text}`} onClick={() => cancel(action)}>
                Cancel
              </ActionButton>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
