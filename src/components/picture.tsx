import { css, cx } from 'linaria'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { color, space } from '#src/theme/tokens.ts'
import { noteStyle } from '#src/theme/typography.ts'
import { getPictureAttributes, type PictureFiles } from './picture-files.ts'

interface PictureProps {
  readonly files: PictureFiles
  /** The `sizes` attribute: the display width. */
  readonly sizes: string
  /** For pictures above the fold: loads eagerly with high priority. */
  readonly priority?: boolean
  readonly className?: string
}

/** A responsive picture. If a file fails to load, shows the fallback, and then the alt text. */
export function Picture({ files, sizes, priority = false, className }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failedSources, setFailedSources] = useState<readonly string[]>([])
  const displayed = [files, files.fallback].find((candidate) => candidate && !failedSources.includes(candidate.src))
  const addFailedSource = (src: string) => setFailedSources((previous) => [...previous, src])

  // The file may have failed to load before hydration, without an event. `decode()` succeeds for an SVG without a size.
  useEffect(() => {
    const { current } = image
    if (current?.complete && current.naturalWidth === 0) current.decode().catch(() => addFailedSource(files.src))
  }, [files.src])

  if (!displayed) {
    return (
      <span className={cx(altText, className)} style={getRatioStyle(files)}>
        {files.alt}
      </span>
    )
  }
  return (
    <picture>
      {displayed.sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
      ))}
      <img
        ref={image}
        className={hasAssumedSize(files) ? cx(assumedRatio, className) : className}
        {...getPictureAttributes(files)}
        src={displayed.src}
        width={files.width}
        height={files.height}
        alt={files.alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        onError={() => addFailedSource(displayed.src)}
      />
    </picture>
  )
}

const getRatioStyle = ({ width, height }: PictureFiles): CSSProperties & Readonly<Record<'--ratio', string>> => ({
  '--ratio': `${width} / ${height}`,
})

/**
 * Whether the size may be the assumed one of an SVG without a size (src/content/field-schemas.ts). The loaded file can
 * then have another aspect ratio, and the attributes `width` and `height` would not prevent a layout shift.
 */
const hasAssumedSize = ({ isSvg, width, height }: PictureFiles) => isSvg === true && width === 2 * height

/* No specificity, so that the classes of pages override it. */
const assumedRatio = css`
  :where(&) {
    aspect-ratio: 2;
  }
`

const altText = css`
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
