import { Button, Text } from '@contentful/f36-components'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'

interface RemoveDialogProps {
  readonly count: number
  readonly pictureType: PictureType
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Asks before pictures are removed from the list, and says how they come back. */
export function RemoveDialog({ count, pictureType: { name, page }, onRemove, onClose }: RemoveDialogProps) {
  const isOne = count === 1
  const [subject, object] = isOne ? ['It stays', 'it'] : ['They stay', 'them']
  return (
    <Dialog
      title={`Remove ${isOne ? `the ${name}` : `${count} ${name}s`} from the ${page.name}?`}
      onClose={onClose}
      actions={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="remove" variant="negative" onClick={onRemove}>
          Remove
        </Button>,
      ]}
    >
      <Text>
        {subject} in Contentful. To get {object} back, press “Add to the end” below the {page.name}. Visitors see no
        change until you save and publish.
      </Text>
    </Dialog>
  )
}
