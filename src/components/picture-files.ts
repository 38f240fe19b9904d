/** The files of a picture in all formats and sizes. `width` and `height` are those of the largest file. */
export interface PictureFiles extends PictureSources {
  /** px */
  readonly width: number
  /** px */
  readonly height: number
  readonly alt: string
  /** The CSS `object-position` for a cropped picture. Defaults to the center. */
  readonly focalPoint?: string | undefined
  /** The same picture on another host, used if the first one fails to load. */
  readonly fallback?: PictureSources
  /** SVG files may have no intrinsic size: `width` and `height` can be assumed values. */
  readonly isSvg?: boolean
  /** CSS color shown while the picture loads. */
  readonly color?: string | undefined
}

interface PictureSources {
  readonly src: string
  /** In order of preference, each with its own srcset. */
  readonly sources: readonly { readonly type: `image/${string}`; readonly srcSet: string }[]
}

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
}: Pick<PictureFiles, 'focalPoint' | 'color'>): PictureAttributes {
  const focus = focalPoint
    ?.match(/\d+/g)
    ?.map((percent) => `${Math.floor(Number(percent) / 10)}-${Number(percent) % 10}`)
  const levels = color?.match(/[0-9a-f]{2}/g)?.map((hex) => Math.round((Number.parseInt(hex, 16) * 7) / 255))
  return { ...(focus && { 'data-focus': focus.join(' ') }), ...(levels && { 'data-color': levels.join('-') }) }
}
