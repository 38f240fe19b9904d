import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import { type GalleryContent, useIsGalleryFetched } from '#src/content/gallery.ts'
import type { PhotoDialogProps } from './lightbox.tsx'

/** Each a chunk of its own with the library below it, fetched when a photograph is first opened. */
const dialogs = {
  'full screen': async () => (await import('./full-screen-lightbox.tsx')).FullScreenLightbox,
  'classic lightbox': async () => (await import('./classic-lightbox.tsx')).ClassicLightbox,
} as const satisfies Record<GalleryContent['photoDialog'], () => Promise<ComponentType<PhotoDialogProps>>>

/**
 * The dialog follows the address: it opens when that names a photograph, and leaves when it names none.
 * `grid`: the list of the thumbnails; the focus returns to that of the photograph shown last.
 */
export function usePhotoDialog(
  { images, photoDialog }: Pick<GalleryContent, 'images' | 'photoDialog'>,
  photo: string | undefined,
  grid: RefObject<HTMLElement | null>,
) {
  const address = usePhotoSearchParam()
  const isFresh = useIsGalleryFetched()
  const [dialog, setDialog] = useState<{ readonly Dialog: ComponentType<PhotoDialogProps> }>()
  const [isOpening, setOpening] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const [last, setLast] = useState<string>()

  const isKnown = images.some(({ id }) => id === photo)
  if (isDismissed && photo === undefined) setDismissed(false)
  const wanted = isKnown && !isDismissed ? photo : undefined
  const isWanted = wanted !== undefined

  useEffect(() => {
    if (!isWanted || dialog) return
    let isCurrent = true
    setOpening(true)
    dialogs[photoDialog]()
      .then((Dialog) => isCurrent && setDialog({ Dialog }))
      .catch((problem) => {
        console.warn('The photograph could not be opened', problem)
        if (isCurrent) address.leave()
      })
      .finally(() => isCurrent && setOpening(false))
    return () => {
      isCurrent = false
      setOpening(false)
    }
  }, [isWanted, dialog, photoDialog])

  // What was prerendered may not know a photograph that an editor has published since.
  const isUnknown = photo !== undefined && !isKnown && isFresh
  useEffect(() => {
    if (isUnknown) address.drop()
  }, [isUnknown])

  // The address must be the gallery's own again: the browser may set the page's old place with it.
  useEffect(() => {
    if (last === undefined || photo !== undefined) return
    const thumbnail = grid.current?.children[images.findIndex(({ id }) => id === last)]
    thumbnail?.querySelector('a')?.focus({ preventScroll: true })
    thumbnail?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    setLast(undefined)
  }, [last, photo, images, grid])

  return {
    isOpening,
    Dialog: dialog?.Dialog,
    photo: wanted,
    onPhotoChange: address.show,
    onClosing: () => {
      setDismissed(true)
      if (photo !== undefined) address.leave()
    },
    onClosed: (shown: string) => {
      setDialog(undefined)
      setLast(shown)
    },
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the gallery that the photograph was opened from. */
    isFromGallery?: boolean
  }
}

/** The photograph in the address, `/gallery?photo=<id>`: opening adds to the history, stepping on replaces, Back closes. */
function usePhotoSearchParam() {
  const navigate = useNavigate()
  const router = useRouter()
  const replace = { to: '/gallery', replace: true, resetScroll: false } as const
  return {
    /** The visitor stepped on to it. */
    show: (photo: string) => navigate({ ...replace, search: { photo }, state: true }),
    /** The plain gallery, whether the photograph was opened from it or by a link of its own. */
    leave: () =>
      router.latestLocation.state.isFromGallery ? router.history.back() : navigate({ ...replace, search: {} }),
    /** An id that no photograph has. */
    drop: () => navigate({ ...replace, search: {} }),
  }
}
