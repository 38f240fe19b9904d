import { hash } from 'node:crypto'
import { join } from 'node:path'
import { readStateMeta, writeStateMeta } from 'contentful-local'
import { model } from '#cms/model/model.gen.ts'
import { readMediaDigest } from '#cms/seed/asset-file-name.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { formatSeedFailures } from '#cms/sync/apply/format-seed-summary.ts'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createConsoleProgress, type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { getMediaCache } from '#scripts/build/image-file.ts'
import { UserError } from '#shared/user-error.ts'

/** The folder of the seed's images and videos, relative to the project. */
export const SEED_MEDIA_FOLDER = 'public/media'

/** Throws `UserError` with a line for each entry that does not match the model and each missing media file. */
export async function assertValidSeed(seed: Seed): Promise<void> {
  const cache = await getMediaCache()
  const problems = await listSeedProblems(seed, { mediaFolder: SEED_MEDIA_FOLDER, cache })
  if (problems.length > 0) throw new UserError(problems)
  await cache.save()
}

/** The local Contentful of a running site. */
export interface LocalSpace {
  /** The state folder. */
  readonly folder: string
  readonly url: string
}

/**
 * Seeds the local Contentful when the seed has changed or the last seed run was interrupted. Changes that editors made in
 * the CMS stay, and so do fields of another branch with their values. Throws `BlockedPlanError` if the space has content
 * that the model cannot have, and `UserError` for other problems.
 */
export async function ensureSeeded(
  { folder, url }: LocalSpace,
  progress: ProgressReporter = createConsoleProgress(process.stdout),
): Promise<void> {
  const connection = getLocalConnection(url, 'management')
  const seed = readSeed()
  const cache = await getMediaCache()
  const digest = await hashSeed(seed, cache)
  if (readStateMeta(folder, 'seed') === digest) return
  const summary = await seedSpace({
    connection,
    seed,
    model,
    mediaFolder: SEED_MEDIA_FOLDER,
    cache,
    releaseExtraFields: true, // they are of another branch, which makes them required again
    progress,
    confirm: async () => {
      if (progress !== silentProgress) console.log('Seeding the local Contentful …')
    },
  })
  if (summary.failures.length > 0) throw new UserError(formatSeedFailures(summary))
  const { kept } = summary.counts
  if (kept > 0) console.log(`Differences that the CMS keeps: ${kept}. npm run cms -- plan lists them.`)
  writeStateMeta(folder, 'seed', digest)
}

/** Includes the whole model, so that a changed help text for editors is seeded too. */
async function hashSeed(seed: Seed, cache: MediaCache): Promise<string> {
  const files = await Promise.all(seed.assets.map(({ file }) => readMediaDigest(join(SEED_MEDIA_FOLDER, file), cache)))
  await cache.save()
  return hash('sha256', JSON.stringify([model, seed, files.map((file) => file.hash)]))
}
