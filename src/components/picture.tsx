import { css, cx } from 'linaria'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { color, space } from '#src/theme/tokens.ts'
import { noteStyle } from '#src/theme/typography.ts'
import { getPictureAttributes, type PictureFiles } from './picture-files.ts'

interface PictureProps {
  readonly files: PictureFiles
  /** How wide it is shown, as the `sizes` attribute says it. */
  readonly sizes: string
  /** Above the fold: fetched first, not lazily. */
  readonly priority?: boolean
  readonly className?: string
}

/** A picture in the best form that the browser takes; from the other host when its own is gone; when both are, its words. */
export function Picture({ files, sizes, priority = false, className }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [gone, setGone] = useState<readonly string[]>([])
  const shown = [files, files.fallback].find((each) => each && !gone.includes(each.src))
  const giveUp = (src: string) => setGone((before) => [...before, src])

  // It may have failed before this script ran: no event tells of that. A drawing without a size has no width and is there.
  useEffect(() => {
    const { current } = image
    if (current?.complete && current.naturalWidth === 0) current.decode().catch(() => giveUp(files.src))
  }, [files.src])

  if (!shown) {
    return (
      <span className={cx(words, className)} style={ratioOf(files)}>
        {files.alt}
      </span>
    )
  }
  return (
    <picture>
      {shown.sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
      ))}
      <img
        ref={image}
        className={hasAssumedSize(files) ? cx(twiceAsWide, className) : className}
        {...getPictureAttributes(files)}
        src={shown.src}
        width={files.width}
        height={files.height}
        alt={files.alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        onError={() => giveUp(shown.src)}
      />
    </picture>
  )
}

const ratioOf = ({ width, height }: PictureFiles): CSSProperties & Readonly<Record<'--ratio', string>> => ({
  '--ratio': `${width} / ${height}`,
})

/**
 * Whether the size may be the one that is assumed for a drawing without a size (src/content/field-schemas.ts). The file then has
 * another shape, and would take it when it is loaded; the attributes `width` and `height` only reserve the space.
 */
const hasAssumedSize = ({ isSvg, width, height }: PictureFiles) => isSvg === true && width === 2 * height

/* Weaker than any class: the sizes that a page sets for its pictures apply to these too. */
const twiceAsWide = css`
  :where(&) {
    aspect-ratio: 2;
  }
`

const words = css`
  :where(&) {
    ${noteStyle}
    display: block;
    overflow: clip;
    aspect-ratio: var(--ratio);
    max-inline-size: 100%;
    padding: ${space.xs}px ${space.sm}px;
    background: ${color.steel};
    color: ${color.bone};
  }
`
