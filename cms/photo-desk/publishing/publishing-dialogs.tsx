import { createLink } from '#cms/links.ts'
import { PictureDialog } from '#cms/photo-desk/picture/picture-dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureAction } from './change-pictures.ts'
import { collectEntities } from './collect-entities.ts'
import { describeSelection } from './describe-content.ts'
import { PicturesDialog } from './pictures-dialog.tsx'
import type { PublishSelection } from './publish-selection.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** What the menu of a picture opens. */
export type RowAction = PictureAction | 'takeDownLater' | 'texts'

/** What the menu of a picture, or the button for a time, opens. */
export type OpenDialog =
  | { readonly kind: 'schedule'; readonly selection: PublishSelection }
  | { readonly kind: RowAction; readonly picture: SpacePicture }

interface PublishingDialogsProps {
  readonly dialog: OpenDialog
  /** Called when the dialog is closed, with a sentence about what is done. */
  readonly onClose: (done?: string) => void
}

/** The dialog that is open. */
export function PublishingDialogs({ dialog, onClose }: PublishingDialogsProps) {
  const workspace = useWorkspace()
  const { pictureType } = workspace
  if (dialog.kind === 'schedule') {
    const { selection } = dialog
    return (
      <ScheduleDialog
        action="publish"
        description={describeSelection(pictureType, selection.entryIds.length, selection.hasPage)}
        prepare={() => collectEntities(workspace, selection)}
        onClose={onClose}
      />
    )
  }
  const { kind, picture } = dialog
  const { id } = picture.entry.sys
  if (kind === 'texts') return <PictureDialog pictureId={id} onClose={() => onClose()} />
  if (kind !== 'takeDownLater') return <PicturesDialog action={kind} pictures={[picture]} onClose={onClose} />
  return (
    <ScheduleDialog
      action="unpublish"
      description={describeSelection(pictureType, 1, false)}
      // The file stays: other entries can use it by then.
      prepare={async () => [createLink('Entry', id)]}
      onClose={onClose}
    />
  )
}
