import { ModalConfirm, Text } from '@contentful/f36-components'
import type { PictureType } from '#cms/pictures/picture-type.ts'

interface RemoveDialogProps {
  readonly count: number
  readonly pictureType: PictureType
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Asks before pictures are removed from the list, and says how they come back. */
export function RemoveDialog({ count, pictureType: { name, page }, onRemove, onClose }: RemoveDialogProps) {
  const isOne = count === 1
  const pictures = isOne ? `the ${name}` : `${count} ${name}s`
  return (
    <ModalConfirm
      intent="negative"
      isShown
      title={`Remove ${pictures} from the ${page.name}?`}
      confirmLabel="Remove"
      cancelLabel="Cancel"
      onConfirm={onRemove}
      onCancel={onClose}
    >
      <Text>
        {isOne ? 'It stays' : 'They stay'} in the library. To get {isOne ? 'it' : 'them'} back, press “Add to the end”
        below the {page.name}. Visitors see no change until you save and publish.
      </Text>
    </ModalConfirm>
  )
}
