import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import PQueue from 'p-queue'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { RateLimiter } from '#cms/sync/contentful/rate-limiter.ts'
import { retryRequest } from '#cms/sync/contentful/retry-request.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { UserError } from '#shared/user-error.ts'
import { getFileExtension } from './file-names.ts'
import type { SpaceAssetFile } from './select-seed-entries.ts'

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

/** ms; the model takes files of up to 20 MB */
const PATIENCE = 120_000

/** Why a file did not come. */
export class DownloadError extends Error {
  override readonly name = 'DownloadFailure'
  /** It is not the file's own fault: the others would fail like it, and another try may succeed. */
  readonly isRetryable: boolean

  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isRetryable = isPassing
  }
}

export type DownloadFile = (file: SpaceAssetFile) => Promise<Buffer>

/** Reads whole files: what arrives is as long as the space says. Throws `DownloadFailure`. */
export const createDownloader =
  (gate: RateLimiter, scheme: 'http' | 'https'): DownloadFile =>
  ({ url, size }) =>
    retryRequest(() => fetched(new URL(url, `${scheme}://localhost`), size, gate), {
      gate,
      isRetryable: (error) => error instanceof DownloadError && error.isRetryable,
    })

async function fetched(url: URL, size: number, gate: RateLimiter): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).catch(noAnswer)
  const { ok, status, headers } = answer
  if (status === 429) gate.pauseFor(Number(headers.get('x-contentful-ratelimit-reset')) || 0)
  if (!ok) {
    await answer.body?.cancel()
    throw new DownloadError(`${url.host} answers ${status}`, status === 429 || status >= 500)
  }
  const content = Buffer.from(await answer.arrayBuffer().catch(noAnswer))
  if (content.length === size) return content
  throw new DownloadError(`${url.host} sends ${content.length} bytes of ${size}`, true)
}

/** `fetch` says what went wrong in the cause of its error. */
function noAnswer(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new DownloadError(cause instanceof Error ? cause.message : 'no answer', true)
}

interface CheckedArrivals {
  /** Files that may be written. An asset whose new file is refused has its earlier file here, if there is one. */
  readonly files: readonly AssetDownload[]
  /** The ids of the assets that have no file that may be written. */
  readonly missing: ReadonlySet<string>
  /** What is refused, a line for each: asset, reason and what to do. */
  readonly refused: readonly string[]
}

/**
 * Refuses SVG files that must not be served from the site's origin. A refused file leaves the earlier one in its place,
 * so that it stops neither other files nor the pull.
 */
export async function rejectUnsafeSvgFiles(
  arrivals: readonly AssetDownload[],
  mediaFolder: string,
): Promise<CheckedArrivals> {
  const files: AssetDownload[] = []
  const missing = new Set<string>()
  const refused: string[] = []
  for (const arrival of arrivals) {
    const { asset, extension, path } = arrival
    const problem = await findDrawingProblem(extension, path ?? join(mediaFolder, asset.earlier?.file ?? ''))
    if (problem === undefined) {
      files.push(arrival)
      continue
    }
    const earlier = await findUsableFile(asset.earlier?.file, mediaFolder)
    if (earlier === undefined) missing.add(asset.id)
    else files.push({ asset, extension: extname(earlier), path: null })
    const result = earlier === undefined ? 'it is left out' : `the earlier file ${earlier} stays`
    refused.push(`asset ${asset.id}: ${asset.fileName} ${problem}; ${result}. ${REMEDY}`)
  }
  return { files, missing, refused }
}

const REMEDY = 'Export it as plain SVG, upload it in Contentful, publish it, and pull again'

const findDrawingProblem = async (extension: string, path: string) =>
  extension === '.svg' ? findSvgProblem(await readFile(path)) : undefined

/** The earlier file of an asset, where it is still there and is itself safe. */
async function findUsableFile(file: string | undefined, mediaFolder: string): Promise<string | undefined> {
  if (file === undefined) return undefined
  const path = join(mediaFolder, file)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return (await findDrawingProblem(extname(file), path)) === undefined ? file : undefined
}
