import { css, cx } from 'linaria'
import {
  type MouseEvent,
  memo,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  startTransition,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { runWhenIdle, runWhenNear } from '#src/components/deferred-tasks.ts'
import { checkFailedImage } from '#src/components/picture.tsx'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'
import type { GalleryImage } from '#src/content/gallery.ts'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import { belowWidth, canHover, print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, space } from '#src/theme/tokens.ts'
import { GridSpacer } from './grid-spacer.tsx'
import { PhotoThumbnail, PlainPhotoThumbnail } from './photo-thumbnail.tsx'

interface PhotoGridProps {
  readonly images: readonly GalleryImage[]
  /** The id of the photo whose dialog is loading. */
  readonly busyPhoto: string | undefined
  /** Called with the id of a photo that the visitor selects. */
  readonly onOpen: (photo: string) => void
  /** Called when a visitor may select a photo soon: photos are on the screen, or a thumbnail has a pointer or the focus. */
  readonly onIntent: () => void
  readonly ref: Ref<PhotoGridHandle>
}

/** What the photo dialog uses of the grid. */
export interface PhotoGridHandle {
  /** Focuses the thumbnail and scrolls it into view. Mounts it if necessary. `index` is from 0. */
  readonly focusPhoto: (index: number) => void
}

/**
 * Grid of all photos: four columns, three below 992 px, two below 480 px (requirements §2). Memoized: the parent renders
 * again while a dialog opens. Only a part of a large gallery is mounted: without JavaScript the others are in a second list,
 * with JavaScript the spacer has their height until they are mounted. Events are handled here, for all photos.
 */
export const PhotoGrid = memo(({ images, busyPhoto, onOpen, onIntent, ref }: PhotoGridProps) => {
  const getInspectorProps = useInspectorProps<'galleryImage'>()
  const list = useRef<HTMLUListElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const { mountedCount, mountAll } = useMountedCount(images.length, list, spacer)
  const { failedPhotos, addFailedPhoto } = useFailedPhotos(list, images)
  const isComplete = mountedCount === images.length
  const galleryLength = isComplete ? undefined : images.length

  const pendingFocus = useRef<number>(undefined)
  const focusPendingPhoto = () => {
    const thumbnail = pendingFocus.current !== undefined && list.current?.children[pendingFocus.current]
    if (!thumbnail) return
    pendingFocus.current = undefined
    thumbnail.querySelector('a')?.focus({ preventScroll: true })
    thumbnail.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }
  useLayoutEffect(focusPendingPhoto, [mountedCount])
  useImperativeHandle(ref, () => ({
    focusPhoto: (index) => {
      pendingFocus.current = index
      if (index >= mountedCount) mountAll()
      focusPendingPhoto()
    },
  }))

  useEffect(() => {
    const { current: element } = list
    if (!element) return
    let cancel = runWhenNear(element, 0, () => {
      cancel = runWhenIdle(() => {
        onIntent()
        loadForPrint(element)
      })
    })
    return () => cancel()
  }, [onIntent])

  const findIndex = ({ target, currentTarget }: SyntheticEvent) =>
    target instanceof Element ? [...currentTarget.children].findIndex((item) => item.contains(target)) : -1

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser sends a click when Enter is pressed on a link */}
      <ul
        className={grid}
        ref={list}
        onClick={(event) => {
          const image = images[findIndex(event)]
          if (!image || !isPlainClick(event)) return
          event.preventDefault()
          onOpen(image.id)
        }}
        onPointerOver={onIntent}
        onFocus={(event) => {
          onIntent()
          if (findIndex(event) >= mountedCount - FOCUS_MARGIN) mountAll() // so that Tab finds them
        }}
        onErrorCapture={(event) => {
          const image = images[findIndex(event)]
          if (image) addFailedPhoto(image.id)
        }}
      >
        {images.slice(0, mountedCount).map((image, index) => (
          <PhotoThumbnail
            key={image.id}
            image={image}
            isBusy={image.id === busyPhoto}
            hasFailed={failedPhotos.has(image.id)}
            position={isComplete ? undefined : index + 1}
            galleryLength={galleryLength}
            getInspectorProps={getInspectorProps}
          />
        ))}
      </ul>
      {images.length > getPrerenderedCount(images.length) && (
        <noscript>
          <PlainPhotoList images={images} />
        </noscript>
      )}
      {!isComplete && <GridSpacer ref={spacer} count={images.length - mountedCount} />}
    </>
  )
})

/** Photos in the prerendered page of a large gallery. Both counts are multiples of 12: rows of 2, 3 and 4 are complete. */
const PRERENDERED_COUNT = 120

/** Photos that a navigation mounts at once: what the first screen shows. */
const FIRST_COUNT = 12

/** Returns how many photos the prerendered page has: all, if there are not many more. */
const getPrerenderedCount = (total: number): number => (total < 1.5 * PRERENDERED_COUNT ? total : PRERENDERED_COUNT)

/** px below the viewport within which the other photos are mounted. */
const MOUNT_MARGIN = 3_000

/**
 * How many photos of the gallery are mounted: first those of the prerendered page, then all. The others are mounted when
 * they come near the viewport, when the focus is after the list, and before printing. `spacer` has their height until then.
 */
function useMountedCount(total: number, list: RefObject<HTMLElement | null>, spacer: RefObject<HTMLElement | null>) {
  const isHydrated = useIsHydrated()
  const prerenderedCount = getPrerenderedCount(total)
  const [count, setCount] = useState(isHydrated ? FIRST_COUNT : prerenderedCount)
  const isComplete = count >= total
  const mountAll = () => setCount(total)

  useEffect(() => {
    if (isComplete) return
    if (count < prerenderedCount) return runWhenIdle(() => startTransition(() => setCount(prerenderedCount)))
    if (spacer.current) return runWhenNear(spacer.current, MOUNT_MARGIN, () => startTransition(() => setCount(total)))
  }, [count, isComplete, prerenderedCount, total, spacer])

  useEffect(() => {
    if (isComplete) return
    // The next Shift + Tab moves the focus into the list. React renders updates of this event before the next event.
    const onFocusIn = ({ target }: FocusEvent) => {
      if (isAfter(list.current, target)) setCount(total)
    }
    const onBeforePrint = () => flushSync(() => setCount(total))
    const listening = new AbortController()
    document.addEventListener('focusin', onFocusIn, { signal: listening.signal })
    addEventListener('beforeprint', onBeforePrint, { signal: listening.signal })
    return () => listening.abort()
  }, [isComplete, total, list])

  return { mountedCount: Math.min(count, total), mountAll }
}

/** Whether the focused element is after the list in the page. Dialogs are outside the page. */
function isAfter(list: HTMLElement | null, target: EventTarget | null): boolean {
  if (!list || !(target instanceof Element) || list.contains(target) || target.closest('[role=dialog]')) return false
  return Boolean(list.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
}

/**
 * Loads the photos that are not near the viewport: a browser that prints waits for them for seconds only. Not on phones,
 * which seldom print.
 */
function loadForPrint(list: HTMLElement): void {
  if (!matchMedia('(hover: hover)').matches) return
  for (const image of list.querySelectorAll('img')) image.loading = 'eager'
}

/** Photos between the focus and the last mounted one at which the others are mounted. */
const FOCUS_MARGIN = 12

/** A component, because React does not render the content of `noscript` in the browser. */
const PlainPhotoList = ({ images }: Pick<PhotoGridProps, 'images'>) => (
  <ul className={cx(grid, continued)}>
    {images.slice(getPrerenderedCount(images.length)).map((image) => (
      <PlainPhotoThumbnail key={image.id} image={image} />
    ))}
  </ul>
)

/** Whether a click opens the link in the same tab. */
const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey || defaultPrevented)

/** The photos whose file failed to load, also before hydration, without an event. */
function useFailedPhotos(list: { readonly current: HTMLElement | null }, images: readonly GalleryImage[]) {
  const [failedPhotos, setFailedPhotos] = useState<ReadonlySet<string>>(new Set())
  const addFailedPhoto = (id: string) => setFailedPhotos((previous) => new Set(previous).add(id))
  useEffect(() => {
    for (const [index, item] of [...(list.current?.children ?? [])].entries()) {
      const image = item.querySelector('img')
      const id = images[index]?.id
      if (id && image) checkFailedImage(image, () => addFailedPhoto(id))
    }
  }, [])
  return { failedPhotos, addFailedPhoto }
}

/* Styles the elements of the thumbnails too: a class on each would make the page larger. */
const grid = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space.xs}px;

  ${belowWidth('threeColumns')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }

  ${belowWidth('twoColumns')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${upToWidth('small')} {
    gap: ${space.xs / 2}px;
  }

  & > li {
    align-self: start;
    justify-self: stretch;
    aspect-ratio: 3 / 2;
    content-visibility: auto; /* the size does not depend on the content */
  }

  /* Without containment, which would clip the outline. */
  & > li:focus-within {
    content-visibility: visible;
  }

  ${print} {
    & > li {
      content-visibility: visible;
    }
  }

  & a {
    position: relative;
    display: block;
    overflow: clip;
    aspect-ratio: 3 / 2;
    background: ${color.sand}; /* until the photo is loaded: only files of the seed name a color */
    cursor: zoom-in;
  }

  & a::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 3px solid ${color.amber};
    opacity: 0;
    transition: opacity ${duration.hover}ms;
  }

  ${canHover} {
    & a:hover::after {
      opacity: 1;
    }
  }

  & a[aria-busy='true'] {
    cursor: progress;
    animation: pulse 400ms ease-in-out infinite alternate;
  }

  @keyframes pulse {
    to {
      opacity: 0.5;
    }
  }

  & :is(img, span) {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  ${canHover} {
    & img {
      transition: transform ${duration.hover * 2}ms ${easing};
    }

    & a:hover img {
      transform: scale(1.04);
    }
  }
`

const continued = css`
  margin-block-start: ${space.xs}px;

  ${upToWidth('small')} {
    margin-block-start: ${space.xs / 2}px;
  }
`
