import type { PictureFiles } from './picture-files.ts'

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
