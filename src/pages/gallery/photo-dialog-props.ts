import type { GalleryImage } from '#src/content/gallery.ts'
import type { InterfaceTexts } from '#src/content/site.ts'

/** What both dialogs for photographs are given. */
export interface PhotoDialogProps {
  readonly images: readonly GalleryImage[]
  /** The dialog's name. */
  readonly title: string
  readonly texts: InterfaceTexts
  /** The photograph to open with; later, none when the dialog is to leave. */
  readonly photo: string | undefined
  /** The visitor stepped on to another photograph, and stays there. */
  readonly onPhotoChange: (photo: string) => void
  /** It begins to leave. */
  readonly onClosing: () => void
  /** It has left; `photo` was shown last. */
  readonly onClosed: (photo: string) => void
}
