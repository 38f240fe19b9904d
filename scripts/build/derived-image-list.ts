import { readdir } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import type { PictureDerivation, SourcePicture } from 'contentful-local/images'
import { removeColorFromFileName } from '#cms/seed/asset-file-name.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { PICTURE_FORMATS, PICTURE_QUALITY, PICTURE_WIDTHS } from '#shared/picture-sizes.ts'
import {
  type FocusArea,
  getFocusArea,
  getNonResponsiveFiles,
  getShareImageSuffix,
  NON_RESPONSIVE_PHOTO,
  SHARE_IMAGE,
} from '#src/content/derived-pictures.ts'
import { settings } from '#src/settings.ts'
import { type ImageFile, readImageFile, saveMediaCache } from './image-file.ts'

/** A file below <asset prefix>/derived/. An SVG has no derivation, because it is served unchanged. */
export interface DerivedImage {
  readonly name: string
  readonly source: SourcePicture
  readonly derivation?: PictureDerivation
}

const MEDIA = resolve('public/media')

/** Returns every derived image of the seed. Each file name contains the beginning of the hash of its source. */
export async function listSeedImages(): Promise<readonly DerivedImage[]> {
  const { assets, entries } = readSeed()
  const images = assets.filter(({ file }) => /\.(jpg|png|webp|svg)$/.test(file))
  const files = await Promise.all(
    images.map(async ({ id, file }) =>
      listDerivedImages(await readImageFile(join(MEDIA, file)), listFocusAreas(id, entries)),
    ),
  )
  await saveMediaCache()
  return files.flat()
}

/**
 * Returns the images that the dynamic gallery (src/content/gallery.ts) uses: the n-th image of a folder in two sizes. The
 * images repeat if the folder has fewer than the gallery.
 */
export async function listDynamicGalleryImages(): Promise<readonly DerivedImage[]> {
  const folder = join(MEDIA, 'gallery')
  const names = (await readdir(folder)).filter((name) => /\.(jpg|png|webp)$/.test(name)).sort()
  if (names.length === 0) return []
  const images = await Promise.all(names.map((name) => readImageFile(join(folder, name))))
  return Array.from({ length: settings.gallery.images }, (_, index) => images[index % images.length]).flatMap(
    (source, index) => {
      if (!source) return []
      const { large, preview } = getNonResponsiveFiles(index + 1)
      return [
        { name: large, source, derivation: createDerivation('webp', { w: NON_RESPONSIVE_PHOTO.width }) },
        { name: preview, source, derivation: createDerivation('webp', { w: NON_RESPONSIVE_PHOTO.preview }) },
      ]
    },
  )
}

/** Returns `center` and the focal points of all entries that show the asset. */
const listFocusAreas = (asset: string, entries: Seed['entries']): ReadonlySet<FocusArea> =>
  new Set([
    'center',
    ...entries
      .filter(({ fields }) => Object.values(fields).includes(asset))
      .map(({ fields: { focalPoint } }) => getFocusArea(typeof focalPoint === 'string' ? focalPoint : null)),
  ])

function listDerivedImages(source: ImageFile, focuses: ReadonlySet<FocusArea>): readonly DerivedImage[] {
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
    ...widths.flatMap((w) => PICTURE_FORMATS.map((format) => file(w, createDerivation(format, { w })))),
    ...[...focuses].map((f) =>
      file(getShareImageSuffix(f), createDerivation(SHARE_IMAGE.format, { ...LINK_PREVIEW_PARAMETERS, f })),
    ),
  ]
}

const LINK_PREVIEW_PARAMETERS = { w: SHARE_IMAGE.width, h: SHARE_IMAGE.height, fit: 'fill', fl: 'progressive' } as const

/** The parameters that pages send to Contentful (src/content/pictures.ts), so that the local Contentful reuses files. */
const createDerivation = (
  format: keyof typeof PICTURE_QUALITY,
  size: PictureDerivation['parameters'],
): PictureDerivation => ({
  parameters: { ...size, q: PICTURE_QUALITY[format] },
  format,
})
