import { createHash } from 'node:crypto'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, parse } from 'node:path'
import PQueue from 'p-queue'
import * as z from 'zod'
import { FileChangedError, type MediaCache } from '#cms/seed/media-cache.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { isVideoFile, type PictureFile } from './find-picture-files.ts'
import { computePerceptualHash, type PerceptualHash } from './perceptual-hash.ts'
import { UnsuitablePictureError } from './picture-masters.ts'
import type { PictureType } from './picture-type.ts'

/** A picture that can be imported. */
export interface PreparedPicture extends PictureFile {
  /** The first 12 hex digits of the original file’s SHA-256. The next run recognizes the picture by it. */
  readonly hash: string
  /** The path of the master; `undefined` for a cached picture until `createMissingMasters` creates it. */
  readonly masterFile: string | undefined
  /** px, upright; of the original file */
  readonly width: number
  readonly height: number
  readonly perceptualHash: PerceptualHash
}

/** A picture that cannot be imported. */
export interface RejectedPicture extends PictureFile {
  readonly reason: string
}

interface PrepareOptions {
  readonly pictureType: PictureType
  /** The folder of the masters. */
  readonly folder: string
  readonly progress: ProgressReporter
  readonly cache: MediaCache
}

/** Whether a picture was accepted. */
export const isPreparedPicture = <Picture extends PreparedPicture>(
  picture: Picture | RejectedPicture,
): picture is Picture => 'hash' in picture

/** Reads pictures, and creates the masters of those that are not cached. An unsuitable picture does not affect the others. */
export const preparePictures = (pictures: readonly PictureFile[], options: PrepareOptions) =>
  processPictures(pictures, { phase: 'Pictures', action: 'read', progress: options.progress }, async (picture) => ({
    ...picture,
    ...(await preparePicture(picture, options)),
  }))

/** Creates the masters that are needed and missing. */
export async function createMissingMasters<Picture extends PreparedPicture>(
  pictures: readonly Picture[],
  isNeeded: (picture: Picture) => boolean,
  { pictureType, folder, progress }: PrepareOptions,
): Promise<readonly (Picture | RejectedPicture)[]> {
  const isMissing = (picture: Picture) => picture.masterFile === undefined && isNeeded(picture)
  if (!pictures.some(isMissing)) return pictures
  return processPictures(pictures, { phase: 'New pictures', action: 'prepare', progress }, async (picture) => {
    if (!isMissing(picture)) return picture
    const { hash, masterFile } = await createMasterFile(picture.path, pictureType, folder)
    if (hash !== picture.hash) throw new UnsuitablePictureError(FILE_CHANGED_REASON)
    return { ...picture, masterFile }
  })
}

interface ProcessOptions {
  readonly phase: string
  readonly action: string
  readonly progress: ProgressReporter
}

/** Processes pictures in parallel. Returns the results in their order, with the reasons of unsuitable pictures. */
async function processPictures<Picture extends PictureFile, Result>(
  pictures: readonly Picture[],
  { phase: title, action, progress }: ProcessOptions,
  processPicture: (picture: Picture) => Promise<Result>,
): Promise<readonly (Result | RejectedPicture)[]> {
  const queue = new PQueue({ concurrency: availableParallelism() })
  const phase = progress.startPhase(title, pictures.length, action)
  const processOrReject = async (picture: Picture): Promise<Result | RejectedPicture> => {
    const { path, name } = picture
    try {
      return await processPicture(picture)
    } catch (error) {
      if (error instanceof FileChangedError) return { path, name, reason: FILE_CHANGED_REASON }
      if (error instanceof UnsuitablePictureError) return { path, name, reason: error.message }
      throw error
    } finally {
      phase.advance()
    }
  }
  const results = await queue.addAll(pictures.map((picture) => () => processOrReject(picture)))
  phase.end()
  return results
}

const FILE_CHANGED_REASON = 'changes while it is read: add it when it is saved'

/** The cached values of a picture. `looks` is its perceptual hash. */
const cachedPictureSchema = z.object({ hash: z.string(), width: z.number(), height: z.number(), looks: z.base64() })

async function preparePicture({ path }: PictureFile, { pictureType, folder, cache }: PrepareOptions) {
  let masterFile: string | undefined
  const value = await cache.getOrComputeForFile(path, pictureType.idPrefix, async () => {
    const master = await createMasterFile(path, pictureType, folder)
    masterFile = master.masterFile
    const { hash, width, height, content } = master
    const perceptualHash = await computePerceptualHash(content, pictureType.comparisonWidth).catch(() => {
      throw new UnsuitablePictureError('cannot be shown as a picture: export it again')
    })
    return JSON.stringify({ hash, width, height, looks: Buffer.from(perceptualHash).toString('base64') })
  })
  const { looks, ...rest } = cachedPictureSchema.parse(JSON.parse(value))
  return { ...rest, masterFile, perceptualHash: Buffer.from(looks, 'base64') }
}

async function createMasterFile(path: string, pictureType: PictureType, folder: string) {
  if (isVideoFile(path)) throw new UnsuitablePictureError(`is a film, not a ${pictureType.name}: leave it out`)
  const source = await readSource(path)
  if (source.length === 0) throw new UnsuitablePictureError('is empty: export it again')
  const { content, extension, width, height } = await pictureType.createMaster(source)
  if (content.length > pictureType.maxBytes)
    throw new UnsuitablePictureError(
      `has ${formatMegabytes(content.length)}; at most ${formatMegabytes(pictureType.maxBytes)} are possible: export it smaller`,
    )
  const masterFolder = await mkdtemp(join(folder, 'master-'))
  const masterFile = join(masterFolder, `${toKebabCase(parse(path).name) || pictureType.idPrefix}${extension}`)
  await writeFile(masterFile, content)
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12)
  return { hash, masterFile, width, height, content }
}

/** Bytes; more than any camera writes. Larger files would fill the memory. */
const MAX_SOURCE_BYTES = 500_000_000

async function readSource(path: string): Promise<Buffer> {
  const throwUnreadable = () => {
    throw new UnsuitablePictureError('cannot be opened: check that you are allowed to read it')
  }
  const { size } = await stat(path).catch(throwUnreadable)
  if (size > MAX_SOURCE_BYTES)
    throw new UnsuitablePictureError(
      `has ${formatMegabytes(size)}; at most ${formatMegabytes(MAX_SOURCE_BYTES)} are possible: export it smaller`,
    )
  return readFile(path).catch(throwUnreadable)
}

const formatMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

/** Converts a file name to URL-safe characters: `Weld Rig (1)` → `weld-rig-1`. */
const toKebabCase = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
