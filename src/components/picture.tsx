import { css, cx } from 'linaria'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { PICTURE_FORMATS, PICTURE_QUALITY, PICTURE_WIDTHS } from '#shared/picture-sizes.ts'
import { color, space } from '#src/theme/tokens.ts'
import { noteStyle } from '#src/theme/typography.ts'

/** A picture of the content, with all its files. */
export interface PictureContent {
  /**
   * URL of the file. The URL of a picture in several sizes contains `{width}` and `{format}`, and may contain `{quality}`
   * (shared/picture-sizes.ts).
   */
  readonly src: string
  /** px, of the largest file. SVG files may have no intrinsic size: `width` and `height` can be assumed values. */
  readonly width: number
  /** px, of the largest file */
  readonly height: number
  readonly alt: string
  /** The CSS `object-position` for a cropped picture. Default: the center. */
  readonly focalPoint?: string
  /** CSS color shown while the picture loads. */
  readonly color?: string
  /** The same picture on another host, used if the first one fails to load. */
  readonly fallbackSrc?: string
  /** A small file for thumbnails, of a picture without several sizes. */
  readonly thumbnailSrc?: string
}

interface PictureProps {
  readonly picture: PictureContent
  /** The `sizes` attribute: the display width. */
  readonly sizes: string
  /** px. The largest file to offer: a hundred thumbnails with all sizes would make the page large. */
  readonly maxWidth?: number
  /** For pictures above the fold: loads eagerly with high priority. */
  readonly priority?: boolean
  readonly className?: string
}

/** A responsive picture. If a file fails to load, shows the fallback, and then the alt text. */
export function Picture({ picture, sizes, maxWidth, priority = false, className }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [failedSources, setFailedSources] = useState<readonly string[]>([])
  const addFailedSource = (src: string) => setFailedSources((previous) => [...previous, src])
  const { width, height, alt, fallbackSrc, thumbnailSrc } = picture
  const firstSrc = thumbnailSrc && maxWidth !== undefined ? thumbnailSrc : picture.src
  const shownSrc = [firstSrc, fallbackSrc].find((src) => src !== undefined && !failedSources.includes(src))

  useEffect(() => {
    if (image.current) checkFailedImage(image.current, () => addFailedSource(firstSrc))
  }, [firstSrc])

  if (shownSrc === undefined) {
    return (
      <span className={cx(altText, className)} style={getRatioStyle(picture)}>
        {alt}
      </span>
    )
  }
  const { src, sources } = expandPictureUrl(shownSrc, Math.min(width, maxWidth ?? width))
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
      ))}
      <img
        ref={image}
        className={hasAssumedSize(picture) ? cx(assumedRatio, className) : className}
        {...getPictureAttributes(picture)}
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'low'}
        decoding="async"
        onError={() => addFailedSource(shownSrc)}
      />
    </picture>
  )
}

/**
 * Calls `onFail` if the file of the image has failed to load before hydration, when nothing listened for the event.
 * `decode()` succeeds for an SVG without a size.
 */
export function checkFailedImage(image: HTMLImageElement, onFail: () => void): void {
  if (image.complete && image.naturalWidth === 0) image.decode().catch(onFail)
}

/** Returns the URLs of all files up to a width: the default file, and the sources in order of preference. */
export function expandPictureUrl(template: string, maxWidth: number) {
  if (!template.includes('{width}')) return { src: template, sources: [] }
  const getUrl = (width: number, format: (typeof PICTURE_FORMATS)[number]) =>
    template
      .replace('{width}', String(width))
      .replace('{format}', format)
      .replace('{quality}', String(PICTURE_QUALITY[format]))
  const widths = PICTURE_WIDTHS.filter((width) => width <= Math.max(maxWidth, PICTURE_WIDTHS[0]))
  return {
    src: getUrl(Math.max(...widths.filter((width) => width <= MAX_DEFAULT_WIDTH)), 'webp'),
    sources: PICTURE_FORMATS.map((format) => ({
      type: `image/${format}`,
      srcSet: widths.map((width) => `${getUrl(width, format)} ${width}w`).join(', '),
    })),
  }
}

/** px, of the file for browsers without srcset */
const MAX_DEFAULT_WIDTH = 960

const getRatioStyle = ({ width, height }: PictureContent): CSSProperties & Readonly<Record<'--ratio', string>> => ({
  '--ratio': `${width} / ${height}`,
})

/**
 * Whether the size may be the assumed one of an SVG without a size (src/content/pictures.ts). The loaded file can then have
 * another aspect ratio, and the attributes `width` and `height` would not prevent a layout shift.
 */
const hasAssumedSize = ({ src, width, height }: PictureContent) => src.endsWith('.svg') && width === 2 * height

interface PictureAttributes {
  /** The digits of a focal point: `3-0 7-5` for `30% 75%`. */
  readonly 'data-focus'?: string
  /** A color with 8 levels, from 0 to 7, for each of red, green and blue: `4-4-3` for `#a08c70`. */
  readonly 'data-color'?: string
}

/**
 * Creates the attributes for the focal point and the color of a picture or video. They select the
 * `pictureAttributeRules` of src/theme/global-styles.ts, because the Content Security Policy forbids style attributes.
 */
export function getPictureAttributes({
  focalPoint,
  color,
}: { readonly [Name in 'focalPoint' | 'color']?: PictureContent[Name] | undefined }): PictureAttributes {
  const focus = focalPoint
    ?.match(/\d+/g)
    ?.map((percent) => `${Math.floor(Number(percent) / 10)}-${Number(percent) % 10}`)
  const levels = color?.match(/[0-9a-f]{2}/g)?.map((hex) => Math.round((Number.parseInt(hex, 16) * 7) / 255))
  return { ...(focus && { 'data-focus': focus.join(' ') }), ...(levels && { 'data-color': levels.join('-') }) }
}

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
