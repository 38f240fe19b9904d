import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import PQueue from 'p-queue'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { UserError } from '#shared/user-error.ts'
import { DownloadError, type DownloadFile } from './downloader.ts'
import { getFileExtension } from './file-names.ts'
import type { SpaceAssetFile } from './space-asset-file.ts'

/** An asset and where its content lies: fetched just now, or `null` where the earlier file is known to be the same. */
export interface AssetDownload {
  readonly asset: SpaceAssetFile
  readonly extension: string
  readonly path: string | null
}

interface Task {
  readonly mediaFolder: string
  /** Where files wait until everything is known to be right. */
  readonly staging: string
  readonly download: DownloadFile
  readonly progress: ProgressReporter
  /** Told what an editor has to put right. */
  readonly fail: (asset: SpaceAssetFile, problem: string) => void
}

/** Files fetched side by side. */
const CONCURRENCY = 6

/** Fetches what this machine does not have. Throws `UserError` where it is of no use to go on. */
export async function downloadAssets(
  assets: readonly SpaceAssetFile[],
  { mediaFolder, staging, download, progress, fail }: Task,
): Promise<readonly AssetDownload[]> {
  const known = assets.flatMap((asset) => {
    const extension = getFileExtension(asset.contentType)
    if (extension) return [{ asset, extension }]
    fail(asset, `${asset.fileName} is ${asset.contentType}; put one of ${KINDS} in its place`)
    return []
  })
  const isKept = await Promise.all(known.map((file) => isHere(file, mediaFolder)))
  const due = known.filter((_, place) => !isKept[place])
  const phase = progress.startPhase('Files', due.length)
  const queue = new PQueue({ concurrency: CONCURRENCY })
  let stop: UserError | null = null

  async function fetchOne({ asset, extension }: Known, place: number): Promise<readonly AssetDownload[]> {
    if (stop) return []
    try {
      const path = join(staging, `${place}${extension}`)
      await writeFile(path, await download(asset))
      return [{ asset, extension, path }]
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      if (error.isRetryable)
        stop ??= new UserError(`asset ${asset.id}: its file does not come (${error.message}): try again`)
      else fail(asset, `${asset.fileName} does not come (${error.message}); upload it again`)
      return []
    } finally {
      phase.advance()
    }
  }

  const fetched = await Promise.all(due.map((file, place) => queue.add(() => fetchOne(file, place))))
  phase.end()
  if (stop) throw stop
  return [...known.filter((_, place) => isKept[place]).map((file) => ({ ...file, path: null })), ...fetched.flat()]
}

type Known = Omit<AssetDownload, 'path'>

const KINDS = Object.keys(MEDIA_TYPES).join(', ')

/** A name of ours holds the content's hash; an editor may have uploaded something else under the same name. */
async function isHere({ asset, extension }: Known, mediaFolder: string): Promise<boolean> {
  const { earlier, size, fileName } = asset
  if (!earlier || extname(earlier.file) !== extension) return false
  const path = join(mediaFolder, earlier.file)
  const found = await stat(path).catch(() => undefined)
  // A name without a hash says nothing of the content: so it is fetched, and compared.
  if (!found?.isFile() || found.size !== size) return false
  return isSameFileName(addHashToFileName(basename(path), await readFile(path)), fileName)
}
