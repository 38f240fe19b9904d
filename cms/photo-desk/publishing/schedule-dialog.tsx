import { Button, FormControl, Note, Paragraph, TextInput } from '@contentful/f36-components'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { formatTime, getTimeZone, getTomorrowMorning, parsePublicationTime, toInputValue } from './publication-time.ts'
import { type ScheduledEntity, scheduleActions } from './schedule-actions.ts'
import { createScheduledActionsQuery, getEnvironmentId } from './scheduled-actions.ts'

interface ScheduleDialogProps {
  readonly action: 'publish' | 'unpublish'
  /** What is scheduled, for example `2 photographs and the gallery`. */
  readonly description: string
  /** In the order in which they are published. Called after pending texts are saved. Throws if something is not ready. */
  readonly prepare: () => Promise<readonly ScheduledEntity[]>
  /** Called when the dialog is closed, with a sentence about what is done. */
  readonly onClose: (done?: string) => void
}

/** Asks for a date and time, and schedules the publication. */
export function ScheduleDialog({ action, description, prepare, onClose }: ScheduleDialogProps) {
  const { client, sdk } = useWorkspace()
  const queryClient = useQueryClient()
  const formId = useId()
  const [value, setValue] = useState(() => toInputValue(getTomorrowMorning()))
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isRunning, setIsRunning] = useState(false)
  const query = createScheduledActionsQuery(client, sdk.ids)
  const name = action === 'publish' ? 'Publish' : 'Take down'

  async function schedule(event: FormEvent): Promise<void> {
    event.preventDefault()
    const time = parsePublicationTime(value)
    setProblem('problem' in time ? time.problem : undefined)
    setFailure(undefined)
    if ('problem' in time) return
    setIsRunning(true)
    try {
      const entities = await prepare()
      const { pending } = await queryClient.fetchQuery(query)
      const pendingIds = new Set(pending.map(({ sys }) => sys.id))
      const environmentId = getEnvironmentId(sdk.ids)
      await scheduleActions({
        ...{ client, environmentId, entities, action, pendingIds },
        date: time.date,
        timeZone: getTimeZone(),
      })
      onClose(`Scheduled for ${formatTime(time.date)}: ${name.toLowerCase()} ${description}.`)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setIsRunning(false)
    }
    await queryClient.invalidateQueries(query)
  }

  return (
    <Dialog
      title={`${name} at a date and time`}
      isBusy={isRunning}
      onClose={() => onClose()}
      actions={[
        <Button key="cancel" variant="secondary" isDisabled={isRunning} onClick={() => onClose()}>
          Cancel
        </Button>,
        <Button
          key="schedule"
          type="submit"
          form={formId}
          variant="primary"
          isLoading={isRunning}
          isDisabled={isRunning}
        >
          Schedule
        </Button>,
      ]}
    >
      <form id={formId} onSubmit={schedule} noValidate>
        <Paragraph>
          {name} {description} at:
        </Paragraph>
        <FormControl isRequired isInvalid={problem !== undefined} marginBottom="none">
          <FormControl.Label>Date and time</FormControl.Label>
          <TextInput
            type="datetime-local"
            value={value}
            min={toInputValue(new Date())}
            onChange={(event) => setValue(event.target.value)}
          />
          <FormControl.HelpText>In the time zone of your computer: {getTimeZone()}.</FormControl.HelpText>
          {problem && <FormControl.ValidationMessage>{problem}</FormControl.ValidationMessage>}
        </FormControl>
        {failure && (
          <Note variant="negative" role="alert">
            {failure}
          </Note>
        )}
      </form>
    </Dialog>
  )
}
