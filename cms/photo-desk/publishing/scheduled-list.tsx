import { Badge, Button, Note, Paragraph, Subheading } from '@contentful/f36-components'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { describeSelection, getPictureTitle } from './describe-content.ts'
import { PictureNames } from './picture-names.tsx'
import { formatTime } from './publication-time.ts'
import { cancelActions } from './schedule-actions.ts'
import {
  type ActionGroup,
  createScheduledActionsQuery,
  groupActions,
  type ScheduledActions,
} from './scheduled-actions.ts'

interface ScheduledListProps {
  readonly spacePictures: SpacePictures
  /** Actions on the pictures and their page. */
  readonly scheduled: ScheduledActions
  /** Called after a schedule is canceled, with a sentence about it. */
  readonly onDone: (text: string) => void
}

/** What editors call the actions of Contentful, and what is done after them. */
const WORDS = {
  publish: { name: 'Publish', done: 'published' },
  unpublish: { name: 'Take down', done: 'taken down' },
} as const

/** What is scheduled, by time, and the results of the last days. */
export function ScheduledList({ spacePictures, scheduled, onDone }: ScheduledListProps) {
  const [canceled, setCanceled] = useState<ActionGroup>()
  const groups = groupActions(scheduled.pending)
  const results = groupActions(scheduled.recent).slice(0, MAX_RESULTS)
  return (
    <section aria-label="Scheduled">
      <Subheading as="h2" marginBottom="spacingXs">
        Scheduled
      </Subheading>
      {groups.length === 0 && <Paragraph>Nothing is scheduled.</Paragraph>}
      <ul>
        {groups.map((group) => (
          <ScheduledGroup key={group.key} {...{ group, spacePictures }} onCancel={() => setCanceled(group)} />
        ))}
        {results.map((group) => (
          <FinishedGroup key={group.key} {...{ group, spacePictures }} />
        ))}
      </ul>
      {canceled && (
        <CancelDialog
          group={canceled}
          onClose={(done) => {
            setCanceled(undefined)
            if (done !== undefined) onDone(done)
          }}
        />
      )}
    </section>
  )
}

/** Times of the last days whose results are shown. */
const MAX_RESULTS = 5

interface GroupProps {
  readonly group: ActionGroup
  readonly spacePictures: SpacePictures
}

function ScheduledGroup({ group, spacePictures, onCancel }: GroupProps & { readonly onCancel: () => void }) {
  const { pictureType } = useWorkspace()
  const { action, datetime, actions } = group
  const ids = new Set(actions.map(({ entity }) => entity.sys.id))
  const pictures = [...ids].flatMap((id) => getPicture(spacePictures, pictureType, id) ?? [])
  const time = formatTime(datetime)
  return (
    <li className="publishing-scheduled">
      <div>
        <strong>{time}</strong>
        <p>
          {WORDS[action].name} {describeSelection(pictureType, pictures.length, ids.has(spacePictures.page.sys.id))}
        </p>
        {pictures.length > 0 && (
          <details>
            <summary>Show {pictures.length === 1 ? 'it' : 'them'}</summary>
            <PictureNames pictures={pictures} />
          </details>
        )}
      </div>
      <Button size="small" onClick={onCancel} aria-label={`Cancel the schedule for ${time}`}>
        Cancel
      </Button>
    </li>
  )
}

function FinishedGroup({ group: { datetime, action, actions }, spacePictures }: GroupProps) {
  const { pictureType } = useWorkspace()
  const failed = actions.filter(({ sys }) => sys.status === 'failed')
  const { name, done } = WORDS[action]
  const toTitle = (id: string) => {
    const picture = getPicture(spacePictures, pictureType, id)
    if (picture) return `“${getPictureTitle(picture, pictureType)}”`
    return id === spacePictures.page.sys.id ? `The ${pictureType.page.name}` : 'A file'
  }
  return (
    <li className="publishing-scheduled">
      <div>
        <Badge variant={failed.length > 0 ? 'negative' : 'positive'}>{failed.length > 0 ? 'failed' : 'done'}</Badge>{' '}
        {formatTime(datetime)}: {actions.length - failed.length} of {actions.length} {done}
        {failed.map(({ sys, entity, error }) => (
          <Note key={sys.id} variant="negative">
            {toTitle(entity.sys.id)} could not be {done}: {error?.message ?? 'Contentful gives no reason'}. Correct it,
            then choose {name} here.
          </Note>
        ))}
      </div>
    </li>
  )
}

interface CancelDialogProps {
  readonly group: ActionGroup
  /** Called when the dialog is closed, with a sentence about what is done. */
  readonly onClose: (done?: string) => void
}

function CancelDialog({ group: { action, actions, datetime }, onClose }: CancelDialogProps) {
  const { client, sdk } = useWorkspace()
  const queryClient = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)

  async function cancel(): Promise<void> {
    setIsRunning(true)
    const remaining = await cancelActions(client, actions)
    await queryClient.invalidateQueries(createScheduledActionsQuery(client, sdk.ids))
    onClose(
      remaining.length === 0
        ? 'The schedule is canceled.'
        : `${remaining.length} of ${actions.length} steps could not be canceled. Cancel them again.`,
    )
  }

  return (
    <Dialog
      title="Cancel this schedule?"
      isBusy={isRunning}
      onClose={() => onClose()}
      actions={[
        <Button key="keep" variant="secondary" isDisabled={isRunning} onClick={() => onClose()}>
          Keep it
        </Button>,
        <Button key="cancel" variant="negative" isLoading={isRunning} isDisabled={isRunning} onClick={cancel}>
          Cancel the schedule
        </Button>,
      ]}
    >
      <Paragraph>
        Nothing of it is {WORDS[action].done} at {formatTime(datetime)}. The pictures stay as they are.
      </Paragraph>
    </Dialog>
  )
}
