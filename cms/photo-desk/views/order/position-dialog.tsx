import { FormControl, TextInput } from '@contentful/f36-components'
import { useState } from 'react'
import { ConfirmDialog } from '#cms/photo-desk/components/confirm-dialog.tsx'

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
  const [position, setPosition] = useState('')
  const maxPosition = count - selectedCount + 1
  return (
    <ConfirmDialog
      title={selectedCount === 1 ? 'Move to a position' : `Move ${selectedCount} to a position`}
      size="small"
      action="Move"
      variant="primary"
      onConfirm={() => onMove(Number(position))}
      onClose={onClose}
    >
      <FormControl marginBottom="none">
        <FormControl.Label>Position{selectedCount > 1 && ' of the first one'}</FormControl.Label>
        <TextInput
          autoFocus
          isRequired
          type="number"
          min={1}
          max={maxPosition}
          value={position}
          onChange={({ target }) => setPosition(target.value)}
        />
        <FormControl.HelpText>From 1 to {maxPosition}.</FormControl.HelpText>
      </FormControl>
    </ConfirmDialog>
  )
}
