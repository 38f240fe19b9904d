import 'yet-another-react-lightbox/styles.css'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import YetAnotherLightbox, {
  type ControllerRef,
  type GenericSlide,
  IconButton,
  type LightboxExternalProps,
  useController,
  type ZoomRef,
} from 'yet-another-react-lightbox'
import { Icon } from '#src/components/icon.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { duration, easing } from '#src/theme/tokens.ts'
import { LightboxPhoto } from './lightbox-photo.tsx'
import { lightboxRoot } from './lightbox-styles.ts'
import { PhotoCaption } from './photo-caption.tsx'

/** Props of both photo dialogs. */
export interface PhotoDialogProps {
  readonly images: readonly GalleryImage[]
  /** The accessible name of the dialog. */
  readonly title: string
  readonly texts: InterfaceTexts
  /** The id of the photo to open with. `undefined` closes the open dialog. */
  readonly photo: string | undefined
  /** Called when the visitor has moved to another photo, after a delay without further moves. */
  readonly onPhotoChange: (photo: string) => void
  /** Called when the exit animation starts. */
  readonly onClosing: () => void
  /** Called when the dialog is closed. `photo` is the id of the last photo. */
  readonly onClosed: (photo: string) => void
}

interface LightboxProps extends PhotoDialogProps {
  readonly variant: 'full screen' | 'classic'
  /** ms */
  readonly fadeOut: number
  readonly settings: Pick<LightboxExternalProps, 'carousel' | 'plugins' | 'zoom' | 'stripLabel'>
}

/** The classic photo dialog (requirements §2): one photo without a strip, with a 300 ms fade-out. Editors can select it. */
export const ClassicLightbox = (props: PhotoDialogProps) => (
  <Lightbox {...props} variant="classic" fadeOut={duration.lightboxFade} settings={{ carousel: { padding: '6%' } }} />
)

/** The common part of both photo dialogs (requirements §2, §4): slides, navigation and closing. */
export function Lightbox({ images, title, texts, photo, variant, fadeOut, settings, ...callbacks }: LightboxProps) {
  const [currentId, setCurrentId] = useState(photo)
  const [settledId, setSettledId] = useState<string>()
  const [hasEntered, setEntered] = useState(false)
  const controller = useRef<ControllerRef>(null)
  const zoom = useRef<ZoomRef>(null)
  const isClosing = useRef(false)
  const close = () => {
    if (!isClosing.current) controller.current?.close()
  }
  const outsideClick = useOutsideClick(close)
  const onKeyDownCapture = (event: KeyboardEvent) => {
    // With a modifier they are the browser's, for example to go back; the library does not know that.
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (hasModifier && MOVING_KEYS.has(event.key)) return event.stopPropagation()
    // The library ignores arrow keys during the first half of an animation. While zoomed, they move the photo.
    if (zoom.current !== null && zoom.current.zoom > 1) return
    if (event.key === 'ArrowLeft') controller.current?.prev()
    else if (event.key === 'ArrowRight') controller.current?.next()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const container = { ...outsideClick.handlers, onKeyDownCapture, 'data-variant': variant }

  // The lightbox keeps its own index, and reads the `index` prop only when `slides` changes.
  const slides = useMemo(() => images.map((image): PhotoSlide => ({ type: 'photo', photo: image })), [images])
  const startIndex = useMemo(() => images.findIndex(({ id }) => id === currentId), [images])
  const index = images.findIndex(({ id }) => id === currentId)
  const current = images[index]

  // The visitor went back, or an editor removed the photo.
  const shouldClose = photo === undefined || !current
  useEffect(() => {
    if (shouldClose) close()
  }, [shouldClose])

  useEffect(() => {
    if (currentId === undefined || currentId === photo) return
    const timer = setTimeout(() => isClosing.current || callbacks.onPhotoChange(currentId), duration.addressUpdateDelay)
    return () => clearTimeout(timer)
  }, [currentId, photo])

  // The first frame has no neighbors of the photo, so that it is shown sooner.
  return (
    <YetAnotherLightbox
      open
      close={() => callbacks.onClosed(currentId ?? '')}
      slides={slides}
      index={Math.max(startIndex, 0)}
      className={lightboxRoot}
      labels={{
        Lightbox: title,
        'Photo gallery': title,
        Carousel: '',
        Slide: '',
        '{index} of {total}': texts.photoPosition.replace('{count}', '{total}'),
        Previous: texts.previousPhoto,
        Next: texts.nextPhoto,
        Close: texts.close,
        'Zoom in': texts.zoomIn,
        'Zoom out': texts.zoomOut,
      }}
      animation={{
        fade: hasEntered ? fadeOut : duration.dialogEnter,
        swipe: duration.photoChange,
        zoom: duration.photoChange,
        easing: { swipe: easing, navigation: easing },
      }}
      controller={{ ref: controller }}
      portal={{ container }}
      on={{
        view: ({ index: viewIndex }) => setCurrentId(images[viewIndex]?.id),
        entering: outsideClick.onOpen,
        entered: () => setEntered(true),
        exiting: () => {
          if (isClosing.current) return
          isClosing.current = true
          callbacks.onClosing()
        },
      }}
      render={{
        slide: ({ slide, offset, rect, zoom = 1 }) =>
          slide.type === 'photo' && (
            <LightboxPhoto
              photo={slide.photo}
              viewport={rect}
              zoom={offset === 0 ? zoom : 1}
              isCurrent={offset === 0}
              canPreload={settledId === currentId}
              errorText={texts.photoFailed}
              onSettled={() => setSettledId(slide.photo.id)}
            />
          ),
        controls: () =>
          current && (
            <PhotoCaption
              photo={current}
              position={texts.photoPosition
                .replace('{index}', String(index + 1))
                .replace('{count}', String(images.length))}
              isHidden={variant === 'classic'}
            />
          ),
        buttonClose: () => <CloseButton key="close" isGuarded={outsideClick.isGuarded} />,
        iconPrev: () => <Icon name="previous" />,
        iconNext: () => <Icon name="next" />,
        iconZoomIn: () => <Icon name="zoomIn" />,
        iconZoomOut: () => <Icon name="zoomOut" />,
      }}
      {...settings}
      zoom={{ ...settings.zoom, ref: zoom }}
      carousel={{ finite: true, preload: hasEntered ? 1 : 0, padding: 0, spacing: '40px', ...settings.carousel }}
    />
  )
}

const MOVING_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])

/** Closes the dialog. Ignores the second click of a double click on the thumbnail, but no key press. */
function CloseButton({ isGuarded }: { readonly isGuarded: () => boolean }) {
  const { close } = useController()
  const onClick = ({ detail: clicks }: MouseEvent) => {
    if (clicks === 0 || !isGuarded()) close()
  }
  return <IconButton label="Close" icon={CloseIcon} onClick={onClick} />
}

const CloseIcon = () => <Icon name="close" />

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    photo: PhotoSlide
  }
}

/** A custom slide type, rendered by `LightboxPhoto`. */
interface PhotoSlide extends GenericSlide {
  readonly type: 'photo'
  readonly photo: GalleryImage
}

/** Elements on which a click does not close the dialog. */
const INSIDE_SELECTOR = 'button, [data-inside]'

/** px between pointer down and up. A longer movement is a swipe, not a click. */
const MAX_CLICK_MOVEMENT = 10

/**
 * Closes the dialog on a click outside the photo, its caption, the arrows and the strip. Ignores a click right after
 * opening: it can be the second one of a double click on the thumbnail (requirements §2).
 */
function useOutsideClick(close: () => void) {
  const openedAt = useRef(0)
  const pointerDownAt = useRef({ x: 0, y: 0 })
  const isGuarded = () => performance.now() - openedAt.current < duration.doubleClickGuard
  return {
    onOpen: () => {
      openedAt.current = performance.now()
    },
    isGuarded,
    handlers: {
      onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
        pointerDownAt.current = { x, y }
      },
      onClick: ({ target, clientX, clientY }: MouseEvent) => {
        const { x, y } = pointerDownAt.current
        const isSwipe = Math.hypot(clientX - x, clientY - y) > MAX_CLICK_MOVEMENT
        const isInside = target instanceof Element && target.closest(INSIDE_SELECTOR) !== null
        if (!isSwipe && !isInside && !isGuarded()) close()
      },
    },
  }
}
