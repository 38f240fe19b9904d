import type { QueryClient } from '@tanstack/react-query'
import PQueue from 'p-queue'
import workerpool from 'workerpool'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { COMPARISONS, computePerceptualHash, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import { findPaleLogoNote } from '#cms/pictures/picture-notes.ts'
import { createCanvas } from './worker/create-canvas.ts'
import type { PictureTasks } from './worker/picture-worker.ts'
import workerUrl from './worker/picture-worker.ts?worker&url'
import { UnsuitableFileError } from './worker/unsuitable-file-error.ts'

/** What the queue needs of the workers. */
export type PictureTools = ReturnType<typeof createPictureTools>

/** Creates the tools, with one worker for comparisons, and one or two that convert. */
export function createPictureTools(queryClient: QueryClient) {
  // Each worker needs up to 1 GB for a large picture.
  const convert = createWorkerPool(navigator.hardwareConcurrency > 2 ? 2 : 1)
  const runComparison = createWorkerPool(1)
  const downloads = new PQueue({ concurrency: 6 })
  return {
    /** Checks and converts a file. Throws `UnsuitableFileError`. */
    prepare: async (file: Blob, pictureType: PictureType, signal: AbortSignal) => {
      const picture = await convert('preparePicture', [file, pictureType], signal)
      if (picture.perceptualHash) return picture
      const pixels = await drawSvg(picture.master).catch(() => {
        throw new UnsuitableFileError('cannot be shown as a picture: export it again')
      })
      const notes = [findPaleLogoNote(pixels) ?? []].flat()
      return { ...picture, perceptualHash: computePerceptualHash(pixels, 'logo'), thumbnail: picture.master, notes }
    },
    /** Returns the perceptual hash of a picture of the space, which is read once; `null` for one that cannot be read. */
    hashSpacePicture: (fileUrl: string, isSvg: boolean, { name }: PictureType): Promise<PerceptualHash | null> => {
      const url = isSvg ? fileUrl : `${fileUrl}?w=${COMPARISONS[name].width}&fm=png`
      const queryKey = ['perceptual-hash', url]
      const queryFn = async () => {
        const picture = await downloads.add(() => fetchSpacePicture(url))
        return isSvg
          ? computePerceptualHash(await drawSvg(picture), 'logo')
          : runComparison('hashPicture', [picture, name])
      }
      const options = { queryKey, queryFn, retry: 2, staleTime: 'static', gcTime: Number.POSITIVE_INFINITY } as const
      return queryClient.fetchQuery(options).catch((error: unknown) => {
        console.warn('A picture of the space is not compared:', error)
        queryClient.setQueryData(queryKey, null)
        return null
      })
    },
  }
}

/** ms; converting the largest pictures takes seconds. A damaged file can keep its decoder busy forever. */
const TASK_TIMEOUT_MS = 180_000

/**
 * Creates a function that runs tasks in at most `maxWorkers` workers, one at a time in each. A worker that crashes, hangs or
 * is cancelled is replaced. The function throws `UnsuitableFileError` for a file that cannot be added. `signal`: ends the
 * wait for the result, and the worker of a task that has started.
 */
export function createWorkerPool(maxWorkers: number) {
  const pool = workerpool.pool(workerUrl, { maxWorkers, workerType: 'web', workerOpts: { type: 'module' } })
  return async <Name extends keyof PictureTasks>(
    name: Name,
    parameters: Parameters<PictureTasks[Name]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<PictureTasks[Name]>>> => {
    signal?.throwIfAborted()
    const task = pool.exec<PictureTasks[Name]>(name, parameters).timeout(TASK_TIMEOUT_MS)
    const cancel = () => void task.cancel()
    signal?.addEventListener('abort', cancel)
    try {
      return await task
    } catch (error) {
      signal?.throwIfAborted()
      // The pool removes a worker that has crashed, but starts another one for the queue only with the next task.
      if (error instanceof workerpool.TerminateError) pool.exec('methods').catch(() => {})
      throw explainError(error)
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}

/** Errors lose their class on the way from a worker. */
function explainError(error: unknown): unknown {
  if (error instanceof workerpool.Promise.TimeoutError)
    return new Error('The picture takes too long to convert: export it again, as JPEG')
  if (error instanceof workerpool.TerminateError)
    return new Error('The browser could not convert the picture: close other tabs, then retry')
  return error instanceof Error && error.name === 'UnsuitableFileError' ? new UnsuitableFileError(error.message) : error
}

/** The largest height of a drawn SVG in relation to its width. Browsers have no canvas for a line of any length. */
const MAX_RATIO = 20

/** Draws an SVG for a comparison, in the page, because workers have no SVG. */
async function drawSvg(svg: Blob): Promise<ImageData> {
  const url = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth, naturalHeight } = image
    const { width } = COMPARISONS.logo
    const ratio = Math.min((naturalHeight || width) / (naturalWidth || width), MAX_RATIO)
    const height = Math.max(1, Math.round(width * ratio))
    const { context } = createCanvas(width, height)
    context.drawImage(image, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** ms; the pictures are small. */
const DOWNLOAD_TIMEOUT_MS = 30_000

async function fetchSpacePicture(url: string): Promise<Blob> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The picture ${url} cannot be read (${response.status})`)
  return response.blob()
}
