import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import * as z from 'zod'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { SeedFiles } from '#cms/seed/read-seed-files.ts'
import type { SeedAsset } from '#cms/seed/seed-types.ts'
import type { DeliveredAsset } from '#cms/sync/contentful/delivered-content.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'

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
  readonly currentSeed: SeedFiles
  readonly mediaFolder: string
  /** The folder of downloaded files, until the whole pull is validated. */
  readonly staging: string
  readonly progress: ProgressReporter
}

/** Simultaneous downloads. */
const CONCURRENCY = 6

/**
 * Downloads the files that are missing or changed. A file keeps its path; a new one gets the id of its asset as its name.
 * Returns the assets, and the path of each downloaded file by its path below the media folder. Throws `UserError` after the
 * first file that cannot be downloaded.
 */
export async function pullMedia(
  assets: readonly SpaceAssetFile[],
  { currentSeed, mediaFolder, staging, progress }: PullMediaOptions,
) {
  const staged = new Map<string, string>()
  const queue = new PQueue({ concurrency: CONCURRENCY })

  async function pullFile(asset: SpaceAssetFile, index: number): Promise<SeedAsset> {
    const file = getMediaPath(asset, currentSeed)
    const existing = await readFile(join(mediaFolder, file)).catch(() => undefined)
    const { id, title, fileName, size } = asset
    const hasSeedName = (content: Buffer) => isSameFileName(addHashToFileName(basename(file), content), fileName)
    // A name without a hash does not identify the content: an editor can upload another file with the same name.
    const isCurrent = existing?.length === size && hasSeedName(existing)
    const content = isCurrent ? existing : await download(asset)
    if (!existing?.equals(content)) {
      const path = join(staging, String(index))
      await writeFile(path, content)
      staged.set(file, path)
    }
    const previous = findCurrentAsset(currentSeed, id)
    const originalName = hasSeedName(content) ? previous?.file === file && previous.originalName : fileName
    return { id, file, title, ...(originalName && { originalName }) }
  }

  const phase = progress.startPhase('Files', assets.length)
  try {
    const pulled = await Promise.all(
      assets.map((asset, index) => queue.add(() => pullFile(asset, index).finally(phase.advance))),
    )
    return { assets: pulled, staged }
  } finally {
    // After a failure, the files that wait are not downloaded, and no running download writes after the end.
    queue.clear()
    await queue.onIdle()
    phase.end()
  }
}

/** The extensions of the files that the site supports, by media type. */
export const EXTENSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(MEDIA_TYPES).map(([extension, { contentType }]) => [contentType, extension]),
)

const assetSchema = z.object({ file: z.string(), originalName: z.string().optional() })

/** Returns the current file of an asset below the media folder, and its name in the space. */
export function findCurrentAsset({ assets }: SeedFiles, id: string): z.output<typeof assetSchema> | undefined {
  const { data } = assetSchema.safeParse(assets.records[id])
  return data && isBelowFolder(data.file) ? data : undefined
}

const isBelowFolder = (file: string) => !file.startsWith('/') && !file.split(/[/\\]/).includes('..')

/** Returns the path below the media folder. */
function getMediaPath({ id, contentType }: SpaceAssetFile, currentSeed: SeedFiles): string {
  const extension = EXTENSIONS.get(contentType)
  const previous = findCurrentAsset(currentSeed, id)
  return previous && extname(previous.file) === extension ? previous.file : `uploads/${id}${extension}`
}

/** ms; the model allows files of up to 20 MB. */
const TIMEOUT_MS = 120_000

/** With their delays, all retries of a download take about 8 s. */
const MAX_RETRIES = 4
const FIRST_DELAY_MS = 500

/** Downloads a file and checks its size. Throws `UserError`. */
async function download({ id, url, size }: SpaceAssetFile): Promise<Buffer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await fetchFile(url, size)
    } catch (error) {
      if (retries === MAX_RETRIES)
        throw new UserError(
          `asset ${id}: its file cannot be downloaded (${getReason(error)}): pull again later, or upload the file again in Contentful, and publish it`,
        )
      await sleep(FIRST_DELAY_MS * 2 ** retries)
    }
  }
}

async function fetchFile(url: string, size: number): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const content = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}`)
  if (content.length === size) return content
  throw new Error(`${content.length} of ${size} bytes`)
}

/** The cause of a `fetch` error contains the reason. */
const getReason = (error: unknown) => getErrorMessage(error instanceof Error ? (error.cause ?? error) : error)
