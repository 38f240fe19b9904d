import type { ContentType } from '#cms/model/fields.ts'
import { problemsOf } from '#cms/seed/check.ts'
import type { Seed } from '#cms/seed/types.ts'
import { assets } from './assets.ts'
import { BadInput } from './bad-input.ts'
import { carryOut } from './carry-out.ts'
import type { Connection } from './connection.ts'
import { contentTypes } from './content-types.ts'
import { editorInterfaces } from './editor-interfaces.ts'
import { entries } from './entries.ts'
import { type Plan, planOf } from './plan.ts'
import { type Progress, silent } from './progress.ts'
import { refusalOf } from './refusal.ts'
import { openSpace, type Space, type Traffic } from './space-client.ts'
import type { Outcome } from './tally.ts'
import { wantedAsset, wantedEntry } from './wanted.ts'

/** What is to be in a space, and where its files are. */
interface SeedSource {
  readonly seed: Seed
  readonly model: Readonly<Record<string, ContentType>>
  readonly mediaFolder: string
}

export interface SeedTask extends SeedSource {
  readonly connection: Connection
  /** Without it: the limit of Contentful's plans, and none for the local Contentful. */
  readonly requestsPerSecond?: number
  readonly progress?: Progress
}

export interface SeedSummary extends Outcome, Traffic {
  readonly milliseconds: number
}

/**
 * Brings a space to what the model and the seed say. Compares first and writes only what differs,
 * so that a second run writes nothing and a run that was killed is continued by the next.
 * Throws `BadInput`, before the first write where that can be known.
 */
export async function seedSpace({
  connection,
  progress = silent,
  requestsPerSecond,
  ...source
}: SeedTask): Promise<SeedSummary> {
  const started = performance.now()
  const problems = await problemsOf(source.seed, source)
  if (problems.length > 0) throw new BadInput(...problems)

  const space = openSpace(connection, requestsPerSecond)
  const plan = await planSeed(space, source).catch((error: unknown) => {
    throw refusalOf(error, connection, 'reading') ?? error
  })
  const outcome = await carryOut(plan, { progress, fatal: (error) => refusalOf(error, connection, 'writing') })
  return { ...outcome, ...space.traffic, milliseconds: performance.now() - started }
}

/** What seeding would do. Only reads. */
async function planSeed(space: Space, { seed, model, mediaFolder }: SeedSource): Promise<Plan> {
  const types = Object.values(model)
  const planned = await planOf(contentTypes(space), types)
  const isNew = new Set(planned.filter(({ action }) => action === 'create').map(({ id }) => id))
  const files = await Promise.all(seed.assets.map((asset) => wantedAsset(asset, mediaFolder)))
  return [
    { title: 'Content types', items: [...planned, ...(await planOf(editorInterfaces(space, isNew), types))] },
    { title: 'Assets', items: await planOf(assets(space), files) },
    {
      title: 'Entries',
      items: await planOf(
        entries(space),
        seed.entries.map((entry) => wantedEntry(entry, typeOf(entry.type, model))),
      ),
    },
  ]
}

function typeOf(id: string, model: SeedSource['model']): ContentType {
  const type = model[id]
  if (!type) throw new Error(`The model given has no content type "${id}", which the seed uses`)
  return type
}
