import { FormControl, TextInput } from '@contentful/f36-components'
import { useState } from 'react'
import { ConfirmDialog } from '#cms/photo-desk/components/confirm-dialog.tsx'
import type { OrderEditor } from './use-order-editor.ts'

interface PositionDialogProps {
  readonly editor: OrderEditor
  readonly onClose: () => void
}

/** Asks for the position that the selected pictures move to. */
export function PositionDialog({ editor, onClose }: PositionDialogProps) {
  const selectedCount = editor.selectedInList.size
  const [position, setPosition] = useState('')
  const maxPosition = editor.order.length - selectedCount + 1
  return (
    <ConfirmDialog
      title={selectedCount === 1 ? 'Move to a position' : `Move ${selectedCount} to a position`}
      size="small"
      action="Move"
      variant="primary"
      onConfirm={() => {
        editor.moveSelected(Number(position) - 1)
        onClose()
      }}
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
