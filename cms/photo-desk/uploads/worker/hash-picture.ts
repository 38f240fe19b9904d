import { computePerceptualHash, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import type { PictureName } from '#cms/pictures/picture-rules.ts'
import { createCanvas } from './create-canvas.ts'

/** Computes the perceptual hash of a small picture. Throws if it cannot be read. */
export async function hashPicture(picture: Blob, name: PictureName): Promise<PerceptualHash> {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  const { context } = createCanvas(width, height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return computePerceptualHash(context.getImageData(0, 0, width, height), name)
}
