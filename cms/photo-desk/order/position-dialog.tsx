import { Button, FormControl, TextInput } from '@contentful/f36-components'
import { type SubmitEvent, useId, useState } from 'react'
import { Dialog } from '#cms/photo-desk/dialog.tsx'

interface PositionDialogProps {
  /** The number of pictures in the list. */
  readonly count: number
  readonly selectedCount: number
  /** Called with a position from 1. */
  readonly onMove: (position: number) => void
  readonly onClose: () => void
}

/** Asks for the position that the selected pictures move to. */
export function PositionDialog({ count, selectedCount, onMove, onClose }: PositionDialogProps) {
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const formId = useId()
  const maxPosition = count - selectedCount + 1
  const position = Number(text)
  const isValid = Number.isInteger(position) && position >= 1 && position <= maxPosition
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isValid) onMove(position)
  }
  return (
    <Dialog
      title={selectedCount === 1 ? 'Move to a position' : `Move ${selectedCount} to a position`}
      size="small"
      onClose={onClose}
      actions={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="move" type="submit" form={formId} variant="primary">
          Move
        </Button>,
      ]}
    >
      <form id={formId} onSubmit={submit} noValidate>
        <FormControl isInvalid={isSubmitted && !isValid} marginBottom="none">
          <FormControl.Label>Position{selectedCount > 1 && ' of the first one'}</FormControl.Label>
          <TextInput
            autoFocus
            type="number"
            min={1}
            max={maxPosition}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <FormControl.HelpText>From 1 to {maxPosition}.</FormControl.HelpText>
          {isSubmitted && !isValid && (
            <FormControl.ValidationMessage>Enter a whole number from 1 to {maxPosition}.</FormControl.ValidationMessage>
          )}
        </FormControl>
      </form>
    </Dialog>
  )
}
