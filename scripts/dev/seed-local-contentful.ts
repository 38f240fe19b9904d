import { join } from 'node:path'
import { readStateMeta, writeStateMeta } from '#cms/local/state-folder.ts'
import { model } from '#cms/model/model.ts'
import { readFileDigest } from '#cms/seed/asset-file-name.ts'
import { type MediaCache, openMediaCache } from '#cms/seed/media-cache.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { BadInput } from '#cms/sync/bad-input.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/management-connection.ts'
import { createConsoleProgress } from '#cms/sync/progress/console-progress.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import type { PreviewSite } from '#cms/sync/resources/compare-preview-environment.ts'
import { applyPreviewEnvironment } from '#cms/sync/resources/preview-environment.ts'
import { hashJson } from '#scripts/build/hash-json.ts'
import { MEDIA_CACHE_FILE } from '#scripts/cms/folders.ts'
import { hashContentModel } from './state-folder.ts'

/** Where the seed's pictures and films stand. */
export const SEED_MEDIA_FOLDER = 'public/media'

/** Throws `BadInput` with a line for everything that does not fit the model, or is missing from public/media. */
export async function assertValidSeed(seed: Seed): Promise<void> {
  const cache = await openedCache()
  const problems = await listSeedProblems(seed, { mediaFolder: SEED_MEDIA_FOLDER, cache })
  if (problems.length > 0) throw new BadInput(...problems)
  await cache.save()
}

let opened: Promise<MediaCache> | undefined
/** Opened once, so that one that cannot be written is reported once. */
const openedCache = () => {
  opened ??= openMediaCache({ file: MEDIA_CACHE_FILE, say: console.warn })
  return opened
}

/** The local Contentful of a running site. */
export interface LocalSpace {
  /** Where its state lies. */
  readonly folder: string
  readonly url: string
  /** The site on which its editors see drafts. */
  readonly previews?: PreviewSite
}

/** Where the site that shows this state's drafts was served last; the seed command says it to the CMS anew. */
export const readPreviewSiteUrl = (folder: string): string | undefined => readStateMeta(folder, 'site')

/**
 * Brings the seed into the local Contentful when it is new there, has changed, or came in only half; and the addresses
 * of the previews, which a start may change. What somebody changed in the CMS since stays as it is until the seed changes.
 */
export async function ensureSeeded(
  { folder, url, previews }: LocalSpace,
  progress: ProgressReporter = createConsoleProgress(process.stdout),
): Promise<void> {
  if (previews && readPreviewSiteUrl(folder) !== previews.siteUrl) writeStateMeta(folder, 'site', previews.siteUrl)
  const connection = getLocalManagementConnection(url)
  const seed = readSeed()
  const cache = await openedCache()
  const digest = await seedDigest(seed, cache)
  if (readStateMeta(folder, 'seed') === digest) {
    if (previews) await applyPreviewEnvironment({ connection, model, previews })
    return
  }
  const earlierModel = readStateMeta(folder, 'model')
  writeStateMeta(folder, 'model', hashContentModel())
  if (progress !== silentProgress) console.log('Seeding the local Contentful …')
  const { failures, counts } = await seedSpace({
    connection,
    seed,
    model,
    mediaFolder: SEED_MEDIA_FOLDER,
    cache,
    previews,
    progress,
  }).catch((error: unknown) => {
    // A model that the space does not take: the next start sets the folder aside (state-folder.ts) and seeds a new one.
    if (error instanceof BadInput && earlierModel) writeStateMeta(folder, 'model', earlierModel)
    throw error
  })
  if (failures.length > 0) {
    throw new BadInput(...failures.map(({ kind, id, reason }) => `${kind} ${id} was not seeded: ${reason}`))
  }
  const kept = counts.asset.kept + counts.entry.kept
  if (kept > 0) console.log(`Something stays as it is in the CMS (${kept}): npm run cms -- plan shows what.`)
  writeStateMeta(folder, 'seed', digest)
}

/** The model is part of it: a new help text for editors is brought in too. */
async function seedDigest(seed: Seed, cache: MediaCache): Promise<string> {
  const files = await Promise.all(seed.assets.map(({ file }) => readFileDigest(join(SEED_MEDIA_FOLDER, file), cache)))
  await cache.save()
  return hashJson([model, seed, files.map(({ hash }) => hash)])
}
