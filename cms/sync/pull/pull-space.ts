import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { validateSeed } from '#cms/seed/validate-seed.ts'
import { connectToDelivery, type DeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { listMissingModel } from '#cms/sync/contentful/list-missing-model.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { resourceKey } from '#cms/sync/resources/resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { type CurrentSeed, readCurrentSeed } from './current-seed.ts'
import { findLinkedKeys, findMissingRootEntries } from './published-entries.ts'
import { computePullChanges, writeSeedFiles } from './pull-changes.ts'
import { pullMedia, type SpaceAssetFile, toSpaceAssetFiles } from './pull-media.ts'
import { toSeedEntries } from './to-seed-entries.ts'

export interface PullOptions {
  readonly connection: SpaceConnection
  /** `cms/seed`: assets.json and entries/*.json */
  readonly seedFolder: string
  /** `public/media` */
  readonly mediaFolder: string
  /** Writes nothing. */
  readonly dryRun?: boolean
  readonly progress?: ProgressReporter
}

/** The result of a pull, or of a dry run. File paths are relative to the working directory. */
export interface PullSummary {
  readonly dryRun: boolean
  readonly written: readonly string[]
  /** Media files that the seed no longer uses. */
  readonly unused: readonly string[]
  /** One line for each skipped type, field or link. */
  readonly notes: readonly string[]
  readonly milliseconds: number
}

/**
 * Writes the published content of a space to the seed and its media folder. A second pull changes nothing.
 * Throws `UserError` before anything is written, also for file system errors.
 */
export const pullSpace = (options: PullOptions): Promise<PullSummary> =>
  pull(options).catch((error: unknown) => {
    throw toFileSystemError(error) ?? error
  })

async function pull({
  connection,
  dryRun = false,
  progress = silentProgress,
  seedFolder,
  mediaFolder,
}: PullOptions): Promise<PullSummary> {
  const startedAt = performance.now()
  const currentSeed = readCurrentSeed(seedFolder)
  const staging = await mkdtemp(join(tmpdir(), 'pull-'))
  try {
    const { seed, staged, notes } = await readPublishedSeed({
      connection,
      currentSeed,
      mediaFolder,
      staging,
      progress,
    })
    const { unused, ...changes } = computePullChanges(seed, currentSeed, { mediaFolder, staged })
    if (!dryRun) await writeSeedFiles(changes, [seedFolder, mediaFolder])
    return {
      dryRun,
      written: [...changes.media.keys(), ...changes.texts.keys()].map(toRelativePath),
      unused: unused.map((file) => toRelativePath(join(mediaFolder, file))),
      notes,
      milliseconds: performance.now() - startedAt,
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

interface PullContext {
  readonly connection: SpaceConnection
  readonly currentSeed: CurrentSeed
  readonly mediaFolder: string
  /** The folder of downloaded files. */
  readonly staging: string
  readonly progress: ProgressReporter
}

/** Reads the published content as a seed that matches the model, and downloads its new files. Throws `UserError`. */
async function readPublishedSeed({ connection, currentSeed, mediaFolder, staging, progress }: PullContext) {
  const client = await connectToDelivery(connection)
  const missing = listMissingModel(await client.locales(), await client.contentTypes())
  if (missing.length > 0) throw new UserError(missing)
  const published = await readPublishedEntries(client)
  const linked = findLinkedKeys(published)
  const assetFiles = toSpaceAssetFiles(await client.assets()).filter(({ id }) => linked.has(resourceKey('asset', id)))
  const { entries, notes, problems } = toSeedEntries(published, new Set(assetFiles.map(({ id }) => id)))
  const failures: { readonly asset: SpaceAssetFile; readonly line: string }[] = []
  const { assets, staged } = await pullMedia(assetFiles, {
    currentSeed,
    mediaFolder,
    staging,
    progress,
    fail: (asset, problem) => {
      failures.push({ asset, line: `asset ${asset.id}: ${problem}${AND_PUBLISH}` })
    },
  })
  const reported = [...problems, ...failures.map(({ asset, line }) => ({ id: asset.id, line }))]
  // Includes the failed assets, so that links to them are valid.
  const allAssets = [
    ...assets,
    ...failures.map(({ asset: { id, title, fileName } }) => ({ id, title, file: fileName })),
  ]
  const issues = await validateSeed({ assets: allAssets, entries }, { mediaFolder, staged })
  const reportedIds = new Set(reported.map(({ id }) => id))
  const lines = [
    ...findMissingRootEntries(published, currentSeed),
    ...reported.map(({ line }) => line),
    ...issues
      .filter(({ id }) => !reportedIds.has(id))
      .map(({ kind, id, text }) => `${kind} ${id}: ${text}${AND_PUBLISH}`),
  ]
  if (lines.length > 0) throw new UserError(lines)
  return { seed: { assets, entries }, staged, notes }
}

async function readPublishedEntries(client: DeliveryClient) {
  const entries = await client.entries()
  if (entries.some(({ sys }) => isModelContentType(sys.contentType.sys.id))) return entries
  throw new UserError('Nothing is published in the space: publish its pages in Contentful, or seed it first')
}

const AND_PUBLISH = ', in Contentful, and publish it'

const toRelativePath = (path: string) => relative(process.cwd(), path)

/** Converts a file system error, for example of a full or read-only disk. Returns `null` for other errors. */
function toFileSystemError(error: unknown): UserError | null {
  if (!(error instanceof Error && 'syscall' in error)) return null
  return new UserError(`A file operation failed (${error.message}): fix its cause, and pull again`)
}
