import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PQueue from 'p-queue'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { UserError } from '#shared/user-error.ts'
import { getFileExtension } from './file-names.ts'
import type { SpaceAssetFile } from './select-seed-entries.ts'

/** An asset and the path of its downloaded file; `null` if the previous file is unchanged. */
export interface AssetDownload {
  readonly asset: SpaceAssetFile
  readonly extension: string
  readonly path: string | null
}

interface DownloadOptions {
  readonly mediaFolder: string
  /** The folder of downloaded files, until the whole pull is validated. */
  readonly staging: string
  readonly scheme: 'http' | 'https'
  readonly progress: ProgressReporter
  /** Receives the problems that an editor must fix. */
  readonly fail: (asset: SpaceAssetFile, problem: string) => void
}

/** Simultaneous downloads. */
const CONCURRENCY = 6

/** Downloads the files that are missing or changed. Throws `UserError` if other downloads would fail too. */
export async function downloadAssets(
  assets: readonly SpaceAssetFile[],
  { mediaFolder, staging, scheme, progress, fail }: DownloadOptions,
): Promise<readonly AssetDownload[]> {
  const supported = assets.flatMap((asset) => {
    const extension = getFileExtension(asset.contentType)
    if (extension) return [{ asset, extension }]
    fail(asset, `${asset.fileName} is ${asset.contentType}; replace it with one of ${SUPPORTED_EXTENSIONS}`)
    return []
  })
  const isUnchanged = await Promise.all(supported.map((file) => hasCurrentFile(file, mediaFolder)))
  const changed = supported.filter((_, index) => !isUnchanged[index])
  const phase = progress.startPhase('Files', changed.length)
  const queue = new PQueue({ concurrency: CONCURRENCY })
  let fatalError: UserError | null = null

  async function downloadFile({ asset, extension }: AssetFile, index: number): Promise<readonly AssetDownload[]> {
    if (fatalError) return []
    try {
      const path = join(staging, `${index}${extension}`)
      await writeFile(path, await download(asset, scheme))
      return [{ asset, extension, path }]
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      if (error.isRetryable)
        fatalError ??= new UserError(
          `asset ${asset.id}: its file cannot be downloaded (${error.message}): try again later`,
        )
      else fail(asset, `${asset.fileName} cannot be downloaded (${error.message}); upload it again`)
      return []
    } finally {
      phase.advance()
    }
  }

  const downloaded = await Promise.all(changed.map((file, index) => queue.add(() => downloadFile(file, index))))
  phase.end()
  if (fatalError) throw fatalError
  const unchanged = supported.filter((_, index) => isUnchanged[index])
  return [...unchanged.map((file) => ({ ...file, path: null })), ...downloaded.flat()]
}

type AssetFile = Omit<AssetDownload, 'path'>

const SUPPORTED_EXTENSIONS = Object.keys(MEDIA_TYPES).join(', ')

/** A file name of a seed run contains the content’s hash; an editor can upload another file with the same name. */
async function hasCurrentFile({ asset, extension }: AssetFile, mediaFolder: string): Promise<boolean> {
  const { previous, size, fileName } = asset
  if (!previous || extname(previous.file) !== extension) return false
  const path = join(mediaFolder, previous.file)
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile() || stats.size !== size) return false
  // A name without a hash does not identify the content. Such a file is downloaded and compared.
  return isSameFileName(addHashToFileName(basename(path), await readFile(path)), fileName)
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
async function download({ url, size }: SpaceAssetFile, scheme: string): Promise<Buffer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await fetchFile(new URL(url, `${scheme}://localhost`), size)
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
