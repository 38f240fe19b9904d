import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { encoded } from '#cms/local/images/derive.ts'
import { fileCache } from '#cms/local/images/file-cache.ts'
import { assetFileName, withoutColor } from '#cms/seed/file-name.ts'
import { readSeed } from '#cms/seed/seed.ts'
import { FORMATS, QUALITY, SHARED, WIDTHS } from '#src/content/picture-sizes.ts'

/** What stands at <asset prefix>/derived/: the bundled content's pictures, in every size and form. Names carry the content; after a change of quality or sizes, empty the folder. */
const CACHE = '.cache/derived'
const MEDIA = resolve('public/media')

const cached = fileCache(CACHE)

/** The path of a derived file by its name, made when it is asked for first; `null` when the seed has no such picture. */
export async function deriveImage(name: string): Promise<string | null> {
  const make = (await derivatives()).get(name)
  return make ? cached(name, make) : null
}

/** Every derived file, into a folder. `progress` hears how many are done. */
export async function deriveAll(folder: string, progress: (done: number, total: number) => void): Promise<void> {
  const names = [...(await derivatives()).keys()]
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

async function allDerivatives(): Promise<ReadonlyMap<string, Make>> {
  const pictures = readSeed().assets.filter(({ file }) => /\.(jpg|png|webp|svg)$/.test(file))
  const each = await Promise.all(pictures.map(async ({ file }) => derivativesOf(join(MEDIA, file))))
  return new Map(each.flat())
}

async function derivativesOf(file: string): Promise<[name: string, make: Make][]> {
  const name = await assetFileName(file)
  if (name.endsWith('.svg')) return [[name, () => readFile(file)]]
  const stem = withoutColor(name).replace(/\.\w+$/, '')
  const { width: original } = await sharp(file).metadata()
  const derivative = (width: number, format: keyof typeof QUALITY): [string, Make] => [
    `${stem}-${width}.${format}`,
    () => encoded(sharp(file).rotate().resize({ width, withoutEnlargement: true }), format, QUALITY[format]).toBuffer(),
  ]
  const widths = WIDTHS.filter((wide) => wide <= Math.max(original, WIDTHS[0]))
  return [
    ...FORMATS.flatMap((format) => widths.map((wide) => derivative(wide, format))),
    derivative(SHARED.width, SHARED.format),
  ]
}
