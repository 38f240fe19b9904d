import type { ContentType } from '#cms/model/fields.ts'
import { LOCALE } from '#cms/model/locale.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import type { Seed } from '#cms/seed/types.ts'
import { again } from './again.ts'
import { assets } from './assets.ts'
import { BadInput } from './bad-input.ts'
import { contentTypes } from './content-types.ts'
import { editorInterfaces } from './editor-interfaces.ts'
import { entries } from './entries.ts'
import { type Extras, planExtras } from './extras.ts'
import { label, type ModelKind, type Policy, type Published } from './kind.ts'
import { leftOut } from './left-out.ts'
import { type Plan, planOf } from './plan.ts'
import { planPreviewAddresses } from './preview-addresses.ts'
import type { Previews } from './preview-differences.ts'
import { readAll } from './read-all.ts'
import type { Space } from './space-client.ts'
import { wantedAsset, wantedEntry } from './wanted.ts'

/** What is to be in a space, and where its files are. */
export interface SeedSource {
  readonly seed: Seed
  readonly model: Readonly<Record<string, ContentType>>
  readonly mediaFolder: string
  /** Without it every file is read. */
  readonly cache?: MediaCache
  /** Without them nothing is said to the space of where it shows drafts. */
  readonly previews?: Previews | undefined
}

/** What seeding would do. Only reads. */
export async function planSeed(space: Space, source: SeedSource, policy: Policy): Promise<Plan> {
  const { seed, model, mediaFolder, cache, previews } = source
  await expectLocale(space)
  const types = Object.values(model)
  const wantedEntries = seed.entries.map((entry) => wantedEntry(entry, typeOf(entry.type, model)))
  const wantedAssets = await Promise.all(seed.assets.map((asset) => wantedAsset(asset, mediaFolder, cache)))
  await cache?.save()

  const ofTypes = contentTypes(space)
  const heldTypes = await readFor(ofTypes, types)
  const ofForms = editorInterfaces(space, new Set(types.map(({ id }) => id).filter((id) => !heldTypes.has(id))))
  const ofAssets = assets(space, policy)
  const [heldForms, heldAssets, heldEntries, addresses] = await Promise.all([
    readFor(ofForms, types),
    readAll((page) => space.client.asset.getMany({ query: page })),
    readAll((page) => space.client.entry.getMany({ query: page })),
    previews ? planPreviewAddresses(space, types, previews) : [],
  ])
  const extras = {
    entries: besides(heldEntries, seed.entries),
    assets: besides(heldAssets, seed.assets),
  }
  const ofEntries = entries(space, policy, deliveredOf(seed, extras))

  const compared = wantedEntries.map((wanted) => {
    const held = heldEntries.get(wanted.id)
    return { wanted, held, ...ofEntries.compare(wanted, held) }
  })
  const missingAssets = seed.assets.map(({ id }) => id).filter((id) => !heldAssets.has(id))
  const out = policy.force ? new Set<string>() : leftOut(compared, missingAssets)
  const deletions = planExtras(space, extras, { compared, types: new Set(Object.keys(model)), policy })
  return [
    {
      title: 'Content types',
      items: [...planOf(ofTypes, types, heldTypes), ...planOf(ofForms, types, heldForms)],
    },
    { title: 'Assets', items: planOf(ofAssets, wantedAssets, heldAssets, out) },
    { title: 'Entries', items: planOf(ofEntries, wantedEntries, heldEntries, out) },
    ...(addresses.length > 0 ? [{ title: 'Preview addresses', items: addresses }] : []),
    ...(deletions.length > 0 ? [{ title: 'Deletions', items: deletions }] : []),
  ]
}

const readFor = <Held>(kind: ModelKind<Held>, types: readonly ContentType[]) => kind.readMany(types.map(({ id }) => id))

/** What a pull can have seen, and what seeding brings. */
const deliveredOf = (seed: Seed, extras: Extras) =>
  new Set([
    ...seed.entries.map(({ id }) => label('entry', id)),
    ...seed.assets.map(({ id }) => label('asset', id)),
    ...extras.entries.filter(isPublished).map(({ sys }) => label('entry', sys.id)),
    ...extras.assets.filter(isPublished).map(({ sys }) => label('asset', sys.id)),
  ])

const isPublished = ({ sys }: { readonly sys: Published }) => sys.publishedVersion !== undefined

/** What the space holds and the seed does not name. */
function besides<Held>(held: ReadonlyMap<string, Held>, seeds: readonly { readonly id: string }[]): readonly Held[] {
  const named = new Set(seeds.map(({ id }) => id))
  return [...held].flatMap(([id, thing]) => (named.has(id) ? [] : [thing]))
}

/** Fields that are not localized hold their values in the space's default locale. */
async function expectLocale({ client: { locale } }: Space): Promise<void> {
  const { items } = await again(() => locale.getMany({ query: { limit: 100 } }))
  const code = items.find((one) => one.default)?.code
  if (code === LOCALE) return
  throw new BadInput(
    `The space's default locale is "${code}", and the seed is written in "${LOCALE}": make ${LOCALE} the default under Settings → Locales, or take another space`,
  )
}

function typeOf(id: string, model: SeedSource['model']): ContentType {
  const type = model[id]
  if (!type) throw new Error(`The model given has no content type "${id}", which the seed uses`)
  return type
}
