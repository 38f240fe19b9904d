import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp, { type ResizeOptions } from 'sharp'
import { encoded } from '#cms/local/images/derive.ts'
import { fileCache } from '#cms/local/images/file-cache.ts'
import { assetFileName, withoutColor } from '#cms/seed/file-name.ts'
import { readSeed } from '#cms/seed/seed.ts'
import type { Seed } from '#cms/seed/types.ts'
import { type Focus, focusOf, sharedSize } from '#src/content/focus.ts'
import { FORMATS, QUALITY, SHARED, WIDTHS } from '#src/content/picture-sizes.ts'
import { dynamicGalleryImages } from './dynamic-gallery-images.ts'

/** What stands at <asset prefix>/derived/: the bundled content's pictures, in every size and form. Names carry the content; after a change of quality or sizes, empty the folder. */
const CACHE = '.cache/derived'
const MEDIA = resolve('public/media')

const cached = fileCache(CACHE)

/** The path of a derived file by its name, made when it is asked for first; `null` when the seed has no such picture. */
export async function deriveImage(name: string): Promise<string | null> {
  const make = (await derivatives()).get(name) ?? (await dynamic()).get(name)
  return make ? cached(name, make) : null
}

/** Every derived file that the bundled content names, into a folder. `progress` hears how many are done. */
export async function deriveAll(folder: string, progress: (done: number, total: number) => void): Promise<void> {
  const isDynamic = !readSeed().entries.some(({ type }) => type === 'galleryImage')
  const names = [...(await derivatives()).keys(), ...(isDynamic ? (await dynamic()).keys() : [])]
  await mkdir(folder, { recursive: true })
  let done = 0
  await Promise.all(
    names.map(async (name) => {
      const path = await deriveImage(name)
      if (path) await copyFile(path, join(folder, name))
      progress(++done, names.length)
    }),
  )
}

type Make = () => Promise<Buffer>

let known: Promise<ReadonlyMap<string, Make>> | undefined
const derivatives = () => {
  known ??= allDerivatives()
  return known
}

let knownDynamic: Promise<ReadonlyMap<string, Make>> | undefined
const dynamic = () => {
  knownDynamic ??= dynamicGalleryImages(join(MEDIA, 'gallery')).then((each) => new Map(each))
  return knownDynamic
}

async function allDerivatives(): Promise<ReadonlyMap<string, Make>> {
  const { assets, entries } = readSeed()
  const pictures = assets.filter(({ file }) => /\.(jpg|png|webp|svg)$/.test(file))
  const each = await Promise.all(
    pictures.map(async ({ id, file }) => derivativesOf(join(MEDIA, file), focusesOf(id, entries))),
  )
  return new Map(each.flat())
}

/** The middle, and what editors of the entries that show the picture chose instead. */
const focusesOf = (asset: string, entries: Seed['entries']): ReadonlySet<Focus> =>
  new Set([
    'center',
    ...entries
      .filter(({ fields }) => Object.values(fields).includes(asset))
      .map(({ fields: { focalPoint } }) => focusOf(typeof focalPoint === 'string' ? focalPoint : null)),
  ])

async function derivativesOf(file: string, focuses: ReadonlySet<Focus>): Promise<[name: string, make: Make][]> {
  const name = await assetFileName(file)
  if (name.endsWith('.svg')) return [[name, () => readFile(file)]]
  const stem = withoutColor(name).replace(/\.\w+$/, '')
  const { width: original } = await sharp(file).metadata()
  const derivative = (size: number | string, format: keyof typeof QUALITY, options: ResizeOptions): [string, Make] => [
    `${stem}-${size}.${format}`,
    () => encoded(sharp(file).rotate().resize(options), format, QUALITY[format]).toBuffer(),
  ]
  const widths = WIDTHS.filter((wide) => wide <= Math.max(original, WIDTHS[0]))
  return [
    ...FORMATS.flatMap((format) =>
      widths.map((width) => derivative(width, format, { width, withoutEnlargement: true })),
    ),
    ...[...focuses].map((focus) =>
      derivative(sharedSize(focus), SHARED.format, {
        width: SHARED.width,
        height: SHARED.height,
        position: placeOf(focus),
      }),
    ),
  ]
}

/** `top_left` in sharp's words: `left top`. */
const placeOf = (focus: Focus) => focus.split('_').reverse().join(' ')
