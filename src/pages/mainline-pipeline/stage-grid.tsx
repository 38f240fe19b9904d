import { css } from 'linaria'
import { Container } from '#src/components/container.tsx'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { Picture } from '#src/components/picture.tsx'
import { Section } from '#src/components/section.tsx'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { PipelineStage } from '#src/content/mainline.ts'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { color, space } from '#src/theme/tokens.ts'
import { fluidRem, headingStyle, labelStyle, rem } from '#src/theme/typography.ts'

interface StageGridProps {
  readonly stages: readonly PipelineStage[]
  readonly footerLine: string
  readonly footerInspectorProps: InspectorProps
}

/** Numbered construction stages: four columns, two on narrow screens, one on very narrow ones (requirements §2). */
export function StageGrid({ stages, footerLine, footerInspectorProps }: StageGridProps) {
  const getInspectorProps = useInspectorProps<'pipelineStage'>()
  return (
    <Section>
      <Container>
        {stages.length > 0 && (
          <ol className={grid}>
            {stages.map(({ id, label, picture }, index) => (
              <li key={id} {...getInspectorProps(id, 'image')}>
                <Picture picture={picture} sizes={sizes} className={image} />
                <p className={caption} {...getInspectorProps(id, 'label')}>
                  <span className={number} aria-hidden="true">
                    {String(index + 1).padStart(2, '0')}
                  </span>
                  <span>{label}</span>
                </p>
              </li>
            ))}
          </ol>
        )}
        <p className={footer} {...footerInspectorProps}>
          {footerLine}
        </p>
      </Container>
    </Section>
  )
}

/**
 * The width of a column. On phones it is stated 8 px too small: the column of 372 px on a phone of 412 px with 1.75 pixels
 * per px would otherwise load the file of 960 px, because that of 640 px is 11 px too narrow.
 */
const sizes = '(width <= 479px) calc(100vw - 48px), (width <= 991px) calc(46.8vw - 12px), min(23.4vw - 18px, 302px)'

const grid = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space.lg}px ${space.md}px;

  ${upToWidth('tablet')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${upToWidth('small')} {
    grid-template-columns: minmax(0, 1fr);
    row-gap: ${space.md}px;
  }

  ${print} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: ${space.md}px ${space.sm}px;
  }
`

const image = css`
  inline-size: 100%;
  aspect-ratio: 3 / 2;
  object-fit: cover;
`

const caption = css`
  ${headingStyle}
  display: flex;
  align-items: baseline;
  margin-block-start: 12px;
  font-size: ${rem(24)};
  font-weight: 600;
  line-height: 1.3;
  letter-spacing: 0;
`

const number = css`
  ${labelStyle}
  inline-size: 38px;
  color: ${color.clay};
`

const footer = css`
  ${headingStyle}
  margin-block-start: clamp(40px, 5vw, 72px);
  border-block-start: 1px solid ${color.hairlineOnBone};
  padding-block-start: ${space.md}px;
  font-size: ${fluidRem(24, '2.4vw', 34)};
  line-height: 1.15;

  &:first-child {
    margin-block-start: 0;
    border: 0;
    padding: 0;
  }
`
