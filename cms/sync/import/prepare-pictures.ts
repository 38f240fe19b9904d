import { createHash } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, parse } from 'node:path'
import PQueue from 'p-queue'
import * as z from 'zod'
import { FileChangedError, type MediaCache } from '#cms/seed/media-cache.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import type { PictureFile } from './find-picture-files.ts'
import { computePerceptualHash, type PerceptualHash } from './perceptual-hash.ts'
import { UnsuitablePictureError } from './picture-masters.ts'
import type { PictureType } from './picture-type.ts'

/** A picture that can be added. */
export interface PreparedPicture extends PictureFile {
  /** Of the file as it came: the beginning of its SHA-256. What a run leaves undone, the next one knows by it. */
  readonly hash: string
  /** The master’s file; `undefined` where the rest is from the cache, until `withMaster` makes it. */
  readonly file: string | undefined
  /** px, upright, as the file came */
  readonly width: number
  readonly height: number
  readonly looks: PerceptualHash
}

/** A picture that cannot be added, and why. */
export interface RejectedPicture extends PictureFile {
  readonly reason: string
}

interface Options {
  readonly kind: PictureType
  /** Of the masters. */
  readonly folder: string
  readonly progress: ProgressReporter
  readonly cache: MediaCache
}

export const isPreparedPicture = <Picture extends PreparedPicture>(
  picture: Picture | RejectedPicture,
): picture is Picture => 'hash' in picture

/** Looks at pictures, and makes the masters of those that the cache does not know. One that is not fit for the site costs itself alone. */
export const preparePictures = (pictures: readonly PictureFile[], options: Options) =>
  forEach(pictures, 'Pictures', options.progress, async (picture) => ({
    ...picture,
    ...(await prepare(picture, options)),
  }))

/** Makes the masters that are needed and missing. */
export async function createMissingMasters<Picture extends PreparedPicture>(
  pictures: readonly Picture[],
  isNeeded: (picture: Picture) => boolean,
  { kind, folder, progress }: Options,
): Promise<readonly (Picture | RejectedPicture)[]> {
  const isMissing = (picture: Picture) => picture.file === undefined && isNeeded(picture)
  if (!pictures.some(isMissing)) return pictures
  return forEach(pictures, 'Masters', progress, async (picture) => {
    if (!isMissing(picture)) return picture
    const { hash, file } = await makeMaster(picture.path, kind, folder)
    if (hash !== picture.hash) throw new UnsuitablePictureError(CHANGED)
    return { ...picture, file }
  })
}

/** Several at a time, in their order; what is refused has its reason. */
async function forEach<Picture extends PictureFile, Result>(
  pictures: readonly Picture[],
  title: string,
  progress: ProgressReporter,
  use: (picture: Picture) => Promise<Result>,
): Promise<readonly (Result | RejectedPicture)[]> {
  const queue = new PQueue({ concurrency: availableParallelism() })
  const phase = progress.startPhase(title, pictures.length)
  const attempt = async (picture: Picture): Promise<Result | RejectedPicture> => {
    const { path, name } = picture
    try {
      return await use(picture)
    } catch (error) {
      if (error instanceof FileChangedError) return { path, name, reason: CHANGED }
      if (error instanceof UnsuitablePictureError) return { path, name, reason: error.message }
      throw error
    } finally {
      phase.advance()
    }
  }
  const done = await queue.addAll(pictures.map((picture) => () => attempt(picture)))
  phase.end()
  return done
}

const CHANGED = 'changes while it is read: add it when it is saved'

/** What the cache keeps of a picture. */
const details = z.object({ hash: z.string(), width: z.number(), height: z.number(), looks: z.base64() })

async function prepare({ path }: PictureFile, { kind, folder, cache }: Options) {
  let file: string | undefined
  const value = await cache.ofFile(path, kind.idPrefix, async () => {
    const made = await makeMaster(path, kind, folder)
    file = made.file
    const { hash, width, height, content } = made
    const looks = await computePerceptualHash(content, kind.comparisonWidth).catch(() => {
      throw new UnsuitablePictureError('cannot be drawn: export it again')
    })
    return JSON.stringify({ hash, width, height, looks: Buffer.from(looks).toString('base64') })
  })
  const { looks, ...rest } = details.parse(JSON.parse(value))
  return { ...rest, file, looks: Buffer.from(looks, 'base64') }
}

async function makeMaster(path: string, kind: PictureType, folder: string) {
  const source = await readFile(path).catch(() => {
    throw new UnsuitablePictureError('cannot be read: nobody has the right to')
  })
  if (source.length === 0) throw new UnsuitablePictureError('is empty: export it again')
  const { content, extension, width, height } = await kind.createMaster(source)
  if (content.length > kind.maxBytes)
    throw new UnsuitablePictureError(`has ${content.length} bytes; it may have ${kind.maxBytes}: export it smaller`)
  const own = await mkdtemp(join(folder, 'master-'))
  const file = join(own, `${plainName(parse(path).name) || kind.idPrefix}${extension}`)
  await writeFile(file, content)
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12)
  return { hash, file, width, height, content }
}

/** `Weld Rig (1)` → `weld-rig-1`: what stands in addresses, whatever a camera or a person called it. */
const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
