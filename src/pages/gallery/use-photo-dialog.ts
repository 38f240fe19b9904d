import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentType, type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { GalleryContent } from '#src/content/gallery.ts'
import type { PhotoDialogProps } from './lightbox.tsx'
import type { PhotoGridHandle } from './photo-grid.tsx'

/** The dialog components, in separate chunks that load when photos are on the screen (record 9). */
const dialogLoaders = {
  'full screen': async () => (await import('./full-screen-lightbox.tsx')).FullScreenLightbox,
  'classic lightbox': async () => (await import('./lightbox.tsx')).ClassicLightbox,
} as const satisfies Record<GalleryContent['photoDialog'], () => Promise<ComponentType<PhotoDialogProps>>>

type DialogVariant = keyof typeof dialogLoaders

/** The dialog components that are loaded. They are shown without waiting for a promise. */
const loadedDialogs = new Map<DialogVariant, ComponentType<PhotoDialogProps>>()

async function loadDialogComponent(variant: DialogVariant): Promise<void> {
  if (!loadedDialogs.has(variant)) loadedDialogs.set(variant, await dialogLoaders[variant]())
}

/**
 * State of the photo dialog. It follows the URL: open if the URL names a photo, closed if not.
 * @param isFetched Whether `images` are those of the CMS: a photo that is not among them does not exist.
 * @param renderedPhoto The photo id of the location that the router has rendered.
 * @param grid The grid of thumbnails. After closing, the thumbnail of the last photo gets the focus.
 */
export function usePhotoDialog(
  { images, photoDialog }: Pick<GalleryContent, 'images' | 'photoDialog'>,
  isFetched: boolean,
  renderedPhoto: string | undefined,
  grid: RefObject<PhotoGridHandle | null>,
) {
  const photo = useUrlPhoto()
  const searchParam = usePhotoSearchParam()
  const [dialog, setDialog] = useState<{ readonly Dialog: ComponentType<PhotoDialogProps> }>()
  const [isOpening, setOpening] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const [closedPhoto, setClosedPhoto] = useState<string>()

  const isKnown = images.some(({ id }) => id === photo)
  if (isDismissed && photo === undefined) setDismissed(false)
  const openPhoto = isKnown && !isDismissed ? photo : undefined
  const isOpen = openPhoto !== undefined
  const Dialog = loadedDialogs.get(photoDialog)
  if (isOpen && !dialog && Dialog) setDialog({ Dialog })

  useEffect(() => {
    if (!isOpen || dialog) return
    let isCurrent = true
    setOpening(true)
    loadDialogComponent(photoDialog)
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

  // Waits until the router has rendered the URL without a photo: the browser may restore the scroll position before.
  useEffect(() => {
    if (closedPhoto === undefined || photo !== undefined || renderedPhoto !== undefined) return
    grid.current?.focusPhoto(images.findIndex(({ id }) => id === closedPhoto))
    setClosedPhoto(undefined)
  }, [closedPhoto, photo, renderedPhoto, images, grid])

  return {
    /** Opens the dialog: changes the URL. */
    openPhoto: searchParam.open,
    /** Loads the component of the dialog. A failure is handled when a photo is opened. */
    loadDialog: useCallback(() => void loadDialogComponent(photoDialog).catch(() => {}), [photoDialog]),
    /** The id of the photo whose dialog is loading. */
    openingPhoto: isOpening ? photo : undefined,
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

/**
 * Returns the photo id of the URL. The history changes with the click, the router renders the new location after it has
 * loaded the routes: the dialog opens sooner this way.
 */
function useUrlPhoto(): string | undefined {
  const { history, options } = useRouter()
  const readPhoto = () => {
    const { pathname, search } = history.location
    const { photo } = pathname === '/gallery' ? options.parseSearch(search) : {}
    return photo === undefined ? undefined : String(photo)
  }
  return useSyncExternalStore(history.subscribe, readPhoto, () => undefined)
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the gallery without a photo. */
    isFromGallery?: boolean
  }
}

/** Of all navigations within the gallery. */
const navigationOptions = { to: '/gallery', replace: true, resetScroll: false } as const

/**
 * The search param `/gallery?photo=<id>`. Opening a photo adds a history entry, moving on replaces it, Back closes the
 * dialog.
 */
function usePhotoSearchParam() {
  const navigate = useNavigate()
  const router = useRouter()
  return {
    /** Adds a history entry with the photo. Replaces the entry if the URL already names a photo. */
    open: useCallback(
      (photo: string) => {
        const replace = new URLSearchParams(router.latestLocation.searchStr).has('photo')
        navigate({ ...navigationOptions, search: { photo }, state: replace || { isFromGallery: true }, replace })
      },
      [navigate, router],
    ),
    /** Replaces the photo in the URL. */
    replace: (photo: string) => navigate({ ...navigationOptions, search: { photo }, state: true }),
    /** Goes back to the gallery, or replaces the URL if the photo was opened by a direct link. */
    leave: () =>
      router.latestLocation.state.isFromGallery
        ? router.history.back()
        : navigate({ ...navigationOptions, search: {} }),
    /** Removes an unknown photo id from the URL. */
    remove: () => navigate({ ...navigationOptions, search: {} }),
  }
}
