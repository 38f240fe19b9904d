import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import type { GalleryContent } from '#src/content/gallery.ts'
import type { PhotoDialogProps } from './lightbox.tsx'

/** The dialog components, in separate chunks that load when the first photo opens. */
const dialogLoaders = {
  'full screen': async () => (await import('./full-screen-lightbox.tsx')).FullScreenLightbox,
  'classic lightbox': async () => (await import('./classic-lightbox.tsx')).ClassicLightbox,
} as const satisfies Record<GalleryContent['photoDialog'], () => Promise<ComponentType<PhotoDialogProps>>>

/**
 * State of the photo dialog. It follows the URL: open if the URL names a photo, closed if not.
 * @param isFetched Whether `images` are those of the CMS: a photo that is not among them does not exist.
 * @param grid The list of thumbnails. After closing, the thumbnail of the last photo gets the focus.
 */
export function usePhotoDialog(
  { images, photoDialog }: Pick<GalleryContent, 'images' | 'photoDialog'>,
  isFetched: boolean,
  photo: string | undefined,
  grid: RefObject<HTMLElement | null>,
) {
  const searchParam = usePhotoSearchParam()
  const [dialog, setDialog] = useState<{ readonly Dialog: ComponentType<PhotoDialogProps> }>()
  const [isOpening, setOpening] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const [closedPhoto, setClosedPhoto] = useState<string>()

  const isKnown = images.some(({ id }) => id === photo)
  if (isDismissed && photo === undefined) setDismissed(false)
  const openPhoto = isKnown && !isDismissed ? photo : undefined
  const isOpen = openPhoto !== undefined

  useEffect(() => {
    if (!isOpen || dialog) return
    let isCurrent = true
    setOpening(true)
    dialogLoaders[photoDialog]()
      .then((Dialog) => isCurrent && setDialog({ Dialog }))
      .catch((error) => {
        console.warn('The photograph could not be opened', error)
        if (isCurrent) searchParam.leave()
      })
      .finally(() => isCurrent && setOpening(false))
    return () => {
      isCurrent = false
      setOpening(false)
    }
  }, [isOpen, dialog, photoDialog])

  // Only after a fetch: the prerendered page may not contain a photo that was published since.
  const isUnknown = photo !== undefined && !isKnown && isFetched
  useEffect(() => {
    if (isUnknown) searchParam.remove()
  }, [isUnknown])

  // Waits until the URL names no photo: the browser may restore the scroll position when it changes.
  useEffect(() => {
    if (closedPhoto === undefined || photo !== undefined) return
    const thumbnail = grid.current?.children[images.findIndex(({ id }) => id === closedPhoto)]
    thumbnail?.querySelector('a')?.focus({ preventScroll: true })
    thumbnail?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    setClosedPhoto(undefined)
  }, [closedPhoto, photo, images, grid])

  return {
    isOpening,
    Dialog: dialog?.Dialog,
    photo: openPhoto,
    onPhotoChange: searchParam.replace,
    onClosing: () => {
      setDismissed(true)
      if (photo !== undefined) searchParam.leave()
    },
    onClosed: (lastPhoto: string) => {
      setDialog(undefined)
      setClosedPhoto(lastPhoto)
    },
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the gallery without a photo. */
    isFromGallery?: boolean
  }
}

/**
 * The search param `/gallery?photo=<id>`. Opening a photo adds a history entry, moving on replaces it, Back closes the
 * dialog.
 */
function usePhotoSearchParam() {
  const navigate = useNavigate()
  const router = useRouter()
  const options = { to: '/gallery', replace: true, resetScroll: false } as const
  return {
    /** Replaces the photo in the URL. */
    replace: (photo: string) => navigate({ ...options, search: { photo }, state: true }),
    /** Goes back to the gallery, or replaces the URL if the photo was opened by a direct link. */
    leave: () =>
      router.latestLocation.state.isFromGallery ? router.history.back() : navigate({ ...options, search: {} }),
    /** Removes an unknown photo id from the URL. */
    remove: () => navigate({ ...options, search: {} }),
  }
}
