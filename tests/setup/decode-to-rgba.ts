import sharp from 'sharp'
import type { RawImage } from '#cms/pictures/perceptual-hash.ts'

/**
 * Decodes a picture for its perceptual hash. At full size, because resizing a JPEG while decoding gives a different result
 * for each size. Applies no orientation: masters and pictures of the space are upright.
 */
export async function decodeToRgba(content: Uint8Array): Promise<RawImage> {
  const { data, info } = await sharp(content)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
