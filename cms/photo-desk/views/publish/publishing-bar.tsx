import { Button, Checkbox, Flex } from '@contentful/f36-components'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { SelectedPicturesActions } from '#cms/photo-desk/components/selected-pictures-actions.tsx'
import type { PublishSelection } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import { describeSelection } from '#cms/photo-desk/state/publication/describe-content.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

interface PublishingBarProps {
  /** The number of rows, and the ids of the selected ones. */
  readonly count: number
  readonly selectedIds: ReadonlySet<string>
  /** What of the selection can be published. */
  readonly selection: PublishSelection
  readonly onSelectAll: (isSelected: boolean) => void
  readonly onPublish: () => void
  readonly onSchedule: () => void
  /** What is true now. */
  readonly children: ReactNode
}

/** What is true now, and what can be done with the selected rows. It stays in sight. */
export function PublishingBar({ count, selectedIds, selection, children, ...on }: PublishingBarProps) {
  const { pictureType, publishing } = useWorkspace()
  const isRunning = useStore(publishing.store)?.kind === 'running'
  const { entryIds, hasPage } = selection
  const isEmpty = entryIds.length === 0 && !hasPage
  const label = isEmpty ? 'Publish' : `Publish ${describeSelection(pictureType, entryIds.length, hasPage)}`
  return (
    <div className="publishing-bar">
      {children}
      {/* With a key, so that a label does not move from the place of the one before. */}
      <Button key={label} variant="positive" isDisabled={isRunning || isEmpty} onClick={on.onPublish}>
        {label}
      </Button>
      <Flex alignItems="center" gap="spacingXs">
        <Checkbox
          isChecked={selectedIds.size > 0 && selectedIds.size === count}
          isIndeterminate={selectedIds.size > 0 && selectedIds.size < count}
          isDisabled={isRunning || count === 0}
          onChange={(event) => on.onSelectAll(event.target.checked)}
        >
          Select all
        </Checkbox>
        {selectedIds.size} of {count} selected
      </Flex>
      <Flex flexWrap="wrap" gap="spacingXs">
        <Button size="small" isDisabled={isRunning || isEmpty} onClick={on.onSchedule}>
          Publish at a time …
        </Button>
        <SelectedPicturesActions entryIds={selectedIds} isDisabled={isRunning} onDone={publishing.say} />
      </Flex>
    </div>
  )
}
