import { Button, Flex, Text } from '@contentful/f36-components'

interface SelectionBarProps {
  readonly pictureName: string
  /** The number of pictures in the list. */
  readonly count: number
  readonly selectedCount: number
  readonly onSelectAll: () => void
  readonly onClear: () => void
  readonly onMoveToTop: () => void
  readonly onMoveToEnd: () => void
  readonly onMoveToPosition: () => void
  readonly onRemove: () => void
}

/** The number of selected pictures, and what can be done with them. */
export function SelectionBar({ pictureName, count, selectedCount, ...on }: SelectionBarProps) {
  const pictures = `${pictureName}${count === 1 ? '' : 's'}`
  const isDisabled = selectedCount === 0
  return (
    <Flex className="order-selection-bar" role="toolbar" aria-label="Selection">
      <Text as="p" role="status" fontWeight="fontWeightDemiBold" className="order-selection-count">
        {isDisabled ? `${count} ${pictures}` : `${selectedCount} of ${count} selected`}
      </Text>
      <Button
        size="small"
        variant="transparent"
        onClick={isDisabled ? on.onSelectAll : on.onClear}
        isDisabled={count === 0}
      >
        {isDisabled ? 'Select all' : 'Clear selection'}
      </Button>
      <div className="order-hint">
        <Text as="p" fontColor="gray600" className="order-mouse-hint">
          {isDisabled && 'Drag to move. Click to select, Ctrl+click or Shift+click to select several.'}
        </Text>
        <Text as="p" fontColor="gray600" className="order-key-hint">
          Space picks up and drops, arrow keys move, Enter selects, Delete removes.
        </Text>
      </div>
      <Button size="small" isDisabled={isDisabled} onClick={on.onMoveToTop}>
        To the top
      </Button>
      <Button size="small" isDisabled={isDisabled} onClick={on.onMoveToEnd}>
        To the end
      </Button>
      <Button size="small" isDisabled={isDisabled} onClick={on.onMoveToPosition}>
        To position …
      </Button>
      <Button size="small" isDisabled={isDisabled} onClick={on.onRemove}>
        Remove
      </Button>
    </Flex>
  )
}
