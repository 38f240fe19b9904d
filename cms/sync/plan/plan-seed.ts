import type { ContentType } from '#cms/model/field-definitions.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { readAllPages } from '#cms/sync/contentful/read-resources.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { createAssetResourceType } from '#cms/sync/resources/asset-resource-type.ts'
import type { PreviewSite } from '#cms/sync/resources/compare-preview-environment.ts'
import { createContentTypeResourceType } from '#cms/sync/resources/content-type-resource-type.ts'
import { toDesiredAsset, toDesiredEntry } from '#cms/sync/resources/desired-resources.ts'
import { createEditorInterfaceResourceType } from '#cms/sync/resources/editor-interface-resource-type.ts'
import { createEntryResourceType } from '#cms/sync/resources/entry-resource-type.ts'
import { planPreviewEnvironment } from '#cms/sync/resources/preview-environment.ts'
import {
  type ModelResourceType,
  type OverwriteOptions,
  type PublishState,
  resourceKey,
} from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { type Plan, planResources } from './plan.ts'
import { type Orphans, planOrphans } from './plan-orphans.ts'
import { findRemovedByEditors } from './removed-by-editors.ts'

/** What is to be in a space, and where its files are. */
export interface SeedInput {
  readonly seed: Seed
  readonly model: Readonly<Record<string, ContentType>>
  readonly mediaFolder: string
  /** Without it every file is read. */
  readonly cache?: MediaCache
  /** Without them nothing is said to the space of where it shows drafts. */
  readonly previews?: PreviewSite | undefined
}

/** What seeding would do. Only reads. */
export async function planSeed(space: SpaceClient, source: SeedInput, policy: OverwriteOptions): Promise<Plan> {
  const { seed, model, mediaFolder, cache, previews } = source
  await expectLocale(space)
  const types = Object.values(model)
  const wantedEntries = seed.entries.map((entry) => toDesiredEntry(entry, typeOf(entry.type, model)))
  const wantedAssets = await Promise.all(seed.assets.map((asset) => toDesiredAsset(asset, mediaFolder, cache)))
  await cache?.save()

  const ofTypes = createContentTypeResourceType(space)
  const heldTypes = await readFor(ofTypes, types)
  const ofForms = createEditorInterfaceResourceType(
    space,
    new Set(types.map(({ id }) => id).filter((id) => !heldTypes.has(id))),
  )
  const ofAssets = createAssetResourceType(space, policy)
  const [heldForms, heldAssets, heldEntries, addresses] = await Promise.all([
    readFor(ofForms, types),
    readAllPages((page) => space.client.asset.getMany({ query: page })),
    readAllPages((page) => space.client.entry.getMany({ query: page })),
    previews ? planPreviewEnvironment(space, types, previews) : [],
  ])
  const extras = {
    entries: besides(heldEntries, seed.entries),
    assets: besides(heldAssets, seed.assets),
  }
  const ofEntries = createEntryResourceType(space, policy, deliveredOf(seed, extras))

  const compared = wantedEntries.map((wanted) => {
    const held = heldEntries.get(wanted.id)
    return { wanted, held, ...ofEntries.compare(wanted, held) }
  })
  const missingAssets = seed.assets.map(({ id }) => id).filter((id) => !heldAssets.has(id))
  const out = policy.force ? new Set<string>() : findRemovedByEditors(compared, missingAssets)
  const deletions = planOrphans(space, extras, { compared, types: new Set(Object.keys(model)), policy })
  return [
    {
      title: 'Content types',
      items: [...planResources(ofTypes, types, heldTypes), ...planResources(ofForms, types, heldForms)],
    },
    { title: 'Assets', items: planResources(ofAssets, wantedAssets, heldAssets, out) },
    { title: 'Entries', items: planResources(ofEntries, wantedEntries, heldEntries, out) },
    ...(addresses.length > 0 ? [{ title: 'Preview addresses', items: addresses }] : []),
    ...(deletions.length > 0 ? [{ title: 'Deletions', items: deletions }] : []),
  ]
}

const readFor = <Held>(kind: ModelResourceType<Held>, types: readonly ContentType[]) =>
  kind.readMany(types.map(({ id }) => id))

/** What a pull can have seen, and what seeding brings. */
const deliveredOf = (seed: Seed, extras: Orphans) =>
  new Set([
    ...seed.entries.map(({ id }) => resourceKey('entry', id)),
    ...seed.assets.map(({ id }) => resourceKey('asset', id)),
    ...extras.entries.filter(isPublished).map(({ sys }) => resourceKey('entry', sys.id)),
    ...extras.assets.filter(isPublished).map(({ sys }) => resourceKey('asset', sys.id)),
  ])

const isPublished = ({ sys }: { readonly sys: PublishState }) => sys.publishedVersion !== undefined

/** What the space holds and the seed does not name. */
function besides<Held>(held: ReadonlyMap<string, Held>, seeds: readonly { readonly id: string }[]): readonly Held[] {
  const named = new Set(seeds.map(({ id }) => id))
  return [...held].flatMap(([id, thing]) => (named.has(id) ? [] : [thing]))
}

/** Fields that are not localized hold their values in the space's default locale. */
async function expectLocale({ client: { locale } }: SpaceClient): Promise<void> {
  const { items } = await retryTruncatedResponse(() => locale.getMany({ query: { limit: 100 } }))
  const code = items.find((one) => one.default)?.code
  if (code === LOCALE) return
  throw new UserError(
    `The space's default locale is "${code}", and the seed is written in "${LOCALE}": make ${LOCALE} the default under Settings → Locales, or take another space`,
  )
}

function typeOf(id: string, model: SeedInput['model']): ContentType {
  const type = model[id]
  if (!type) throw new Error(`The model given has no content type "${id}", which the seed uses`)
  return type
}
