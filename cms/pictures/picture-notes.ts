import type { RawImage } from './perceptual-hash.ts'
import type { PictureSize } from './picture-rules.ts'

/**
 * What an editor should know of a picture that is added all the same. Each note is the rest of a sentence that begins with
 * the file’s name.
 */

export const ANIMATION_NOTE = 'is animated: only its first picture is added'

/** Width by height of a photograph in the grid of the gallery. */
const GALLERY_RATIO = 3 / 2

/** The smallest part of a photograph that the gallery shows without a note: less than of a tall screenshot of a phone. */
const MIN_SHOWN_PART = 0.3

/** Describes how the gallery cuts a photograph of which it shows little; `undefined` for others. */
export function findStripNote({ width, height }: PictureSize): string | undefined {
  const ratio = width / height / GALLERY_RATIO
  const shownPart = Math.min(ratio, 1 / ratio)
  if (shownPart >= MIN_SHOWN_PART) return undefined
  const percent = Math.max(1, Math.round(shownPart * 100))
  return `is a strip of ${width} × ${height} px: the gallery shows ${percent} % of it, around its focal point, and all of it only when it is opened`
}

/** From 0 to 255. The contrast of a lighter color with the ground of the site is less than 1.3 : 1. */
const MIN_LIGHTNESS = 215

/** Describes that a logo can hardly be seen on the site; `undefined` if it can. */
export function findPaleLogoNote({ data }: Pick<RawImage, 'data'>): string | undefined {
  let [visible, pale] = [0, 0]
  for (let index = 0; index < data.length; index += 4) {
    const alpha = data[index + 3] ?? 0
    const lightness = 0.2126 * (data[index] ?? 0) + 0.7152 * (data[index + 1] ?? 0) + 0.0722 * (data[index + 2] ?? 0)
    visible += alpha
    if (lightness >= MIN_LIGHTNESS) pale += alpha
  }
  const isTransparent = visible < 0.95 * 255 * (data.length / 4)
  return isTransparent && pale >= 0.98 * visible
    ? 'is white, or nearly, on a transparent ground: on the light ground of the site it can hardly be seen'
    : undefined
}
