import { createHash } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import PQueue from 'p-queue'
import sharp from 'sharp'
import { PART_SUFFIX, replaceFile } from '#local/replace-file.ts'
import {
  decodePicture,
  encodePicture,
  type PictureEncoding,
  type PictureFormat,
  type PictureResize,
  type RawPixels,
  resizePicture,
  toPictureEncoding,
  toPictureResize,
} from './encode-picture.ts'
import type { ImageParameters } from './image-parameters.ts'

/** A picture file, and the SHA-256 of its content in hexadecimal. */
export interface SourcePicture {
  readonly path: string
  readonly sha256: string
}

/** Which derivative of a picture: an Images API request. */
export interface PictureDerivation {
  readonly parameters: ImageParameters
  readonly format: PictureFormat
}

/** Derived pictures in a folder. Several processes can share it, and it can be deleted at any time. */
export interface PictureCache {
  readonly folder: string
  /**
   * Derives missing derivatives of a picture and returns the file names of all, in order.
   * Throws `UnreadablePictureError`, `PictureChangedError` and `PictureCacheError`.
   */
  readonly derive: (source: SourcePicture, derivations: readonly PictureDerivation[]) => Promise<readonly string[]>
  /** Copies an SVG file unchanged and returns its file name. */
  readonly copy: (source: SourcePicture) => Promise<string>
  /** Waits until all pictures that are being derived are written. */
  readonly waitForWrites: () => Promise<void>
  /** Deletes files that were not used for 30 days, and partial files of interrupted processes. */
  readonly prune: () => Promise<void>
}

/** Increase it when `resizePicture` or `encodePicture` changes the result for the same options. */
const FORMAT = 1

/** Pictures derived at the same time. One of libuv's four threads stays free for reading and writing files. */
const CONCURRENCY = Math.min(availableParallelism(), 3)

const DAY = 24 * 60 * 60 * 1_000
const UNUSED_AFTER = 30 * DAY

/** ms; a process that writes a file finishes it in far less. */
const INTERRUPTED_AFTER = DAY

/** Opens the folder as a cache. A file's name is the hash of everything that its content depends on. */
export function openPictureCache(folder: string): PictureCache {
  // One thread per picture, several pictures at once: quicker, and the bytes of AVIF depend on the number of threads.
  sharp.concurrency(1)
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const underway = new Map<string, Promise<void>>()

  return {
    folder,
    derive: async (source, derivations) => {
      const files = derivations.map((derivation) => plan(source, derivation))
      const missing = files.filter(({ name }) => !underway.has(name) && !isCached(join(folder, name)))
      let decoded: Promise<RawPixels> | undefined
      const decode = () => {
        decoded ??= decodeSource(source)
        return decoded
      }
      for (const group of Object.values(Object.groupBy(missing, ({ resizing }) => JSON.stringify(resizing)))) {
        const names = new Set(group?.map(({ name }) => name))
        const job = queue
          .add(() => writeFiles(folder, decode, group ?? []))
          .finally(() => {
            for (const name of names) underway.delete(name)
          })
        for (const name of names) underway.set(name, job)
      }
      await Promise.all(files.map(({ name }) => underway.get(name)))
      return files.map(({ name }) => name)
    },
    copy: async (source) => {
      const name = `${source.sha256}${extname(source.path)}`
      if (!isCached(join(folder, name))) await writeFile(folder, name, await readSource(source))
      return name
    },
    waitForWrites: () => queue.onIdle(),
    prune: () => prune(folder),
  }
}

interface PlannedFile {
  readonly name: string
  readonly resizing: PictureResize
  readonly encoding: PictureEncoding
}

function plan({ sha256 }: SourcePicture, { parameters, format }: PictureDerivation): PlannedFile {
  const resizing = toPictureResize(parameters, format)
  const encoding = toPictureEncoding(parameters, format)
  return {
    name: `${digest(JSON.stringify([FORMAT, sharp.versions, sha256, resizing, encoding]))}.${format}`,
    resizing,
    encoding,
  }
}

const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** A crash of the machine can leave an empty file. Updates the time of a used file once a day, for `prune`. */
function isCached(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size === 0) return false
  const now = Date.now()
  if (Math.abs(now - found.mtimeMs) > DAY) {
    try {
      utimesSync(path, now / 1_000, now / 1_000)
    } catch {
      // A folder that can only be read is used as it is.
    }
  }
  return true
}

/** Derivatives of equal resizing: the picture is resized once. */
async function writeFiles(
  folder: string,
  decode: () => Promise<RawPixels>,
  files: readonly PlannedFile[],
): Promise<void> {
  const [first] = files
  if (!first) return
  const pixels = await resizePicture(await decode(), first.resizing)
  for (const { name, encoding } of files) await writeFile(folder, name, await encodePicture(pixels, encoding))
}

async function decodeSource(source: SourcePicture): Promise<RawPixels> {
  const content = await readSource(source)
  return decodePicture(content).catch((problem: Error) => {
    throw new UnreadablePictureError(`${source.path} cannot be read as a picture: ${problem.message}`)
  })
}

async function readSource({ path, sha256 }: SourcePicture): Promise<Buffer> {
  const content = await readFile(path)
  if (digest(content) !== sha256) throw new PictureChangedError(`${path} changed while it was read: run it again`)
  return content
}

async function writeFile(folder: string, name: string, content: Buffer): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await replaceFile(join(folder, name), content, { sync: false })
  } catch (problem) {
    throw new PictureCacheError(folder, problem)
  }
}

async function prune(folder: string): Promise<void> {
  const now = Date.now()
  const names = await readdir(folder).catch(() => [])
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      const lifetime = name.endsWith(PART_SUFFIX) ? INTERRUPTED_AFTER : UNUSED_AFTER
      if (found?.isFile() && now - found.mtimeMs > lifetime) await rm(path, { force: true }).catch(() => {})
    }),
  )
}

/** The source cannot be decoded. */
export class UnreadablePictureError extends Error {
  override readonly name = 'UnreadablePictureError'
}

/** The content of the source no longer matches its hash. */
export class PictureChangedError extends Error {
  override readonly name = 'PictureChangedError'
}

/** The folder cannot be written. The message contains the folder, the reason and what to do. */
export class PictureCacheError extends Error {
  override readonly name = 'PictureCacheError'

  constructor(folder: string, cause: unknown) {
    super(`The picture cache ${folder} cannot be written: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(problem: unknown): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
  return REASONS[code] ?? (problem instanceof Error ? problem.message : String(problem))
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and run it again: what was derived is kept',
  EDQUOT: 'your disk quota is used up. Free some space and run it again: what was derived is kept',
  EACCES: 'permission is denied. Make the folder writable, or delete it',
  EPERM: 'permission is denied. Make the folder writable, or delete it',
  EROFS: 'its disk is mounted read-only. Mount it writable',
  EEXIST: 'a file is in the place of the folder. Delete the file',
  ENOTDIR: 'a file is in the place of the folder. Delete the file',
}
