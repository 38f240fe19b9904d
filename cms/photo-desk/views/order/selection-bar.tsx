import { Flex, FormControl, Text, TextInput } from '@contentful/f36-components'
import { useState } from 'react'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { ConfirmDialog } from '#cms/photo-desk/components/dialog.tsx'
import { SelectedPicturesActions } from '#cms/photo-desk/components/pictures-dialog.tsx'
import { EMPTY_SELECTION, selectAll } from '#cms/photo-desk/state/order/selection.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import type { OrderEditor } from './use-order-editor.ts'

/** The number of selected pictures, and what can be done with them. */
export function SelectionBar({ editor }: { readonly editor: OrderEditor }) {
  const { sdk } = useWorkspace()
  const { selection, select, moveSelected } = editor
  const { allIds, isFiltered } = editor.shown
  const [isChoosingPosition, setIsChoosingPosition] = useState(false)
  const selectedCount = selection.ids.size
  const isSelected = selectedCount > 0
  const isDisabled = editor.selectedInList.size === 0
  const actions = [
    { label: 'To the top', isDisabled, onClick: () => moveSelected(0) },
    { label: 'To the end', isDisabled, onClick: () => moveSelected(Number.POSITIVE_INFINITY) },
    { label: 'To position …', isDisabled, onClick: () => setIsChoosingPosition(true) },
    { label: 'Remove', isDisabled, onClick: () => editor.remove(undefined) },
  ]
  return (
    <>
      <Text as="p" className="order-hint" fontColor="gray600">
        {isFiltered ? 'Clear the search to drag. ' : 'Drag to move, or press Space, then the arrow keys, Home or End. '}
        Click or Enter selects, with Ctrl or Shift several. Delete removes.
      </Text>
      <Flex
        className="desk-top-bar order-selection-bar"
        role="toolbar"
        aria-label="Selection"
        alignItems="center"
        flexWrap="wrap"
        gap="spacingXs"
      >
        <Text as="p" role="status" fontWeight="fontWeightDemiBold">
          {isSelected
            ? `${selectedCount} selected${describePlace(editor)}`
            : `${allIds.length} ${isFiltered ? 'found' : 'listed'}`}
        </Text>
        <Button
          variant="transparent"
          onClick={() => select(isSelected ? EMPTY_SELECTION : selectAll(allIds))}
          isDisabled={allIds.length === 0 && !isSelected}
        >
          {isSelected ? 'Clear selection' : 'Select all'}
        </Button>
        <SelectedPicturesActions
          hasPublish
          actions={actions}
          entryIds={selection.ids}
          onDone={(text, hasFailed) => (hasFailed ? sdk.notifier.warning(text) : sdk.notifier.success(text))}
        />
      </Flex>
      {isChoosingPosition && <PositionDialog editor={editor} onClose={() => setIsChoosingPosition(false)} />}
    </>
  )
}

/** Returns where the selected pictures are, if they stand together. */
function describePlace({ order, selection: { ids } }: OrderEditor): string {
  const first = order.findIndex((id) => ids.has(id)) + 1
  const last = order.findLastIndex((id) => ids.has(id)) + 1
  if (first === 0 || last - first + 1 !== ids.size) return ''
  return first === last ? `, at position ${first}` : `, at positions ${first} to ${last}`
}

/** Asks for the position that the selected pictures move to. */
function PositionDialog({ editor, onClose }: { readonly editor: OrderEditor; readonly onClose: () => void }) {
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
          isRequired
          type="number"
          willBlurOnEsc={false}
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
