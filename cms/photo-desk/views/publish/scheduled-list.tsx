import { Flex, Note, Paragraph, Subheading } from '@contentful/f36-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import { useState } from 'react'
import { AlertNote } from '#cms/photo-desk/components/alert-note.tsx'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { ConfirmDialog } from '#cms/photo-desk/components/dialog.tsx'
import { PictureNames } from '#cms/photo-desk/components/picture-names.tsx'
import { ACTIONS } from '#cms/photo-desk/components/pictures-dialog.tsx'
import { describeSelection } from '#cms/photo-desk/state/publication/describe-content.ts'
import { formatTime } from '#cms/photo-desk/state/publication/publication-time.ts'
import { cancelActions, createScheduledActionsQuery } from '#cms/photo-desk/state/publication/scheduled-actions.ts'
import { usePictures, useSpacePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import type { PublishingData } from './use-publishing-data.ts'

/** What editors call the actions of Contentful, and what is done after them. */
const WORDS = { publish: ACTIONS.publish, unpublish: ACTIONS.takeDown } as const

/** What is scheduled, by time and kind, and what has failed in the last days. */
export function ScheduledList({ data, error }: PublishingData['scheduled']) {
  const { pending = [], failed = [] } = data ?? {}
  const groups = Map.groupBy(pending, ({ action, scheduledFor }) => `${Date.parse(scheduledFor.datetime)} ${action}`)
  return (
    <section aria-label="Scheduled">
      <Subheading as="h2" marginTop="spacingL" marginBottom="spacingXs">
        Scheduled
      </Subheading>
      {error && (
        <AlertNote variant="negative" title="What is scheduled cannot be shown">
          {error.message}
        </AlertNote>
      )}
      {!error && pending.length === 0 && <p>Nothing is scheduled.</p>}
      <ul>
        {[...groups].map(
          ([key, [first, ...others]]) => first && <ScheduledGroup key={key} actions={[first, ...others]} />,
        )}
        {failed.map((action) => (
          <FailedAction key={action.sys.id} {...action} />
        ))}
      </ul>
    </section>
  )
}

/** All actions of a kind at a time. */
function ScheduledGroup({ actions }: { readonly actions: readonly [ScheduledActionProps, ...ScheduledActionProps[]] }) {
  const { client, sdk, pictureType, publishing } = useWorkspace()
  const { page } = useSpacePictures()
  const allPictures = usePictures()
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const [{ action, scheduledFor }] = actions
  const ids = new Set(actions.map(({ entity }) => entity.sys.id))
  const pictures = [...ids].flatMap((id) => allPictures.get(id) ?? [])
  const time = formatTime(scheduledFor.datetime)
  const { label, done } = WORDS[action]

  const cancel = useMutation({
    mutationFn: () => cancelActions(client, actions),
    onSuccess: async (remaining) => {
      await queryClient.invalidateQueries(createScheduledActionsQuery(client, sdk.ids)) // its row closes the dialog
      setIsAsked(false)
      publishing.say(
        remaining === 0
          ? 'The schedule is canceled.'
          : `${remaining} of ${actions.length} steps could not be canceled. Cancel them again.`,
        remaining > 0,
      )
    },
  })

  return (
    <Flex as="li" alignItems="start" justifyContent="space-between" gap="spacingM" marginBottom="spacingS">
      <div>
        <strong>{time}</strong>
        <p>
          {label} {describeSelection(pictureType, pictures.length, ids.has(page.sys.id))}
        </p>
        {pictures.length > 0 && (
          <details>
            <summary>Show {pictures.length === 1 ? 'it' : 'them'}</summary>
            <PictureNames pictures={pictures} />
          </details>
        )}
      </div>
      <Button onClick={() => setIsAsked(true)} aria-label={`Cancel the schedule for ${time}`}>
        Cancel
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Cancel this schedule?"
          action="Cancel it"
          cancelLabel="Keep it"
          variant="negative"
          isRunning={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <Paragraph>
            Nothing of it is {done} at {time}. The pictures stay as they are.
          </Paragraph>
        </ConfirmDialog>
      )}
    </Flex>
  )
}

function FailedAction({ entity, action, scheduledFor, error }: ScheduledActionProps) {
  const { pictureType } = useWorkspace()
  const { page } = useSpacePictures()
  const { id } = entity.sys
  const picture = usePictures().get(id)
  const title = picture && `“${picture.title}”`
  const { label, done } = WORDS[action]
  return (
    <li>
      <Note variant="negative" title={formatTime(scheduledFor.datetime)}>
        {title ?? (id === page.sys.id ? `The ${pictureType.page.name}` : 'A file')} could not be {done}:{' '}
        {error?.message ?? 'Contentful gives no reason'}. Correct it, then choose {label} here.
      </Note>
    </li>
  )
}
