import { Paragraph } from '@contentful/f36-components'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { Dialog } from '#cms/photo-desk/components/dialog.tsx'
import { PictureNames } from '#cms/photo-desk/components/picture-names.tsx'
import type { OrderConflict } from '#cms/photo-desk/state/order/order-edits.ts'
import { type ListMove, listMoves } from '#cms/photo-desk/state/publication/compare-content.ts'
import { usePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** Shows where both orders differ, and asks which one to keep. It cannot be closed without a choice. */
export function ResolveConflictDialog({ mine, theirs }: OrderConflict) {
  const { order: edits, pictureType } = useWorkspace()
  const pictures = usePictures()
  const moves = listMoves(mine, theirs)
  const choose = (choice: keyof OrderConflict) => void edits.resolveConflict(choice)
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
        Choose which order to save. “Keep mine” saves your order, with the {pictureType.name}s that were added meanwhile
        at its end; “Take theirs” drops your changes. You can undo the choice.
      </Paragraph>
      {/* One that is deleted has no name any more. */}
      <PictureNames
        pictures={moves.flatMap(({ id }) => pictures.get(id) ?? [])}
        notes={new Map(moves.map((move) => [move.id, describePositions(move)]))}
      />
    </Dialog>
  )
}

function describePositions({ before, after }: ListMove): string {
  const mine = before === undefined ? 'not in yours' : `position ${before} in yours`
  return `${mine}, ${after === undefined ? 'not in theirs' : `position ${after} in theirs`}`
}
