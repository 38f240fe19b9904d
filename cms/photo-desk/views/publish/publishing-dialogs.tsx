import { FailuresDialog } from '#cms/photo-desk/components/failures-dialog.tsx'
import { PictureDialog } from '#cms/photo-desk/components/picture-dialog.tsx'
import { PicturesDialog } from '#cms/photo-desk/components/pictures-dialog.tsx'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import type { PublishResult, PublishSelection } from '#cms/photo-desk/state/publication/publishing-state.ts'
import type { RowAction } from './publishing-row.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

/** What the menu of a picture, the button for a time, or a publication with failures opens. */
export type OpenDialog =
  | { readonly kind: 'schedule'; readonly selection: PublishSelection }
  | { readonly kind: 'failures'; readonly result: PublishResult }
  | { readonly kind: RowAction; readonly picture: SpacePicture }

interface PublishingDialogsProps {
  readonly dialog: OpenDialog
  /** Called when the dialog is closed, with a sentence about what is done. */
  readonly onClose: (done?: string) => void
}

/** The dialog that is open. */
export function PublishingDialogs({ dialog, onClose }: PublishingDialogsProps) {
  if (dialog.kind === 'schedule') return <ScheduleDialog selection={dialog.selection} onClose={onClose} />
  if (dialog.kind === 'failures')
    return <FailuresDialog result={dialog.result} done="published" onClose={() => onClose()} />
  const { kind, picture } = dialog
  if (kind === 'texts') return <PictureDialog pictureId={picture.id} onClose={() => onClose()} />
  return <PicturesDialog action={kind} pictures={[picture]} onClose={onClose} />
}
