import { FormControl, TextInput } from '@contentful/f36-components'
import { useState } from 'react'
import { ConfirmDialog } from '#cms/photo-desk/confirm-dialog.tsx'

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
  const maxPosition = count - selectedCount + 1
  const position = Number(text)
  const isValid = Number.isInteger(position) && position >= 1 && position <= maxPosition
  const isInvalid = text !== '' && !isValid
  return (
    <ConfirmDialog
      title={selectedCount === 1 ? 'Move to a position' : `Move ${selectedCount} to a position`}
      size="small"
      action="Move"
      variant="primary"
      onConfirm={() => isValid && onMove(position)}
      onClose={onClose}
    >
      <FormControl isInvalid={isInvalid} marginBottom="none">
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
        {isInvalid && (
          <FormControl.ValidationMessage>Enter a whole number from 1 to {maxPosition}.</FormControl.ValidationMessage>
        )}
      </FormControl>
    </ConfirmDialog>
  )
}
