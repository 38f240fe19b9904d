import { css } from 'linaria'
import type { Ref } from 'react'
import { Container } from '#src/components/container.tsx'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { Section } from '#src/components/section.tsx'
import type { GalleryImage } from '#src/content/gallery.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import { belowWidth, upToWidth } from '#src/theme/media-queries.ts'
import { size, space } from '#src/theme/tokens.ts'
import { labelStyle, sectionTitleStyle } from '#src/theme/typography.ts'
import { PhotoThumbnail } from './photo-thumbnail.tsx'

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
