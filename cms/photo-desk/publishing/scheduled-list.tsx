import { Badge, Button, Note, Paragraph, Subheading } from '@contentful/f36-components'
import { useQueryClient } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import { useState } from 'react'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpacePicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'
import { describeSelection, getPictureTitle } from './describe-content.ts'
import { formatTime } from './publication-time.ts'
import { cancelActions } from './schedule-actions.ts'
import {
  type ActionGroup,
  createScheduledActionsQuery,
  groupActions,
  type ScheduledActions,
} from './scheduled-actions.ts'
import { getEnvironmentId } from './use-publishing-data.ts'

interface ScheduledListProps {
  readonly spacePictures: SpacePictures
  readonly scheduled: ScheduledActions
  /** Pending actions of the desk’s pictures and page. */
  readonly ownActions: readonly ScheduledActionProps[]
}

/** What is scheduled, by time, and the results of the last days. */
export function ScheduledList({ spacePictures, scheduled, ownActions }: ScheduledListProps) {
  const { client, sdk } = useWorkspace()
  const queryClient = useQueryClient()
  const [canceled, setCanceled] = useState<ActionGroup>()
  const [status, setStatus] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  const groups = groupActions(ownActions)
  const results = groupActions(scheduled.recent.filter(({ entity }) => isOwnEntity(spacePictures, entity.sys.id)))

  async function cancel({ actions }: ActionGroup): Promise<void> {
    setIsRunning(true)
    const remaining = await cancelActions(client, actions)
    await queryClient.invalidateQueries(createScheduledActionsQuery(client, getEnvironmentId(sdk.ids)))
    setStatus(
      remaining.length === 0
        ? 'The schedule is canceled.'
        : `${remaining.length} of ${actions.length} steps could not be canceled. Cancel them again.`,
    )
    setIsRunning(false)
    setCanceled(undefined)
  }

  return (
    <section aria-label="Scheduled">
      <Subheading as="h2" marginBottom="spacingXs">
        Scheduled
      </Subheading>
      <p role="status">{status}</p>
      {groups.length === 0 && <Paragraph>Nothing is scheduled.</Paragraph>}
      <ul className="publishing-scheduled">
        {groups.map((group) => (
          <ScheduledGroup key={group.key} {...{ group, spacePictures }} onCancel={() => setCanceled(group)} />
        ))}
      </ul>
      {results.length > 0 && <Results groups={results} spacePictures={spacePictures} />}
      {canceled && (
        <Dialog
          title="Cancel this schedule?"
          isBusy={isRunning}
          onClose={() => setCanceled(undefined)}
          actions={[
            <Button key="keep" variant="secondary" isDisabled={isRunning} onClick={() => setCanceled(undefined)}>
              Keep it
            </Button>,
            <Button key="cancel" variant="negative" isLoading={isRunning} onClick={() => void cancel(canceled)}>
              Cancel the schedule
            </Button>,
          ]}
        >
          <Paragraph>
            Nothing of it is {canceled.action}ed at {formatTime(canceled.datetime)}. The drafts stay as they are.
          </Paragraph>
        </Dialog>
      )}
    </section>
  )
}

const isOwnEntity = ({ page, entries }: SpacePictures, id: string) => id === page.sys.id || entries.has(id)

interface ScheduledGroupProps {
  readonly group: ActionGroup
  readonly spacePictures: SpacePictures
  readonly onCancel: () => void
}

/** Thumbnails of a time. */
const MAX_THUMBNAILS = 12

function ScheduledGroup({ group, spacePictures, onCancel }: ScheduledGroupProps) {
  const { pictureType } = useWorkspace()
  const { action, datetime, actions } = group
  const ids = new Set(actions.map(({ entity }) => entity.sys.id))
  const pictures = findPictures(spacePictures, ids)
  const time = formatTime(datetime)

  function findPictures({ entries }: SpacePictures, entityIds: ReadonlySet<string>): readonly SpacePicture[] {
    return [...entries.keys()]
      .filter((id) => entityIds.has(id))
      .flatMap((id) => getPicture(spacePictures, pictureType, id) ?? [])
  }

  return (
    <li>
      <div>
        <strong>{time}</strong>
        <p>
          {action === 'publish' ? 'Publish' : 'Unpublish'}{' '}
          {describeSelection(pictureType, pictures.length, ids.has(spacePictures.page.sys.id))}
        </p>
        <details>
          <summary>Show {pictures.length === 1 ? 'it' : 'them'}</summary>
          <ul className="publishing-scheduled-pictures">
            {pictures.slice(0, MAX_THUMBNAILS).map((picture) => (
              <li key={picture.entry.sys.id}>
                <PictureThumbnail {...picture} pictureType={pictureType} /> {getPictureTitle(picture, pictureType)}
              </li>
            ))}
          </ul>
          {pictures.length > MAX_THUMBNAILS && <p>and {pictures.length - MAX_THUMBNAILS} more</p>}
        </details>
      </div>
      <div>
        <Button size="small" onClick={onCancel} aria-label={`Cancel the schedule for ${time}`}>
          Cancel
        </Button>
      </div>
    </li>
  )
}

/** Times of the last days whose results are shown. */
const MAX_RESULTS = 5

function Results({
  groups,
  spacePictures,
}: {
  readonly groups: readonly ActionGroup[]
  readonly spacePictures: SpacePictures
}) {
  const { pictureType } = useWorkspace()
  const toTitle = (id: string) => {
    const picture = getPicture(spacePictures, pictureType, id)
    return picture ? `“${getPictureTitle(picture, pictureType)}”` : `The ${pictureType.page.name}`
  }
  return (
    <ul className="publishing-results">
      {groups.slice(0, MAX_RESULTS).map(({ key, datetime, action, actions }) => {
        const failed = actions.filter(({ sys }) => sys.status === 'failed')
        return (
          <li key={key}>
            <Badge variant={failed.length > 0 ? 'negative' : 'positive'}>{failed.length > 0 ? 'failed' : 'done'}</Badge>{' '}
            {formatTime(datetime)}: {actions.length - failed.length} of {actions.length} {action}ed
            {failed.map(({ sys, entity, error }) => (
              <Note key={sys.id} variant="negative">
                {toTitle(entity.sys.id)} could not be {action}ed: {error?.message ?? 'Contentful gives no reason'}.
                Correct it, then {action} it here.
              </Note>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
