import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, parse } from 'node:path'
import PQueue from 'p-queue'
import * as z from 'zod'
import type { ComparedPicture } from '#cms/pictures/find-duplicates.ts'
import { computePerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import {
  describeVideo,
  findFileSizeProblem,
  hashFile,
  isVideoFile,
  MAX_SOURCE_BYTES,
  slugify,
} from '#cms/pictures/picture-file.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { FileChangedError, type MediaCache } from '#cms/seed/media-cache.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { decodeToRgba } from './decode-to-rgba.ts'
import type { PictureFile } from './find-picture-files.ts'
import { masterCreators, throwIfUnsuitable, UnsuitablePictureError } from './picture-masters.ts'

/** A picture that can be imported. Its hash is that of the original file: the next run recognizes the picture by it. */
export interface PreparedPicture extends PictureFile, ComparedPicture {
  /** The path of the master; `undefined` for a cached picture until `createMissingMasters` creates it. */
  readonly masterFile: string | undefined
  /** px, upright; of the original file */
  readonly width: number
  readonly height: number
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
    const image = await decodeToRgba(content).catch(() => {
      throw new UnsuitablePictureError('cannot be shown as a picture: export it again')
    })
    const perceptualHash = computePerceptualHash(image, pictureType.comparisonWidth)
    return JSON.stringify({ hash, width, height, looks: Buffer.from(perceptualHash).toString('base64') })
  })
  const { looks, ...rest } = cachedPictureSchema.parse(JSON.parse(value))
  return { ...rest, masterFile, perceptualHash: Buffer.from(looks, 'base64') }
}

async function createMasterFile(path: string, pictureType: PictureType, folder: string) {
  if (isVideoFile(path)) throw new UnsuitablePictureError(describeVideo(pictureType.name))
  const source = await readSource(path)
  const { content, extension, width, height } = await masterCreators[pictureType.name](source)
  throwIfUnsuitable(findFileSizeProblem(content.length, pictureType.maxBytes))
  const masterFolder = await mkdtemp(join(folder, 'master-'))
  const masterFile = join(masterFolder, `${slugify(parse(path).name) || pictureType.idPrefix}${extension}`)
  await writeFile(masterFile, content)
  return { hash: await hashFile(source), masterFile, width, height, content }
}

async function readSource(path: string) {
  const throwUnreadable = () => {
    throw new UnsuitablePictureError('cannot be opened: check that you are allowed to read it')
  }
  const { size } = await stat(path).catch(throwUnreadable)
  throwIfUnsuitable(findFileSizeProblem(size, MAX_SOURCE_BYTES))
  return readFile(path).catch(throwUnreadable)
}
