import PQueue from 'p-queue'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import type { PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import { fetchSpacePicture } from './fetch-space-picture.ts'
import { hashSvg } from './hash-svg.ts'
import { type ConvertedPicture, UnsuitableFileError } from './worker/picture-task.ts'
import { createWorkerPool } from './worker/worker-pool.ts'

interface PrepareOptions {
  readonly signal: AbortSignal
  /** Called when the file is read. */
  readonly onConverting: () => void
}

/** A file that can be sent, of any type. */
interface ComparablePicture extends ConvertedPicture {
  readonly perceptualHash: PerceptualHash
}

/** What the queue needs of the browser. */
export interface PictureTools {
  /** Checks and converts a file. Throws `UnsuitableFileError`. */
  readonly prepare: (file: Blob, pictureType: PictureType, options: PrepareOptions) => Promise<ComparablePicture>
  /** Returns `undefined` for a file that the browser cannot show. */
  readonly createThumbnail: (file: Blob) => Promise<Blob | undefined>
  /** Computes the perceptual hash of a picture of the space. */
  readonly hashSpacePicture: (fileUrl: string, isSvg: boolean, pictureType: PictureType) => Promise<PerceptualHash>
  readonly createObjectUrl: (blob: Blob) => string
  readonly revokeObjectUrl: (url: string) => void
  /** Calls the listener when the connection is lost or there again. */
  readonly watchConnection: (onChange: (isOnline: boolean) => void) => void
}

/** Downloads of small pictures at the same time. */
const CONCURRENT_DOWNLOADS = 6

/** Creates the tools, with one worker for thumbnails, one for comparisons, and one or two that convert. */
export function createPictureTools(): PictureTools {
  // Each worker needs up to 1 GB for a large picture.
  const convert = createWorkerPool(navigator.hardwareConcurrency > 2 ? 2 : 1)
  const runThumbnailTask = createWorkerPool(1)
  const runComparison = createWorkerPool(1)
  const downloads = new PQueue({ concurrency: CONCURRENT_DOWNLOADS })
  return {
    prepare: async (file, pictureType, options) => {
      const picture = await convert('prepare', [file, pictureType], options)
      const perceptualHash = picture.perceptualHash ?? (await hashLogo(picture.master))
      return { ...picture, perceptualHash, thumbnail: picture.thumbnail ?? picture.master }
    },
    createThumbnail: (file) => runThumbnailTask('createThumbnail', [file]),
    hashSpacePicture: async (fileUrl, isSvg, { name, comparisonWidth }) => {
      const url = new URL(fileUrl, location.href)
      if (!isSvg) url.search = new URLSearchParams({ w: `${comparisonWidth}`, fm: 'png' }).toString()
      const picture = await downloads.add(() => fetchSpacePicture(url))
      return isSvg ? hashSvg(picture) : runComparison('hashPicture', [picture, name])
    },
    createObjectUrl: (blob) => URL.createObjectURL(blob),
    revokeObjectUrl: (url) => URL.revokeObjectURL(url),
    watchConnection: (onChange) => {
      addEventListener('online', () => onChange(true))
      addEventListener('offline', () => onChange(false))
    },
  }
}

const hashLogo = (svg: Blob) =>
  hashSvg(svg).catch(() => {
    throw new UnsuitableFileError('cannot be shown as a picture: export it again')
  })
