import { Flex, FormControl, Paragraph, Radio, TextInput } from '@contentful/f36-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#cms/photo-desk/components/dialog.tsx'
import { PictureNames } from '#cms/photo-desk/components/picture-names.tsx'
import { ACTIONS } from '#cms/photo-desk/components/pictures-dialog.tsx'
import { UsageLists, useUsages } from '#cms/photo-desk/components/usage-list.tsx'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import {
  collectEntities,
  collectRemovedEntities,
  type PublishSelection,
} from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import { describeHidden, describeSelection, findHidden } from '#cms/photo-desk/state/publication/describe-content.ts'
import {
  formatTime,
  getTimeZone,
  getTomorrowMorning,
  toInputValue,
} from '#cms/photo-desk/state/publication/publication-time.ts'
import {
  createScheduledActionsQuery,
  getEnvironmentId,
  scheduleActions,
} from '#cms/photo-desk/state/publication/scheduled-actions.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import type { PublishingData } from './use-publishing-data.ts'

interface ScheduleDialogProps {
  readonly data: PublishingData
  /** What of the selected rows can be published. */
  readonly selection: PublishSelection
  /** What of the selected rows can be taken down. */
  readonly removable: readonly SpacePicture[]
  readonly onClose: () => void
}

/** Asks what is to be done with the selected rows, and when. */
export function ScheduleDialog({ data, onClose, ...selected }: ScheduleDialogProps) {
  const workspace = useWorkspace()
  const { client, sdk, pictureType, publishing, publishSelection } = workspace
  const queryClient = useQueryClient()
  const [{ selection, removable }] = useState(selected) // they are not selected any more when they are scheduled
  const [value, setValue] = useState(() => toInputValue(getTomorrowMorning()))
  const { entryIds, hasPage } = selection
  const descriptions = {
    publish: describeSelection(pictureType, entryIds.length, hasPage),
    takeDown: describeSelection(pictureType, removable.length),
  }
  const isPublishable = entryIds.length > 0 || hasPage
  const choices = (['publish', 'takeDown'] as const).filter((name) =>
    name === 'publish' ? isPublishable : removable.length > 0,
  )
  const [choice = 'publish', choose] = useState(choices[0])
  const isPublication = choice === 'publish'
  const usages = useUsages(removable, !isPublication)
  const published = data.pictures.flatMap(({ picture }) => (picture && entryIds.includes(picture.id) ? picture : []))
  // With the page, visitors see the list as it is then.
  const hidden = hasPage ? published.filter(({ isListed }) => !isListed) : findHidden(published, data.shownIds)
  const readList = () => queryClient.invalidateQueries(createScheduledActionsQuery(client, sdk.ids))

  const schedule = useMutation({
    mutationFn: async () => {
      const date = new Date(value)
      const pending = data.scheduled.data?.pending ?? []
      const entities = isPublication
        ? await collectEntities(workspace, selection)
        : collectRemovedEntities(removable, usages.data?.sharedAssetIds ?? new Set(), pending, date)
      const action = isPublication ? 'publish' : 'unpublish'
      const options = { client, environmentId: getEnvironmentId(sdk.ids), action, entities, date } as const
      await scheduleActions(options).finally(readList) // what is scheduled is in the list when the dialog closes
    },
    onSuccess: () => {
      publishSelection.forget(
        isPublication ? [...entryIds, ...(hasPage ? [data.page.entry.sys.id] : [])] : removable.map(({ id }) => id),
      )
      onClose()
      publishing.say(
        `Scheduled for ${formatTime(value)}: ${ACTIONS[choice].label.toLowerCase()} ${descriptions[choice]}.`,
      )
    },
  })

  return (
    <ConfirmDialog
      title="Schedule"
      action="Schedule"
      variant="primary"
      isDisabled={!isPublication && !usages.data}
      isRunning={schedule.isPending}
      error={schedule.error?.message ?? usages.error?.message}
      onConfirm={() => schedule.mutate()}
      onClose={onClose}
    >
      <Flex
        role="radiogroup"
        aria-label="What is to be done"
        flexDirection="column"
        gap="spacing2Xs"
        marginBottom="spacingM"
      >
        {choices.map((name) => (
          <Radio key={name} name="action" isChecked={name === choice} onChange={() => choose(name)}>
            {ACTIONS[name].label} {descriptions[name]}
          </Radio>
        ))}
      </Flex>
      <FormControl isRequired>
        <FormControl.Label>Date and time</FormControl.Label>
        <TextInput
          type="datetime-local"
          willBlurOnEsc={false}
          value={value}
          min={toInputValue(new Date())}
          onChange={(event) => setValue(event.target.value)}
        />
        <FormControl.HelpText>In the time zone of your computer: {getTimeZone()}.</FormControl.HelpText>
      </FormControl>
      {isPublication ? (
        hidden.length > 0 && <Paragraph>{describeHidden(pictureType, hidden)}</Paragraph>
      ) : (
        <>
          <PictureNames pictures={removable} />
          <UsageLists usages={usages} total={removable.length} />
        </>
      )}
    </ConfirmDialog>
  )
}
