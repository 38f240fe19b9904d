import { Button, Flex, Text } from '@contentful/f36-components'
import { SelectedPicturesActions } from '#cms/photo-desk/components/selected-pictures-actions.tsx'
import { EMPTY_SELECTION, type Selection, selectAll } from '#cms/photo-desk/state/order/selection.ts'
import type { ShownPictures } from '#cms/photo-desk/state/order/shown-pictures.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

interface SelectionBarProps {
  readonly shown: ShownPictures
  readonly selection: Selection
  /** Whether some of the selected pictures are in the list of the page. */
  readonly isListed: boolean
  readonly onSelect: (selection: Selection) => void
  /** Moves the selected pictures to an index. */
  readonly onMove: (index: number) => void
  readonly onMoveToPosition: () => void
  readonly onRemove: () => void
}

/** The number of selected pictures, and what can be done with them. */
export function SelectionBar({ shown, selection, isListed, onSelect, onMove, ...on }: SelectionBarProps) {
  const { pictureType, sdk } = useWorkspace()
  const { allIds, isFiltered } = shown
  const selectedCount = selection.ids.size
  const isSelected = selectedCount > 0
  const pictures = `${allIds.length} ${pictureType.name}${allIds.length === 1 ? '' : 's'}`
  const actions = [
    ['To the top', () => onMove(0)],
    ['To the end', () => onMove(Number.POSITIVE_INFINITY)],
    ['To position …', on.onMoveToPosition],
    ['Remove', on.onRemove],
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
          onClick={() => onSelect(isSelected ? EMPTY_SELECTION : selectAll(allIds))}
          isDisabled={allIds.length === 0 && !isSelected}
        >
          {isSelected ? 'Clear selection' : 'Select all'}
        </Button>
        <Flex className="order-actions" gap="spacingXs">
          {actions.map(([name, onClick]) => (
            <Button key={name} size="small" isDisabled={!isListed} onClick={onClick}>
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
    </div>
  )
}
