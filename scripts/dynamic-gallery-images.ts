import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { encoded } from '#cms/local/images/derive.ts'
import { PLAIN, plainFiles, QUALITY } from '#src/content/picture-sizes.ts'
import { settings } from '#src/settings.ts'

type Derivative = [name: string, make: () => Promise<Buffer>]

/**
 * The files that `dynamicGallery` (src/content/gallery.ts) names: the n-th picture of a folder in two sizes,
 * from the first one again where the folder has fewer.
 */
export async function dynamicGalleryImages(folder: string): Promise<Derivative[]> {
  const files = (await readdir(folder)).filter((file) => /\.(jpg|png|webp)$/.test(file)).sort()
  if (files.length === 0) return []
  return Array.from({ length: settings.gallery.images }, (_, index): Derivative[] => {
    const file = join(folder, files[index % files.length] ?? '')
    const make = (width: number) => () =>
      encoded(sharp(file).rotate().resize({ width, withoutEnlargement: true }), 'webp', QUALITY.webp).toBuffer()
    const { large, preview } = plainFiles(index + 1)
    return [
      [large, make(PLAIN.width)],
      [preview, make(PLAIN.preview)],
    ]
  }).flat()
}
