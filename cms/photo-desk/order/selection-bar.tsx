import { Button, Flex, Text } from '@contentful/f36-components'
import type { ReactNode } from 'react'

interface SelectionBarProps {
  readonly pictureName: string
  /** The number of pictures that are shown. */
  readonly count: number
  readonly selectedCount: number
  /** Whether some of the selected pictures are in the list of the page. */
  readonly isListed: boolean
  /** Whether only some pictures are shown. */
  readonly isFiltered: boolean
  /** What else can be done with the selected pictures. */
  readonly children: ReactNode
  readonly onSelectAll: () => void
  readonly onClear: () => void
  readonly onMoveToTop: () => void
  readonly onMoveToEnd: () => void
  readonly onMoveToPosition: () => void
  readonly onRemove: () => void
}

/** The number of selected pictures, and what can be done with them. */
export function SelectionBar(props: SelectionBarProps) {
  const { pictureName, count, selectedCount, isListed, isFiltered, children, ...on } = props
  const isSelected = selectedCount > 0
  const pictures = `${count} ${pictureName}${count === 1 ? '' : 's'}`
  const actions = [
    ['To the top', on.onMoveToTop],
    ['To the end', on.onMoveToEnd],
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
          onClick={isSelected ? on.onClear : on.onSelectAll}
          isDisabled={count === 0 && !isSelected}
        >
          {isSelected ? 'Clear selection' : 'Select all'}
        </Button>
        <Flex flexWrap="wrap" gap="spacingXs" className="order-actions">
          {actions.map(([name, onClick]) => (
            <Button key={name} size="small" isDisabled={!isListed} onClick={onClick}>
              {name}
            </Button>
          ))}
          {children}
        </Flex>
      </Flex>
      <Text as="p" fontColor="gray600" marginTop="spacing2Xs">
        {isFiltered ? 'Clear the search to drag. ' : <span className="order-mouse-hint">Drag to move. </span>}
        <span className="order-mouse-hint">Click to select, Ctrl+click or Shift+click to select several.</span>
        <span className="order-key-hint">
          {!isFiltered && 'Space picks up and drops, arrow keys move. '}
          Enter selects, Shift+arrow keys select several, Ctrl+A selects all, Delete removes.
        </span>
      </Text>
    </div>
  )
}
