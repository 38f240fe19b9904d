import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PQueue from 'p-queue'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { SeedAsset } from '#cms/seed/seed-types.ts'
import type { DeliveredAsset } from '#cms/sync/contentful/delivered-content.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { UserError } from '#shared/user-error.ts'
import { type CurrentSeed, findCurrentAsset } from './current-seed.ts'

/** An asset of the space with its file. */
export interface SpaceAssetFile {
  readonly id: string
  readonly title: string
  readonly fileName: string
  readonly contentType: string
  readonly url: string
  /** bytes */
  readonly size: number
}

/** Returns the files of published assets. Assets whose file is not processed yet count as not published. */
export const toSpaceAssetFiles = (published: readonly DeliveredAsset[]): readonly SpaceAssetFile[] =>
  published.flatMap(({ sys: { id }, fields: { title = '', file } }) => {
    const { fileName, contentType, url, details } = file ?? {}
    if (!(fileName && contentType && url && details?.size)) return []
    return [{ id, title, fileName, contentType, url, size: details.size }]
  })

interface PullMediaOptions {
  readonly currentSeed: CurrentSeed
  readonly mediaFolder: string
  /** The folder of downloaded files, until the whole pull is validated. */
  readonly staging: string
  readonly progress: ProgressReporter
  /** Receives the problems that an editor must fix. */
  readonly fail: (asset: SpaceAssetFile, problem: string) => void
}

interface PulledMedia {
  readonly assets: readonly SeedAsset[]
  /** Files to write: the path of the downloaded file, by the path below the media folder. */
  readonly staged: ReadonlyMap<string, string>
}

/** Simultaneous downloads. */
const CONCURRENCY = 6

/**
 * Downloads the files that are missing or changed. A file keeps its path; a new one gets the id of its asset as its name.
 * Throws `UserError` if other downloads would fail too.
 */
export async function pullMedia(
  assets: readonly SpaceAssetFile[],
  { currentSeed, mediaFolder, staging, progress, fail }: PullMediaOptions,
): Promise<PulledMedia> {
  const files = assets.flatMap((asset) => {
    const file = getMediaPath(asset, currentSeed)
    if (file) return [{ asset, file }]
    fail(asset, `${asset.fileName} is ${asset.contentType}; replace it with one of ${SUPPORTED_EXTENSIONS}`)
    return []
  })
  const staged = new Map<string, string>()
  const queue = new PQueue({ concurrency: CONCURRENCY })
  let fatalError: UserError | null = null

  async function pullFile({ asset, file }: MediaFilePath, index: number): Promise<readonly SeedAsset[]> {
    if (fatalError) return []
    const existing = await readFile(join(mediaFolder, file)).catch(() => undefined)
    const { id, title, fileName, size } = asset
    const hasSeedName = (content: Buffer) => isSameFileName(addHashToFileName(basename(file), content), fileName)
    // A name without a hash does not identify the content: an editor can upload another file with the same name.
    const isCurrent = existing?.length === size && hasSeedName(existing)
    try {
      const content = isCurrent ? existing : await download(asset)
      if (!existing?.equals(content)) {
        const path = join(staging, String(index))
        await writeFile(path, content)
        staged.set(file, path)
      }
      const previous = findCurrentAsset(currentSeed, id)
      const originalName = hasSeedName(content) ? previous?.file === file && previous.originalName : fileName
      return [{ id, file, title, ...(originalName && { originalName }) }]
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      if (error.isRetryable)
        fatalError ??= new UserError(`asset ${id}: its file cannot be downloaded (${error.message}): try again later`)
      else fail(asset, `${fileName} cannot be downloaded (${error.message}); upload it again`)
      return []
    }
  }

  const phase = progress.startPhase('Files', files.length)
  const pulled = await Promise.all(
    files.map((file, index) => queue.add(() => pullFile(file, index).finally(phase.advance))),
  )
  phase.end()
  if (fatalError) throw fatalError
  return { assets: pulled.flat(), staged }
}

interface MediaFilePath {
  readonly asset: SpaceAssetFile
  /** Below the media folder. */
  readonly file: string
}

const SUPPORTED_EXTENSIONS = Object.keys(MEDIA_TYPES).join(', ')

/** Returns the path below the media folder; `undefined` if the site does not support the media type. */
function getMediaPath({ id, contentType }: SpaceAssetFile, currentSeed: CurrentSeed): string | undefined {
  const extension = Object.entries(MEDIA_TYPES).find(([, type]) => type.contentType === contentType)?.[0]
  const previous = findCurrentAsset(currentSeed, id)
  if (extension === undefined || (previous && extname(previous.file) === extension)) return extension && previous?.file
  return `uploads/${id}${extension}`
}

/** ms; the model allows files of up to 20 MB. */
const TIMEOUT_MS = 120_000

/** With their delays, all retries of a download take about 15 s. */
const MAX_RETRIES = 5
const FIRST_DELAY_MS = 500

/** A failed download. */
class DownloadError extends Error {
  /** The reason is not the file: other downloads would fail too, and a retry can succeed. */
  readonly isRetryable: boolean

  constructor(message: string, isRetryable: boolean) {
    super(message)
    this.isRetryable = isRetryable
  }
}

/** Downloads a file and checks its size. Throws `DownloadError`. */
async function download({ url, size }: SpaceAssetFile): Promise<Buffer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await fetchFile(new URL(url), size)
    } catch (error) {
      if (retries === MAX_RETRIES || !(error instanceof DownloadError && error.isRetryable)) throw error
      await setTimeout(FIRST_DELAY_MS * 2 ** retries)
    }
  }
}

async function fetchFile(url: URL, size: number): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(throwNetworkError)
  const { ok, status } = response
  if (!ok) {
    await response.body?.cancel()
    throw new DownloadError(`${url.host} responded with ${status}`, status === 429 || status >= 500)
  }
  const content = Buffer.from(await response.arrayBuffer().catch(throwNetworkError))
  if (content.length === size) return content
  throw new DownloadError(`${url.host} sent ${content.length} of ${size} bytes`, true)
}

/** The cause of a `fetch` error contains the reason. */
function throwNetworkError(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new DownloadError(cause instanceof Error ? cause.message : 'no response', true)
}
