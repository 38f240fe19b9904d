import { access, copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import PQueue from 'p-queue'
import sharp, { type Sharp } from 'sharp'
import { assetFileName } from '#cms/seed/file-name.ts'
import { readSeed } from '#cms/seed/seed.ts'
import { FORMATS, QUALITY, SHARED, WIDTHS } from '#src/content/picture-sizes.ts'

/** What stands at <asset prefix>/derived/: the bundled content's pictures, in every size and form. Names carry the content, so the cache never goes stale. */
const CACHE = '.cache/derived'
const MEDIA = resolve('public/media')

/** One encoder a core; sharp would otherwise start as many as there are requests. */
const encoders = new PQueue({ concurrency: 2 })
const underWay = new Map<string, Promise<string>>()

/** The path of a derived file by its name, made when it is asked for first; `null` when the seed has no such picture. */
export async function deriveImage(name: string): Promise<string | null> {
  const make = (await derivatives()).get(name)
  if (!make) return null
  const path = join(CACHE, name)
  if (await exists(path)) return path
  const started = underWay.get(name) ?? encoders.add(() => written(path, make)).finally(() => underWay.delete(name))
  underWay.set(name, started)
  return started
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
  const stem = name.replace(/\.\w+$/, '')
  const { width: original } = await sharp(file).metadata()
  const derivative = (width: number, format: keyof typeof ENCODE): [string, Make] => [
    `${stem}-${width}.${format}`,
    () => ENCODE[format](sharp(file).rotate().resize({ width, withoutEnlargement: true })).toBuffer(),
  ]
  const widths = WIDTHS.filter((wide) => wide <= Math.max(original, WIDTHS[0]))
  return [
    ...FORMATS.flatMap((format) => widths.map((wide) => derivative(wide, format))),
    derivative(SHARED.width, SHARED.format),
  ]
}

/** AVIF's effort 2 takes an eighth of the default's time for files 4 % larger. */
const ENCODE = {
  avif: (picture: Sharp) => picture.avif({ quality: QUALITY.avif, effort: 2 }),
  webp: (picture: Sharp) => picture.webp({ quality: QUALITY.webp }),
  jpg: (picture: Sharp) => picture.jpeg({ quality: QUALITY.jpg, progressive: true }),
} as const

/** Written whole or not at all: a run that is stopped half-way leaves no half picture in the cache. */
async function written(path: string, make: Make): Promise<string> {
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, await make())
  await rename(unfinished, path)
  return path
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
