import { createHash } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import PQueue from 'p-queue'
import sharp from 'sharp'
import { PART_SUFFIX, replaceFile } from '#local/shared/replace-file.ts'
import {
  decodePicture,
  encodePicture,
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

/** Increase it when `resizePicture` or `encodePicture` changes the result for the same options. */
const FORMAT = 1

/** Pictures derived at the same time. One of libuv's four threads stays free for reading and writing files. */
const CONCURRENCY = Math.min(availableParallelism(), 3)

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Opens a folder as a cache of derived pictures. Several processes can share it, and it can be deleted at any time. The
 * name of a file is the hash of everything that its content depends on.
 */
export function openPictureCache(folder: string) {
  // One thread per picture, several pictures at once: quicker, and the bytes of AVIF depend on the number of threads.
  sharp.concurrency(1)
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const underway = new Map<string, Promise<void>>()
  return {
    folder,
    /**
     * Derives missing derivatives of a picture and returns the file names of all, in order.
     * Throws `UnreadablePictureError`, `PictureChangedError` and `PictureCacheError`.
     */
    derive: async (source: SourcePicture, derivations: readonly PictureDerivation[]): Promise<readonly string[]> => {
      const resize = createResizer(source)
      const names = derivations.map(({ parameters, format }) => {
        const resizing = toPictureResize(parameters, format)
        const encoding = toPictureEncoding(parameters, format)
        const key = JSON.stringify([FORMAT, sharp.versions, source.sha256, resizing, encoding])
        const name = `${digest(key)}.${format}`
        if (underway.has(name) || isCached(join(folder, name))) return name
        const job = queue
          .add(async () => writeFile(folder, name, await encodePicture(await resize(resizing), encoding)))
          .finally(() => underway.delete(name))
        underway.set(name, job)
        return name
      })
      await Promise.all(names.map((name) => underway.get(name)))
      return names
    },
    /** Copies an SVG file unchanged and returns its file name. */
    copy: async (source: SourcePicture): Promise<string> => {
      const name = `${source.sha256}${extname(source.path)}`
      if (!isCached(join(folder, name))) await writeFile(folder, name, await readSource(source))
      return name
    },
    /** Waits until all pictures that are being derived are written. */
    waitForWrites: () => queue.onIdle(),
    /** Deletes files that were not used for 30 days, and partial files of interrupted processes. */
    prune: async (): Promise<void> => {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        // A process that writes a file finishes it in far less than a day.
        const lifetimeMs = name.endsWith(PART_SUFFIX) ? DAY_MS : 30 * DAY_MS
        if (found?.isFile() && Date.now() - found.mtimeMs > lifetimeMs) await rm(path, { force: true }).catch(() => {})
      }
    },
  }
}

const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** A crash of the machine can leave an empty file. Updates the time of a used file once a day, for `prune`. */
function isCached(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size === 0) return false
  if (Math.abs(Date.now() - found.mtimeMs) > DAY_MS) {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // A folder that can only be read is used as it is.
    }
  }
  return true
}

/** A function that decodes the picture when it is first called, and resizes it once for equal parameters. */
function createResizer(source: SourcePicture): (resizing: PictureResize) => Promise<RawPixels> {
  let decoded: Promise<RawPixels> | undefined
  const resized = new Map<string, Promise<RawPixels>>()
  return (resizing) => {
    const key = JSON.stringify(resizing)
    decoded ??= decodeSource(source)
    const pixels = resized.get(key) ?? decoded.then((picture) => resizePicture(picture, resizing))
    resized.set(key, pixels)
    return pixels
  }
}

async function decodeSource(source: SourcePicture): Promise<RawPixels> {
  const content = await readSource(source)
  return decodePicture(content).catch((error: Error) => {
    throw new UnreadablePictureError(`${source.path} cannot be read as a picture: ${error.message}`)
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
  } catch (error) {
    throw new PictureCacheError(folder, error)
  }
}

/** The source cannot be decoded. */
export class UnreadablePictureError extends Error {}

/** The content of the source no longer matches its hash. */
export class PictureChangedError extends Error {}

/** The folder cannot be written. The message contains the folder, the reason and what to do. */
export class PictureCacheError extends Error {
  constructor(folder: string, cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const [, reason = message] = WRITE_ERRORS.find(([code]) => code.test(message)) ?? []
    super(`The picture cache ${folder} cannot be written: ${reason}`, { cause })
  }
}

/** What to do, by the code at the start of Node's message. */
const WRITE_ERRORS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ENOSPC/, 'the disk is full. Free some space and run it again: what was derived is kept'],
  [/^EDQUOT/, 'your disk quota is used up. Free some space and run it again: what was derived is kept'],
  [/^(EACCES|EPERM)/, 'permission is denied. Make the folder writable, or delete it'],
  [/^EROFS/, 'its disk is mounted read-only. Mount it writable'],
  [/^(EEXIST|ENOTDIR)/, 'a file is in the place of the folder. Delete the file'],
]
