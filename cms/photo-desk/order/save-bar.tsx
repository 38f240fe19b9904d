import { Button, Flex, Note, Text } from '@contentful/f36-components'
import { countChanges, type PictureOrder } from './move-entries.ts'
import type { OrderEdit, OrderEdits } from './order-edits.ts'
import { hasUnsavedOrder } from './order-history.ts'

interface SaveBarProps {
  readonly edit: OrderEdit
  readonly edits: OrderEdits
  /** Returns an order as visitors see it. */
  readonly arrange: (order: PictureOrder) => PictureOrder
}

/** What is not saved, with undo, redo, discard and save. Hidden if there is nothing to save, undo or redo. */
export function SaveBar({ edit, edits, arrange }: SaveBarProps) {
  const { history, isSaving, error } = edit
  const isUnsaved = hasUnsavedOrder(history)
  if (!isUnsaved && history.past.length === 0 && history.future.length === 0) return null
  const text = isUnsaved
    ? `${describeChanges(arrange(history.base), arrange(history.order))}. Not saved.`
    : 'The order is saved as a draft. Publish it in the Publish tab.'
  return (
    <section className="order-save-bar" aria-label="Unsaved order">
      {error !== undefined && (
        <Note variant="negative" role="alert" title="The order is not saved">
          {error}.
        </Note>
      )}
      <Flex alignItems="center" flexWrap="wrap" gap="spacingXs">
        <Text as="p" role="status" fontWeight="fontWeightDemiBold" className="order-changes">
          {isSaving ? 'Saving …' : text}
        </Text>
        <Button variant="transparent" isDisabled={history.past.length === 0} onClick={edits.undo}>
          Undo
        </Button>
        <Button variant="transparent" isDisabled={history.future.length === 0} onClick={edits.redo}>
          Redo
        </Button>
        <Button variant="secondary" isDisabled={!isUnsaved || isSaving} onClick={edits.discard}>
          Discard
        </Button>
        <Button variant="primary" isDisabled={!isUnsaved} isLoading={isSaving} onClick={() => void edits.save()}>
          Save
        </Button>
      </Flex>
    </section>
  )
}

function describeChanges(before: PictureOrder, after: PictureOrder): string {
  const parts = Object.entries(countChanges(before, after))
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
  return parts.join(', ') || 'Order changed'
}
