import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import { validateSeed } from '#cms/seed/validate-seed.ts'
import { createDeliveryClient, type DeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { createRateLimiter, type RateLimiter } from '#cms/sync/contentful/rate-limiter.ts'
import type { DeliveryConnection } from '#cms/sync/contentful/space-connections.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { assignMediaPaths } from './assign-media-paths.ts'
import { type CurrentSeed, readCurrentSeed } from './current-seed.ts'
import { createDownloader, downloadAssets, rejectUnsafeSvgFiles } from './download-assets.ts'
import { computePullChanges, type PullCounts, sortByPreviousOrder, writeSeedFiles } from './pull-changes.ts'
import { findLinkedAssetIds, type SpaceAssetFile, selectSeedEntries, toSpaceAssetFiles } from './select-seed-entries.ts'
import { isModelContentType } from './to-seed-entries.ts'

export interface PullOptions {
  readonly connection: DeliveryConnection
  /** `cms/seed`: assets.json and entries/*.json */
  readonly seedFolder: string
  /** `public/media` */
  readonly mediaFolder: string
  /** Writes nothing. */
  readonly dryRun?: boolean
  /** Deletes the media that the seed named before and names no longer. */
  readonly prune?: boolean
  /** Without it: well under what Contentful's delivery allows, and no limit for the local Contentful. */
  readonly requestsPerSecond?: number
  readonly progress?: ProgressReporter
}

/** What a pull did; in a dry run, what it would do. Files are named from the working directory. */
export interface PullSummary {
  readonly dryRun: boolean
  readonly counts: { readonly entry: PullCounts; readonly asset: PullCounts }
  readonly written: readonly string[]
  /** Media that the seed named before and names no longer. */
  readonly unused: readonly string[]
  /** Whether those are deleted. */
  readonly pruned: boolean
  /** What was left out, a line each. */
  readonly notes: readonly string[]
  /** SVG files that must not be served, a line each: asset, reason and what to do. The rest is pulled. */
  readonly refused: readonly string[]
  readonly milliseconds: number
}

/** Contentful's delivery takes 55 a second (docs/contentful.md, Limits): most of them are for the site's visitors. */
const DEFAULT_RATE = 20

/**
 * Writes what is published in a space back to the seed and its media. A second pull changes nothing.
 * Throws `UserError`, before anything is written, where somebody can put it right.
 */
export const pullSpace = (task: PullOptions): Promise<PullSummary> =>
  pulled(task).catch((error: unknown) => {
    throw toDiskError(error) ?? error
  })

async function pulled({
  connection,
  requestsPerSecond = connection.insecure ? undefined : DEFAULT_RATE,
  dryRun = false,
  prune = false,
  progress = silentProgress,
  ...folders
}: PullOptions): Promise<PullSummary> {
  const started = performance.now()
  const { seedFolder, mediaFolder } = folders
  const gate = createRateLimiter(requestsPerSecond)
  const held = await readCurrentSeed(seedFolder)
  const staging = await mkdtemp(join(tmpdir(), 'pull-'))
  try {
    const { seed, staged, notes, refused } = await pulledSeed({
      connection,
      gate,
      held,
      mediaFolder,
      staging,
      progress,
    })
    const { counts, unused, ...changes } = computePullChanges(seed, held, { mediaFolder, staged })
    const outdated = unused.map((file) => join(mediaFolder, file))
    if (!dryRun) {
      await writeSeedFiles(changes, [seedFolder, mediaFolder])
      if (prune) for (const path of outdated) await rm(path, { force: true })
    }
    return {
      dryRun,
      counts,
      written: [...changes.media.keys(), ...changes.texts.keys()].map(shown),
      unused: outdated.map(shown),
      pruned: prune,
      notes,
      refused,
      milliseconds: performance.now() - started,
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

interface Work {
  readonly connection: DeliveryConnection
  readonly gate: RateLimiter
  readonly held: CurrentSeed
  readonly mediaFolder: string
  readonly staging: string
  readonly progress: ProgressReporter
}

/** The published content as a seed that fits the model, and where its new files wait. */
async function pulledSeed({ connection, gate, held, mediaFolder, staging, progress }: Work) {
  const space = createDeliveryClient(connection, gate)
  await assertSpaceMatchesModel(space)
  const published = await publishedEntries(space)
  const found = toSpaceAssetFiles(await space.assets(findLinkedAssetIds(published)), held)
  const failed: { readonly asset: SpaceAssetFile; readonly line: string }[] = []
  const arrived = await downloadAssets(sortByPreviousOrder(found, Object.keys(held.assets.records)), {
    mediaFolder,
    staging,
    download: createDownloader(gate, connection.insecure ? 'http' : 'https'),
    progress,
    fail: (asset, problem) => {
      failed.push({ asset, line: `asset ${asset.id}: ${problem}${REMEDY}` })
    },
  })
  const { files, missing, refused } = await rejectUnsafeSvgFiles(arrived, mediaFolder)
  const { entries, notes, problems, stops } = selectSeedEntries(published, found, { missing, held })
  const told = [...problems, ...failed.map(({ asset, line }) => ({ id: asset.id, line }))]
  const { assets, staged } = await assignMediaPaths(files, mediaFolder)
  // With those that failed: what links to them is right.
  const whole = {
    assets: [...assets, ...failed.map(({ asset: { id, title, fileName } }) => ({ id, title, file: fileName }))],
    entries,
  }
  const isTold = new Set(told.map(({ id }) => id))
  const others = (await validateSeed(whole, { mediaFolder, staged })).filter(({ id }) => !isTold.has(id))
  const lines = [
    ...stops,
    ...told.map(({ line }) => line),
    ...others.map(({ kind, id, text }) => `${kind} ${id}: ${text}${REMEDY}`),
  ]
  if (lines.length > 0) throw new UserError([...refused, ...lines])
  return { seed: { assets, entries }, staged, notes, refused }
}

async function publishedEntries(space: DeliveryClient) {
  const entries = await space.entries()
  if (entries.some(({ sys }) => isModelContentType(sys.contentType.sys.id))) return entries
  throw new UserError('Nothing is published in the space: publish its pages in Contentful, or seed it first')
}

const REMEDY = ', in Contentful, and publish it'

const shown = (path: string) => relative(process.cwd(), path)

/** What to put right where this machine's disk refuses: it is full, read-only, or a file stands in a folder's place. */
function toDiskError(error: unknown): UserError | null {
  if (!(error instanceof Error && 'syscall' in error)) return null
  return new UserError(`The disk refuses (${error.message}): put that right, and pull again`)
}

/** Throws `UserError` where a pull would empty the seed: the space has not the site's language, or not all of the model. */
export async function assertSpaceMatchesModel(space: DeliveryClient): Promise<void> {
  const locales = await space.locales()
  if (!locales.includes(LOCALE))
    throw new UserError(
      `The space has the locale ${locales.join(', ')}, and not ${LOCALE}, in which the site is written: add it under Settings, Locales`,
    )
  const types = await space.contentTypes()
  if (!Object.keys(model).some((id) => types.has(id)))
    throw new UserError(`The space holds none of the model’s content types; ${SEED_REMEDY}`)
  const problems = Object.values<ContentType>(model).flatMap(({ id, fields }) => {
    const found = types.get(id)
    if (!found) return [`The space has no content type ${id}; ${SEED_REMEDY}`]
    const missing = Object.keys(fields).filter((name) => !found.includes(name))
    return missing.map((name) => `The space has no field ${name} in the content type ${id}; ${SEED_REMEDY}`)
  })
  if (problems.length > 0) throw new UserError(problems)
}

const SEED_REMEDY = 'bring the model there first, with npm run cms -- seed'
