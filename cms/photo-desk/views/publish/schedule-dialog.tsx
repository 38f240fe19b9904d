import { FormControl, Paragraph, TextInput } from '@contentful/f36-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#cms/photo-desk/components/dialog.tsx'
import { collectEntities, type PublishSelection } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import { describeSelection } from '#cms/photo-desk/state/publication/describe-content.ts'
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

interface ScheduleDialogProps {
  readonly selection: PublishSelection
  readonly onClose: () => void
}

/** Asks for a date and time, and schedules the publication. */
export function ScheduleDialog({ selection, onClose }: ScheduleDialogProps) {
  const workspace = useWorkspace()
  const { client, sdk, pictureType, publishing } = workspace
  const queryClient = useQueryClient()
  const [value, setValue] = useState(() => toInputValue(getTomorrowMorning()))
  const description = describeSelection(pictureType, selection.entryIds.length, selection.hasPage)
  const readList = () => queryClient.invalidateQueries(createScheduledActionsQuery(client, sdk.ids))

  const schedule = useMutation({
    mutationFn: async () => {
      const date = new Date(value)
      const entities = await collectEntities(workspace, selection)
      await scheduleActions({ client, environmentId: getEnvironmentId(sdk.ids), entities, date })
    },
    onSuccess: async () => {
      await readList() // what is scheduled is in the list when the dialog closes
      onClose()
      publishing.say(`Scheduled for ${formatTime(value)}: publish ${description}.`)
    },
    onError: readList,
  })

  return (
    <ConfirmDialog
      title="Publish at a date and time"
      action="Schedule"
      variant="primary"
      isRunning={schedule.isPending}
      error={schedule.error?.message}
      onConfirm={() => schedule.mutate()}
      onClose={onClose}
    >
      <Paragraph>Publish {description} at:</Paragraph>
      <FormControl isRequired>
        <FormControl.Label>Date and time</FormControl.Label>
        <TextInput
          type="datetime-local"
          value={value}
          min={toInputValue(new Date())}
          onChange={(event) => setValue(event.target.value)}
        />
        <FormControl.HelpText>In the time zone of your computer: {getTimeZone()}.</FormControl.HelpText>
      </FormControl>
    </ConfirmDialog>
  )
}
