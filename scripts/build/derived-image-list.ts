import { readdir } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import type { PictureDerivation, SourcePicture } from '#cms/media/picture-cache.ts'
import { removeColorFromFileName } from '#cms/seed/asset-file-name.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { type FocusArea, getFocusArea, getShareImageSuffix } from '#src/content/focus.ts'
import {
  getNonResponsiveFiles,
  NON_RESPONSIVE_PHOTO,
  PICTURE_FORMATS,
  PICTURE_QUALITY,
  PICTURE_WIDTHS,
  SHARE_IMAGE,
} from '#src/content/picture-sizes.ts'
import { settings } from '#src/settings.ts'
import { type ImageFile, readImageFile, saveMediaCache } from './image-file.ts'

/** A file below <asset prefix>/derived/. A drawing has no derivation: it is served unchanged. */
export interface DerivedImage {
  readonly name: string
  readonly source: SourcePicture
  readonly derivation?: PictureDerivation
}

const MEDIA = resolve('public/media')

/** Every derived file of the seed's pictures. Their names contain the beginning of the hash of the picture. */
export async function listSeedImages(): Promise<readonly DerivedImage[]> {
  const { assets, entries } = readSeed()
  const pictures = assets.filter(({ file }) => /\.(jpg|png|webp|svg)$/.test(file))
  const files = await Promise.all(
    pictures.map(async ({ id, file }) => filesOf(await readImageFile(join(MEDIA, file)), focusesOf(id, entries))),
  )
  await saveMediaCache()
  return files.flat()
}

/**
 * The files that `dynamicGallery` (src/content/gallery.ts) names: the n-th picture of a folder in two sizes, from the
 * first one again if the folder has fewer.
 */
export async function listDynamicGalleryImages(folder = join(MEDIA, 'gallery')): Promise<readonly DerivedImage[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpg|png|webp)$/.test(name)).sort()
  if (names.length === 0) return []
  const pictures = await Promise.all(names.map((name) => readImageFile(join(folder, name))))
  return Array.from({ length: settings.gallery.images }, (_, index) => pictures[index % pictures.length]).flatMap(
    (source, index) => {
      if (!source) return []
      const { large, preview } = getNonResponsiveFiles(index + 1)
      return [
        { name: large, source, derivation: derivationOf('webp', { w: NON_RESPONSIVE_PHOTO.width }) },
        { name: preview, source, derivation: derivationOf('webp', { w: NON_RESPONSIVE_PHOTO.preview }) },
      ]
    },
  )
}

/** The middle, and the points that editors chose in the entries that show the picture. */
const focusesOf = (asset: string, entries: Seed['entries']): ReadonlySet<FocusArea> =>
  new Set([
    'center',
    ...entries
      .filter(({ fields }) => Object.values(fields).includes(asset))
      .map(({ fields: { focalPoint } }) => getFocusArea(typeof focalPoint === 'string' ? focalPoint : null)),
  ])

function filesOf(source: ImageFile, focuses: ReadonlySet<FocusArea>): readonly DerivedImage[] {
  const { fileName, width, contentType } = source
  const name = removeColorFromFileName(fileName)
  if (contentType === 'image/svg+xml') return [{ name, source }]
  const stem = parse(name).name
  const file = (size: number | string, derivation: PictureDerivation): DerivedImage => ({
    name: `${stem}-${size}.${derivation.format}`,
    source,
    derivation,
  })
  const widths = PICTURE_WIDTHS.filter((wide) => wide <= Math.max(width, PICTURE_WIDTHS[0]))
  return [
    ...widths.flatMap((w) => PICTURE_FORMATS.map((format) => file(w, derivationOf(format, { w })))),
    ...[...focuses].map((f) => file(getShareImageSuffix(f), derivationOf(SHARE_IMAGE.format, { ...SHARED_SHAPE, f }))),
  ]
}

const SHARED_SHAPE = { w: SHARE_IMAGE.width, h: SHARE_IMAGE.height, fit: 'fill', fl: 'progressive' } as const

/** As the site's pages request it from Contentful (src/content/picture-files.ts), so the local Contentful has the same files. */
const derivationOf = (
  format: keyof typeof PICTURE_QUALITY,
  size: PictureDerivation['parameters'],
): PictureDerivation => ({
  parameters: { ...size, q: PICTURE_QUALITY[format] },
  format,
})
