import { Flex, Text } from '@contentful/f36-components'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { useDocumentEvent } from '#cms/photo-desk/components/use-document-event.ts'
import { describeChanges, isSameOrder, type PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import { hasUnsavedOrder, type OrderEdit } from '#cms/photo-desk/state/order/order-edits.ts'
import { useShownIds, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

interface SaveBarProps {
  readonly edit: OrderEdit
  /** Returns an order as visitors see it. */
  readonly arrange: (order: PictureOrder) => PictureOrder
}

/** What is not saved, with undo, discard and save. */
export function SaveBar({ edit, arrange }: SaveBarProps) {
  const { order: edits } = useWorkspace()
  const shownIds = new Set(useShownIds())
  const { past, isSaving, error } = edit
  const isUnsaved = hasUnsavedOrder(edit)
  useOrderKeys()
  return (
    <Flex
      as="section"
      className="desk-bar"
      aria-label="Changes of the order"
      flexWrap="wrap"
      alignItems="start"
      gap="spacingXs"
    >
      <div className="desk-bar-text">
        {error === undefined ? (
          <Text as="p" role="status" fontWeight="fontWeightDemiBold">
            {describeOrder(edit, arrange, isSameOrder([...shownIds], edit.order))}
          </Text>
        ) : (
          <Text as="p" role="alert" fontColor="red700">
            The order is not saved: {error}.
          </Text>
        )}
      </div>
      <div className="desk-bar-buttons">
        <Button variant="transparent" isDisabled={past.length === 0} onClick={edits.undo}>
          Undo
        </Button>
        <Button isDisabled={!isUnsaved || isSaving} onClick={edits.discard}>
          Discard
        </Button>
        <Button variant="primary" isDisabled={!isUnsaved} onClick={() => void edits.save()}>
          Save
        </Button>
      </div>
    </Flex>
  )
}

/** `isShown`: whether visitors see the order. */
function describeOrder(edit: OrderEdit, arrange: SaveBarProps['arrange'], isShown: boolean): string {
  if (edit.isSaving) return 'Saving …'
  if (hasUnsavedOrder(edit))
    return `${describeChanges(arrange(edit.base), arrange(edit.order)) || 'Order changed'}. Not saved.`
  return isShown ? 'No unsaved changes.' : 'The order is saved as a draft. Publish it in the Publish tab.'
}

/** Saves with Ctrl+S, and undoes with Ctrl+Z. On a Mac with Cmd. */
function useOrderKeys(): void {
  const { order: edits } = useWorkspace()
  useDocumentEvent('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey) return
    const key = event.key.toLowerCase()
    if (key === 's') void edits.save()
    else if (isTextInput(event.target))
      return // the browser undoes what is typed
    else if (key === 'z' && !event.shiftKey) edits.undo()
    else return
    event.preventDefault()
  })
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof Element && target.matches('textarea, select, input:not([type="checkbox"])')
