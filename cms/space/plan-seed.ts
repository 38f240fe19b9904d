import type { ContentType } from '#cms/model/fields.ts'
import { LOCALE } from '#cms/model/locale.ts'
import type { Seed } from '#cms/seed/types.ts'
import { again } from './again.ts'
import { assets } from './assets.ts'
import { BadInput } from './bad-input.ts'
import { contentTypes } from './content-types.ts'
import { editorInterfaces } from './editor-interfaces.ts'
import { entries } from './entries.ts'
import { type Extras, planExtras } from './extras.ts'
import { type Kind, label, type Policy, type Published } from './kind.ts'
import { leftOut } from './left-out.ts'
import { type Plan, planOf } from './plan.ts'
import { readAll } from './read-all.ts'
import type { Space } from './space-client.ts'
import { wantedAsset, wantedEntry } from './wanted.ts'

/** What is to be in a space, and where its files are. */
export interface SeedSource {
  readonly seed: Seed
  readonly model: Readonly<Record<string, ContentType>>
  readonly mediaFolder: string
}

/** What seeding would do. Only reads. */
export async function planSeed(space: Space, { seed, model, mediaFolder }: SeedSource, policy: Policy): Promise<Plan> {
  await expectLocale(space)
  const types = Object.values(model)
  const wantedEntries = seed.entries.map((entry) => wantedEntry(entry, typeOf(entry.type, model)))
  const wantedAssets = await Promise.all(seed.assets.map((asset) => wantedAsset(asset, mediaFolder)))

  const ofTypes = contentTypes(space)
  const heldTypes = await readFor(ofTypes, types)
  const ofForms = editorInterfaces(space, new Set(types.map(({ id }) => id).filter((id) => !heldTypes.has(id))))
  const ofAssets = assets(space, policy)
  const [heldForms, heldAssets, extras] = await Promise.all([
    readFor(ofForms, types),
    readFor(ofAssets, wantedAssets),
    readExtras(space, seed),
  ])
  const ofEntries = entries(space, policy, deliveredOf(seed, extras))
  const heldEntries = await readFor(ofEntries, wantedEntries)

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
    ...(deletions.length > 0 ? [{ title: 'Deletions', items: deletions }] : []),
  ]
}

const readFor = <Wanted extends { readonly id: string }, Held>(kind: Kind<Wanted, Held>, wanted: readonly Wanted[]) =>
  kind.readMany(wanted.map(({ id }) => id))

/** What a pull can have seen, and what seeding brings. */
const deliveredOf = (seed: Seed, extras: Extras) =>
  new Set([
    ...seed.entries.map(({ id }) => label('entry', id)),
    ...seed.assets.map(({ id }) => label('asset', id)),
    ...extras.entries.filter(isPublished).map(({ sys }) => label('entry', sys.id)),
    ...extras.assets.filter(isPublished).map(({ sys }) => label('asset', sys.id)),
  ])

const isPublished = ({ sys }: { readonly sys: Published }) => sys.publishedVersion !== undefined

async function readExtras({ client: { entry, asset } }: Space, seed: Seed) {
  const named = new Set(seed.entries.map(({ id }) => id))
  const namedAssets = new Set(seed.assets.map(({ id }) => id))
  const [allEntries, allAssets] = await Promise.all([
    readAll((page) => entry.getMany({ query: page })),
    readAll((page) => asset.getMany({ query: page })),
  ])
  return {
    entries: allEntries.filter(({ sys }) => !named.has(sys.id)),
    assets: allAssets.filter(({ sys }) => !namedAssets.has(sys.id)),
  }
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
