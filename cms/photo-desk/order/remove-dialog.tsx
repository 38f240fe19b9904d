import { Text } from '@contentful/f36-components'
import { ConfirmDialog } from '#cms/photo-desk/confirm-dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'

interface RemoveDialogProps {
  readonly count: number
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Asks before pictures are removed from the list, and says how they come back. */
export function RemoveDialog({ count, onRemove, onClose }: RemoveDialogProps) {
  const { name, page } = useWorkspace().pictureType
  const [pictures, subject, object] =
    count === 1 ? [`the ${name}`, 'It stays', 'it'] : [`${count} ${name}s`, 'They stay', 'them']
  return (
    <ConfirmDialog
      title={`Remove ${pictures} from the ${page.name}?`}
      action="Remove"
      variant="negative"
      onConfirm={onRemove}
      onClose={onClose}
    >
      <Text>
        {subject} in Contentful. To get {object} back, press “Add to the end” below the {page.name}. Visitors see no
        change until you save and publish.
      </Text>
    </ConfirmDialog>
  )
}
