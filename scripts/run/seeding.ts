import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMeta, writeMeta } from '#cms/local/store/store.ts'
import { model } from '#cms/model/model.ts'
import { problemsOf } from '#cms/seed/check.ts'
import { readSeed } from '#cms/seed/seed.ts'
import type { Seed } from '#cms/seed/types.ts'
import { BadInput } from '#cms/space/bad-input.ts'
import { localConnection } from '#cms/space/connection.ts'
import { consoleProgress } from '#cms/space/console-progress.ts'
import { seedSpace } from '#cms/space/seed-space.ts'
import { digestOf } from './digest.ts'
import { modelDigest } from './state-folder.ts'

const MEDIA_FOLDER = 'public/media'

/** Throws `BadInput` with a line for everything that does not fit the model, or is missing from public/media. */
export async function checkSeed(seed: Seed): Promise<void> {
  const problems = await problemsOf(seed, { mediaFolder: MEDIA_FOLDER })
  if (problems.length > 0) throw new BadInput(...problems)
}

/**
 * Brings the seed into the local Contentful when it is new there, has changed, or came in only half.
 * What somebody changed in the CMS since stays as it is until the seed changes.
 */
export async function ensureSeeded({ folder, url }: { folder: string; url: string }): Promise<void> {
  const seed = readSeed()
  const digest = await seedDigest(seed)
  if (readMeta(folder, 'seed') === digest) return
  writeMeta(folder, 'model', modelDigest())
  console.log('Seeding the local Contentful …')
  const { failures, counts } = await seedSpace({
    connection: localConnection(url),
    seed,
    model,
    mediaFolder: MEDIA_FOLDER,
    progress: consoleProgress(process.stdout),
  })
  if (failures.length > 0) {
    throw new BadInput(...failures.map(({ kind, id, reason }) => `${kind} ${id} was not seeded: ${reason}`))
  }
  const kept = counts.asset.kept + counts.entry.kept
  if (kept > 0) console.log(`Something stays as it is in the CMS (${kept}): npm run cms -- plan shows what.`)
  writeMeta(folder, 'seed', digest)
}

/** The model is part of it: a new help text for editors is brought in too. */
async function seedDigest(seed: Seed): Promise<string> {
  const files = await Promise.all(seed.assets.map(({ file }) => readFile(join(MEDIA_FOLDER, file))))
  return digestOf([model, seed, files.map((content) => createHash('sha256').update(content).digest('hex'))])
}
