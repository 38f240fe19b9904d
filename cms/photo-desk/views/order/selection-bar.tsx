import { Button, Flex, Text } from '@contentful/f36-components'
import { useState } from 'react'
import { SelectedPicturesActions } from '#cms/photo-desk/components/selected-pictures-actions.tsx'
import { EMPTY_SELECTION, selectAll } from '#cms/photo-desk/state/order/selection.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { PositionDialog } from './position-dialog.tsx'
import type { OrderEditor } from './use-order-editor.ts'

/** The number of selected pictures, and what can be done with them. */
export function SelectionBar({ editor }: { readonly editor: OrderEditor }) {
  const { pictureType, sdk } = useWorkspace()
  const { selection, select, moveSelected } = editor
  const { allIds, isFiltered } = editor.shown
  const [isChoosingPosition, setIsChoosingPosition] = useState(false)
  const selectedCount = selection.ids.size
  const isSelected = selectedCount > 0
  const pictures = `${allIds.length} ${pictureType.name}${allIds.length === 1 ? '' : 's'}`
  const actions = [
    ['To the top', () => moveSelected(0)],
    ['To the end', () => moveSelected(Number.POSITIVE_INFINITY)],
    ['To position …', () => setIsChoosingPosition(true)],
    ['Remove', () => editor.remove(undefined)],
  ] as const
  return (
    <div className="order-selection-bar" role="toolbar" aria-label="Selection">
      <Flex alignItems="center" flexWrap="wrap" gap="spacingXs">
        <Text as="p" role="status" fontWeight="fontWeightDemiBold">
          {isSelected ? `${selectedCount} selected` : pictures}
        </Text>
        <Button
          size="small"
          variant="transparent"
          onClick={() => select(isSelected ? EMPTY_SELECTION : selectAll(allIds))}
          isDisabled={allIds.length === 0 && !isSelected}
        >
          {isSelected ? 'Clear selection' : 'Select all'}
        </Button>
        <Flex className="order-actions" gap="spacingXs">
          {actions.map(([name, onClick]) => (
            <Button key={name} size="small" isDisabled={editor.selectedInList.size === 0} onClick={onClick}>
              {name}
            </Button>
          ))}
          <SelectedPicturesActions hasPublish entryIds={selection.ids} onDone={(text) => sdk.notifier.success(text)} />
        </Flex>
      </Flex>
      <Text as="p" className="order-hint" fontColor="gray600" marginTop="spacing2Xs">
        {isFiltered ? 'Clear the search to drag. ' : 'Drag to move, or press Space and the arrow keys. '}
        Click or Enter selects; Ctrl or Shift, several; Delete removes.
      </Text>
      {isChoosingPosition && <PositionDialog editor={editor} onClose={() => setIsChoosingPosition(false)} />}
    </div>
  )
}
