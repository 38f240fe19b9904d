import { type AssetProps, fetchAll, type QueryParams } from 'contentful-management'
import type { ContentType } from '#cms/model/field-definitions.ts'
import type { PublishState } from '#cms/publish-state.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { SORTED_PAGES, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { createAssetResourceType, isUploadedByEditor, toDesiredAsset } from '#cms/sync/resources/asset-resource-type.ts'
import { createContentTypeResourceType } from '#cms/sync/resources/content-type-resource-type.ts'
import { createEditorInterfaceResourceType } from '#cms/sync/resources/editor-interface-resource-type.ts'
import { type ActualEntry, createEntryResourceType, toDesiredEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { type ResourceTypeName, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { readSeedFingerprints } from '#cms/sync/resources/seed-fingerprints.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { type Plan, type PlannedResource, planResources } from './plan.ts'
import { findRemovedByEditors } from './removed-by-editors.ts'

/** The desired content of a space, and the folder of its files. */
export interface SeedInput {
  readonly seed: Seed
  readonly model: Readonly<Record<string, ContentType>>
  readonly mediaFolder: string
  /** Caches what is read from the files. Without it every file is read. */
  readonly cache?: MediaCache
  /** Overwrites what editors have changed. */
  readonly force?: boolean
  /** Makes required fields that only the space has optional. Otherwise they block the seed run. */
  readonly releaseExtraFields?: boolean
}

/** Plans a seed run. Only reads. Throws `UserError` if the space has another default locale. */
export async function planSeed(
  space: SpaceClient,
  { seed, model, mediaFolder, cache, force = false, releaseExtraFields = false }: SeedInput,
): Promise<Plan> {
  await expectLocale(space)
  const contentTypes = Object.values(model)
  const desiredEntries = seed.entries.map((entry) => toDesiredEntry(entry, getContentType(entry.type, model)))
  const desiredAssets = await Promise.all(seed.assets.map((asset) => toDesiredAsset(asset, mediaFolder, cache)))
  await cache?.save()

  const { asset, contentType, editorInterface, entry } = space.client
  const [actualContentTypes, actualEditorInterfaces, assets, entries] = await Promise.all([
    contentType.getMany({ query: ALL }),
    editorInterface.getMany({ query: ALL }),
    fetchAll((page: QueryParams) => asset.getMany(page), { query: SORTED_PAGES }),
    fetchAll((page: QueryParams) => entry.getMany(page), { query: SORTED_PAGES }),
  ])
  const actualAssets = new Map(assets.map((actual) => [actual.sys.id, actual]))
  const actualEntries = new Map(entries.map((actual) => [actual.sys.id, actual]))
  const orphans = {
    entries: findOrphans(actualEntries, seed.entries),
    assets: findOrphans(actualAssets, seed.assets),
  }
  const entryResource = createEntryResourceType(space, force, getDeliveredKeys(seed, orphans))

  const compared = desiredEntries.map((desired) => {
    const actual = actualEntries.get(desired.id)
    return { desired, actual, ...entryResource.compare(desired, actual) }
  })
  const missingAssets = seed.assets.map(({ id }) => id).filter((id) => !actualAssets.has(id))
  const removedKeys = force ? new Set<string>() : findRemovedByEditors(compared, missingAssets)
  const orphanItems = listOrphans(orphans, new Set(Object.keys(model)))
  return [
    {
      title: 'Content types',
      items: [
        ...planResources(
          createContentTypeResourceType(space, releaseExtraFields),
          contentTypes,
          new Map(actualContentTypes.items.map((actual) => [actual.sys.id, actual])),
        ),
        ...planResources(
          createEditorInterfaceResourceType(space),
          contentTypes,
          new Map(actualEditorInterfaces.items.map((actual) => [actual.sys.contentType.sys.id, actual])),
        ),
      ],
    },
    {
      title: 'Assets',
      items: planResources(createAssetResourceType(space, force), desiredAssets, actualAssets, removedKeys),
    },
    {
      title: 'Entries',
      items: [...planResources(entryResource, desiredEntries, actualEntries, removedKeys), ...orphanItems],
    },
  ]
}

/** More content types than a space can have. */
const ALL = { limit: 1_000 }

/** Resources of the space that are not in the seed, of all content types: entries of other types can link to them too. */
interface Orphans {
  readonly entries: readonly ActualEntry[]
  readonly assets: readonly AssetProps[]
}

/** Returns the keys of the resources that the Delivery API returns after the seed run, which a pull can have seen. */
const getDeliveredKeys = (seed: Seed, orphans: Orphans) =>
  new Set([
    ...seed.entries.map(({ id }) => resourceKey('entry', id)),
    ...seed.assets.map(({ id }) => resourceKey('asset', id)),
    ...orphans.entries.filter(isPublished).map(({ sys }) => resourceKey('entry', sys.id)),
    ...orphans.assets.filter(isPublished).map(({ sys }) => resourceKey('asset', sys.id)),
  ])

const isPublished = ({ sys }: { readonly sys: PublishState }) => sys.publishedVersion !== undefined

/** Returns the resources of the space that are not in the seed. */
function findOrphans<Actual>(
  actualById: ReadonlyMap<string, Actual>,
  seedItems: readonly { readonly id: string }[],
): readonly Actual[] {
  const seedIds = new Set(seedItems.map(({ id }) => id))
  return [...actualById].flatMap(([id, actual]) => (seedIds.has(id) ? [] : [actual]))
}

/** Lists the assets, and the entries of the model, that only the space has. A seed run neither changes nor deletes them. */
function listOrphans({ entries, assets }: Orphans, contentTypeIds: ReadonlySet<string>): readonly PlannedResource[] {
  return [
    ...entries
      .map((entry) => ({ entry, isSeeded: readSeedFingerprints(entry.fields) !== undefined }))
      .filter(({ entry, isSeeded }) => isSeeded || contentTypeIds.has(entry.sys.contentType.sys.id))
      .map(({ entry, isSeeded }) => toItem('entry', entry.sys.id, isSeeded)),
    ...assets.map((asset) => toItem('asset', asset.sys.id, !isUploadedByEditor(asset))),
  ]
}

const toItem = (resourceType: ResourceTypeName, id: string, isSeeded: boolean): PlannedResource => ({
  resourceType,
  id,
  action: null,
  changes: [],
  preserved: [],
  orphanOf: isSeeded ? 'seed' : 'editor',
  note: isSeeded
    ? 'only in the space, from an earlier seed: unpublish and delete it in Contentful'
    : 'only in the space, created by an editor',
  dependsOn: [],
  apply: async () => {},
})

/** Fields that are not localized have their values in the default locale of the space. */
async function expectLocale({ client: { locale } }: SpaceClient): Promise<void> {
  const { items } = await locale.getMany({ query: { limit: 100 } })
  const code = items.find((item) => item.default)?.code
  if (code === LOCALE) return
  throw new UserError(
    `The default locale of the space is "${code}", but the seed is in "${LOCALE}": make ${LOCALE} the default under Settings → Locales, or use another space`,
  )
}

function getContentType(id: string, model: SeedInput['model']): ContentType {
  const contentType = model[id]
  if (!contentType) throw new Error(`The seed uses the content type "${id}", which is not in the model`)
  return contentType
}
