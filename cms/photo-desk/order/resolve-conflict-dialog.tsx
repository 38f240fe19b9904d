import { Button, Paragraph, Table } from '@contentful/f36-components'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import { getPicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { OrderConflict } from './merge-orders.ts'
import { findMovedIds } from './move-entries.ts'
import { getPictureName } from './order-tile.tsx'

interface ResolveConflictDialogProps {
  readonly conflict: OrderConflict
  readonly spacePictures: SpacePictures
  readonly pictureType: PictureType
  readonly onChoose: (choice: keyof OrderConflict) => void
}

/** Shows where both orders differ, and asks which one to keep. It cannot be closed without a choice. */
export function ResolveConflictDialog({ conflict, spacePictures, pictureType, onChoose }: ResolveConflictDialogProps) {
  const { mine, theirs } = conflict
  const { name } = pictureType
  const movedIds = [...findMovedIds(mine, theirs)]
  return (
    <Dialog
      title="Somebody else has changed the order too"
      size="large"
      isBusy
      onClose={() => {}}
      actions={[
        <Button key="theirs" onClick={() => onChoose('theirs')}>
          Take theirs
        </Button>,
        <Button key="mine" variant="primary" onClick={() => onChoose('mine')}>
          Keep mine
        </Button>,
      ]}
    >
      <Paragraph>
        Both of you have moved the same {name}s. Pictures that only one of you has added or removed are merged. Choose
        which order to save. You can undo the choice.
      </Paragraph>
      <Table>
        <Table.Head>
          <Table.Row>
            <Table.Cell>{name === 'logo' ? 'Logo' : 'Photograph'}</Table.Cell>
            <Table.Cell>Your position</Table.Cell>
            <Table.Cell>Their position</Table.Cell>
          </Table.Row>
        </Table.Head>
        <Table.Body>
          {movedIds.map((id) => {
            const picture = getPicture(spacePictures, pictureType, id)
            return (
              <Table.Row key={id}>
                <Table.Cell>
                  <div className="order-conflict-picture">
                    <PictureThumbnail {...picture} pictureType={pictureType} />
                    {getPictureName(picture?.entry, pictureType)}
                  </div>
                </Table.Cell>
                <Table.Cell>{mine.indexOf(id) + 1}</Table.Cell>
                <Table.Cell>{theirs.indexOf(id) + 1}</Table.Cell>
              </Table.Row>
            )
          })}
        </Table.Body>
      </Table>
    </Dialog>
  )
}
