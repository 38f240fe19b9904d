import { css } from 'linaria'
import type { GalleryImage } from '#src/content/gallery.ts'
import { pictureFiles } from '#src/content/images.ts'
import { below, hovering, upTo } from '#src/theme/media.ts'
import { duration, easing, size, space } from '#src/theme/tokens.ts'
import { labelType, sectionTitleType } from '#src/theme/type.ts'
import { Container } from '#src/ui/container.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Section } from '#src/ui/section.tsx'

interface PhotoGridProps {
  readonly title: string
  /** `{count}` stands for the number. */
  readonly count: string
  readonly images: readonly GalleryImage[]
}

/** Four photographs a row, three below 992 px, two below 480 px (spec §2). */
export function PhotoGrid({ title, count, images }: PhotoGridProps) {
  return (
    <Section labelledBy="photographs">
      <Container>
        <div className={narrowed}>
          <div className={top}>
            <h2 id="photographs" className={heading}>
              {title}
            </h2>
            <p className={total}>{count.replace('{count}', String(images.length))}</p>
          </div>
          <ul className={grid}>
            {images.map((image) => (
              <li key={image.id} className={cell}>
                <Picture
                  files={pictureFiles(image, LARGEST)}
                  sizes="(width < 480px) 50vw, (width < 992px) 33vw, 282px"
                  className={photo}
                />
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </Section>
  )
}

/** px: a third of the widest screen with three columns, at two device pixels each. */
const LARGEST = 640

const narrowed = css`
  max-inline-size: ${size.galleryGrid}px;
  margin-inline: auto;
`

const top = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space.xs}px ${space.md}px;
  margin-block-end: ${space.md}px;
`

const heading = css`
  ${sectionTitleType}
`

const total = css`
  ${labelType}
  letter-spacing: 0.05em;
  text-transform: none;
`

const grid = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space.xs}px;

  ${below('threeColumns')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }

  ${below('twoColumns')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${upTo('small')} {
    gap: ${space.xs / 2}px;
  }
`

const cell = css`
  overflow: clip;
  aspect-ratio: 3 / 2;
`

const photo = css`
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;

  ${hovering} {
    transition: transform ${duration.hover * 2}ms ${easing};

    &:hover {
      transform: scale(1.04);
    }
  }
`
