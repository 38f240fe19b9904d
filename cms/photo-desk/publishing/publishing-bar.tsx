import { Button, Checkbox, Flex } from '@contentful/f36-components'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { describeSelection } from './describe-content.ts'
import type { PublishSelection } from './publishing-state.ts'
import { SelectedPicturesActions } from './selected-pictures-actions.tsx'

interface PublishingBarProps {
  /** The number of rows, and the ids of the selected ones. */
  readonly count: number
  readonly selectedIds: ReadonlySet<string>
  /** What of the selection can be published. */
  readonly selection: PublishSelection
  readonly isRunning: boolean
  readonly onSelectAll: (isSelected: boolean) => void
  readonly onPublish: () => void
  readonly onSchedule: () => void
  /** Called after another action, with a sentence about what is done. */
  readonly onDone: (text: string) => void
}

/** What can be done with the selected rows. */
export function PublishingBar({ count, selectedIds, selection, isRunning, ...on }: PublishingBarProps) {
  const { pictureType } = useWorkspace()
  const { entryIds, hasPage } = selection
  const isEmpty = entryIds.length === 0 && !hasPage
  return (
    <div className="publishing-bar">
      <Checkbox
        isChecked={selectedIds.size > 0 && selectedIds.size === count}
        isIndeterminate={selectedIds.size > 0 && selectedIds.size < count}
        isDisabled={isRunning || count === 0}
        onChange={(event) => on.onSelectAll(event.target.checked)}
      >
        Select all
      </Checkbox>
      <span className="publishing-count">
        {selectedIds.size} of {count} selected
      </span>
      <Flex flexWrap="wrap" alignItems="center" gap="spacingXs">
        <SelectedPicturesActions
          entryIds={selectedIds}
          actions={['takeDown', 'archive', 'restore', 'delete']}
          isDisabled={isRunning}
          onDone={on.onDone}
        />
      </Flex>
      <Flex flexWrap="wrap" alignItems="center" gap="spacingXs">
        <Button isDisabled={isRunning || isEmpty} onClick={on.onSchedule}>
          Publish at a time …
        </Button>
        <Button variant="positive" isDisabled={isRunning || isEmpty} isLoading={isRunning} onClick={on.onPublish}>
          {isEmpty ? 'Publish' : `Publish ${describeSelection(pictureType, entryIds.length, hasPage)}`}
        </Button>
      </Flex>
    </div>
  )
}
