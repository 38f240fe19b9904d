import 'yet-another-react-lightbox/styles.css'
import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import YetAnotherLightbox, {
  type ControllerRef,
  type GenericSlide,
  IconButton,
  type LightboxExternalProps,
  useController,
} from 'yet-another-react-lightbox'
import { Icon } from '#src/components/icon.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { duration, easing } from '#src/theme/tokens.ts'
import { LightboxPhoto } from './lightbox-photo.tsx'
import { lightboxRoot } from './lightbox-styles.ts'
import { PhotoCaption } from './photo-caption.tsx'

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

interface LightboxProps extends PhotoDialogProps {
  readonly variant: 'full screen' | 'classic'
  /** ms */
  readonly fadeOut: number
  readonly settings: Pick<LightboxExternalProps, 'carousel' | 'plugins' | 'zoom' | 'stripLabel'>
}

/** What both dialogs for photographs have in common (requirements §2, §4): one photograph, the steps, and how they close. */
export function Lightbox({ images, title, texts, photo, variant, fadeOut, settings, ...on }: LightboxProps) {
  const [shown, setShown] = useState(photo)
  const [settled, setSettled] = useState<string>()
  const [fade, setFade] = useState<number>(duration.dialogEnter)
  const controller = useRef<ControllerRef>(null)
  const isLeaving = useRef(false)
  const close = () => {
    if (!isLeaving.current) controller.current?.close()
  }
  const outside = useOutsideClick(close)
  const container = { ...outside.handlers, 'data-variant': variant }

  // Inside, the lightbox leads: it is told a place only with a new list of photographs.
  const slides = useMemo(() => images.map((each): PhotoSlide => ({ type: 'photo', photo: each })), [images])
  const start = useMemo(() => images.findIndex(({ id }) => id === shown), [images])
  const index = images.findIndex(({ id }) => id === shown)
  const current = images[index]

  // With Back, or because an editor has just taken the photograph away.
  const isGone = photo === undefined || !current
  useEffect(() => {
    if (isGone) close()
  }, [isGone])

  useEffect(() => {
    if (shown === undefined || shown === photo) return
    const rest = setTimeout(() => isLeaving.current || on.onPhotoChange(shown), duration.addressUpdateDelay)
    return () => clearTimeout(rest)
  }, [shown, photo])

  return (
    <YetAnotherLightbox
      open
      close={() => on.onClosed(shown ?? '')}
      slides={slides}
      index={Math.max(start, 0)}
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
        fade,
        swipe: duration.photoChange,
        zoom: duration.photoChange,
        easing: { swipe: easing, navigation: easing },
      }}
      controller={{ ref: controller }}
      portal={{ container }}
      on={{
        view: (seen) => setShown(images[seen.index]?.id),
        entering: outside.opened,
        entered: () => setFade(fadeOut),
        exiting: () => {
          if (isLeaving.current) return
          isLeaving.current = true
          on.onClosing()
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
              canPreload={settled === shown}
              errorText={texts.photoFailed}
              onSettled={() => setSettled(slide.photo.id)}
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
        buttonClose: () => <CloseButton key="close" isTooEarly={outside.isTooEarly} />,
        iconPrev: () => <Icon name="previous" />,
        iconNext: () => <Icon name="next" />,
        iconZoomIn: () => <Icon name="zoomIn" />,
        iconZoomOut: () => <Icon name="zoomOut" />,
      }}
      {...settings}
      carousel={{ finite: true, preload: 1, padding: 0, spacing: '40px', ...settings.carousel }}
    />
  )
}

/** Closes the dialog, but not as the second click of a double click on the thumbnail. A key presses it at any time. */
function CloseButton({ isTooEarly }: { readonly isTooEarly: () => boolean }) {
  const { close } = useController()
  const onClick = ({ detail: clicks }: MouseEvent) => {
    if (clicks === 0 || !isTooEarly()) close()
  }
  return <IconButton label="Close" icon={CloseIcon} onClick={onClick} />
}

const CloseIcon = () => <Icon name="close" />

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    photo: PhotoSlide
  }
}

/** A slide of the lightbox that shows one of our photographs in our own way. */
interface PhotoSlide extends GenericSlide {
  readonly type: 'photo'
  readonly photo: GalleryImage
}

/** What a click may hit without closing the dialog. */
const INSIDE = 'button, [data-inside]'

/** px; whoever moved further between pressing and releasing swiped, and did not click. */
const STILL = 10

/**
 * Closes the dialog by a click outside the photograph, its words, the arrows and the strip, but not by the first click
 * right after opening: that is the second one of a double click on the thumbnail (requirements §2).
 */
function useOutsideClick(close: () => void) {
  const openedAt = useRef(0)
  const pressed = useRef({ x: 0, y: 0 })
  const isTooEarly = () => performance.now() - openedAt.current < duration.doubleClickGuard
  return {
    opened: () => {
      openedAt.current = performance.now()
    },
    isTooEarly,
    handlers: {
      onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
        pressed.current = { x, y }
      },
      onClick: ({ target, clientX, clientY }: MouseEvent) => {
        const { x, y } = pressed.current
        const isSwipe = Math.hypot(clientX - x, clientY - y) > STILL
        const isInside = target instanceof Element && target.closest(INSIDE) !== null
        if (!isSwipe && !isInside && !isTooEarly()) close()
      },
    },
  }
}
