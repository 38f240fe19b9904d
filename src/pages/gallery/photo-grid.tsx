import { Link } from '@tanstack/react-router'
import { css } from 'linaria'
import { memo, type Ref } from 'react'
import { Container } from '#src/components/container.tsx'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { Picture } from '#src/components/picture.tsx'
import { Section } from '#src/components/section.tsx'
import { useInspectorProps } from '#src/content/content-client.ts'
import type { GalleryImage } from '#src/content/gallery.ts'
import { belowWidth, canHover, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, size, space } from '#src/theme/tokens.ts'
import { labelStyle, sectionTitleStyle } from '#src/theme/typography.ts'

interface PhotoGridProps {
  readonly title: string
  readonly titleInspectorProps: InspectorProps
  /** `{count}` is replaced by the number of photos. */
  readonly countText: string
  readonly images: readonly GalleryImage[]
  /** The photo id of the URL. */
  readonly photo: string | undefined
  /** Whether the dialog for `photo` is loading. */
  readonly isOpening: boolean
  /** The list element. Its children have the order of `images`. */
  readonly ref: Ref<HTMLUListElement>
}

/** Grid of all photos: four columns, three below 992 px, two below 480 px (requirements §2). */
export function PhotoGrid({ title, titleInspectorProps, countText, images, photo, isOpening, ref }: PhotoGridProps) {
  const getInspectorProps = useInspectorProps()
  return (
    <Section labelledBy="photographs">
      <Container>
        <div className={root}>
          <div className={header}>
            <h2 id="photographs" className={heading} {...titleInspectorProps}>
              {title}
            </h2>
            <p className={count}>{countText.replace('{count}', String(images.length))}</p>
          </div>
          <ul className={grid} ref={ref}>
            {images.map((image) => (
              <li key={image.id} {...getInspectorProps(image.id, 'photo')}>
                <PhotoThumbnail
                  image={image}
                  isBusy={isOpening && image.id === photo}
                  replacesPhoto={photo !== undefined}
                />
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </Section>
  )
}

const root = css`
  max-inline-size: ${size.galleryGrid}px;
  margin-inline: auto;
`

const header = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space.xs}px ${space.md}px;
  margin-block-end: ${space.md}px;
`

const heading = css`
  ${sectionTitleStyle}
`

const count = css`
  ${labelStyle}
  letter-spacing: 0.05em;
  text-transform: none;
`

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
`

interface PhotoThumbnailProps {
  readonly image: GalleryImage
  /** Whether the dialog for this photo is loading. */
  readonly isBusy: boolean
  /** Whether the URL already names a photo: the link then replaces the history entry. */
  readonly replacesPhoto: boolean
}

/** A photo of the grid. It links to the URL that opens it in the dialog (requirements §2). */
const PhotoThumbnail = memo(({ image, isBusy, replacesPhoto }: PhotoThumbnailProps) => (
  <Link
    className={photoLink}
    to="/gallery"
    search={{ photo: image.id }}
    state={replacesPhoto || { isFromGallery: true }}
    replace={replacesPhoto}
    resetScroll={false}
    preload={false}
    activeOptions={{ includeHash: true }} // otherwise hydration differs from the prerendered HTML
    aria-haspopup="dialog"
    aria-busy={isBusy}
  >
    <Picture
      picture={image}
      maxWidth={MAX_WIDTH}
      sizes="(width < 480px) 50vw, (width < 992px) 33vw, 282px"
      className={picture}
    />
  </Link>
))

/** px: a third of the widest three-column layout, at a device pixel ratio of 2. */
const MAX_WIDTH = 640

const photoLink = css`
  position: relative;
  display: block;
  overflow: clip;
  aspect-ratio: 3 / 2;
  cursor: zoom-in;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 3px solid ${color.amber};
    opacity: 0;
    transition: opacity ${duration.hover}ms;
  }

  ${canHover} {
    &:hover::after {
      opacity: 1;
    }
  }

  &[aria-busy='true'] {
    cursor: progress;
    animation: pulse 400ms ease-in-out infinite alternate;
  }

  @keyframes pulse {
    to {
      opacity: 0.5;
    }
  }
`

const picture = css`
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;

  ${canHover} {
    transition: transform ${duration.hover * 2}ms ${easing};

    a:hover > picture > & {
      transform: scale(1.04);
    }
  }
`
