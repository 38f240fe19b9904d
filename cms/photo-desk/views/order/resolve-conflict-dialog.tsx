import { Flex, Paragraph } from '@contentful/f36-components'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { DataTable } from '#cms/photo-desk/components/data-table.tsx'
import { Dialog } from '#cms/photo-desk/components/dialog.tsx'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import { findMovedIds } from '#cms/photo-desk/state/order/move-entries.ts'
import type { OrderConflict } from '#cms/photo-desk/state/order/order-edits.ts'
import { usePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** Shows where both orders differ, and asks which one to keep. It cannot be closed without a choice. */
export function ResolveConflictDialog({ mine, theirs }: OrderConflict) {
  const { order: edits, pictureType } = useWorkspace()
  const pictures = usePictures()
  const { name } = pictureType
  const movedIds = findMovedIds(mine, theirs)
  const isDifferent = (id: string) => movedIds.has(id) || !mine.includes(id) || !theirs.includes(id)
  const choose = (choice: keyof OrderConflict) => void edits.resolveConflict(choice)
  const describePosition = (index: number) => (index < 0 ? 'Not in it' : index + 1)
  return (
    <Dialog
      title="Somebody else has changed the order too"
      size="large"
      isBusy
      onClose={() => {}}
      actions={
        <>
          <Button size="medium" onClick={() => choose('theirs')}>
            Take theirs
          </Button>
          <Button size="medium" variant="primary" onClick={() => choose('mine')}>
            Keep mine
          </Button>
        </>
      }
    >
      <Paragraph>
        Choose which order to save. “Keep mine” saves your order, with the {name}s that were added meanwhile at its end;
        “Take theirs” drops your changes. You can undo the choice.
      </Paragraph>
      <DataTable
        headings={[name === 'logo' ? 'Logo' : 'Photograph', 'Your position', 'Their position']}
        rows={
          new Map(
            [...new Set([...mine, ...theirs])].filter(isDifferent).map((id) => [
              id,
              [
                <Flex key={id} flexDirection="column" gap="spacing2Xs">
                  <Thumbnail picture={pictures.get(id)} />
                  {pictures.get(id)?.title ?? `A deleted ${name}`}
                </Flex>,
                describePosition(mine.indexOf(id)),
                describePosition(theirs.indexOf(id)),
              ],
            ]),
          )
        }
      />
    </Dialog>
  )
}
