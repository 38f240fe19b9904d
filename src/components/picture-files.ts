/** A picture in every form a browser may want; the sizes are those of the largest file. */
export interface PictureFiles extends PictureSources {
  /** px */
  readonly width: number
  /** px */
  readonly height: number
  readonly alt: string
  /** What stays in sight where the picture is cut, as CSS writes a position; the middle without it. */
  readonly focalPoint?: string | undefined
  /** The same picture from another host, for when the first one is gone. */
  readonly fallback?: PictureSources
  /** A drawing may name no size of its own: it keeps the one that is told here. */
  readonly isSvg?: boolean
  /** CSS colour that stands in while the picture loads. */
  readonly color?: string | undefined
}

interface PictureSources {
  readonly src: string
  /** Best first, each with its own srcset. */
  readonly sources: readonly { readonly type: `image/${string}`; readonly srcSet: string }[]
}

interface PictureAttributes {
  /** The digits of a focal point: `3-0 7-5` for `30% 75%`. */
  readonly 'data-focus'?: string
  /** A colour with 8 levels, from 0 to 7, for each of red, green and blue: `4-4-3` for `#a08c70`. */
  readonly 'data-color'?: string
}

/** What a picture or a video has of its own, as attributes that select the rules of src/theme/picture-rules.ts. */
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
