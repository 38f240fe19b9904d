import type { ContentType } from '#cms/model/field-definitions.ts'
import type { PublishState } from '#cms/publish-state.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { readAllPages } from '#cms/sync/contentful/read-resources.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { createAssetResourceType } from '#cms/sync/resources/asset-resource-type.ts'
import { createContentTypeResourceType } from '#cms/sync/resources/content-type-resource-type.ts'
import { toDesiredAsset, toDesiredEntry } from '#cms/sync/resources/desired-resources.ts'
import { createEditorInterfaceResourceType } from '#cms/sync/resources/editor-interface-resource-type.ts'
import { createEntryResourceType } from '#cms/sync/resources/entry-resource-type.ts'
import { type PreviewSite, planPreviewEnvironment } from '#cms/sync/resources/preview-environment.ts'
import { type ModelResourceType, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { listOrphans, type Orphans } from './list-orphans.ts'
import { type Plan, planResources } from './plan.ts'
import { findRemovedByEditors } from './removed-by-editors.ts'

/** The desired content of a space, and the folder of its files. */
export interface SeedInput {
  readonly seed: Seed
  readonly model: Readonly<Record<string, ContentType>>
  readonly mediaFolder: string
  /** Caches what is read from the files. Without it every file is read. */
  readonly cache?: MediaCache
  /** Without it the preview environment of the space is not planned. */
  readonly previews?: PreviewSite | undefined
  /** Overwrites what editors have changed. */
  readonly force?: boolean
}

/** Plans a seed run. Only reads. Throws `UserError` if the space has another default locale. */
export async function planSeed(
  space: SpaceClient,
  { seed, model, mediaFolder, cache, previews, force = false }: SeedInput,
): Promise<Plan> {
  await expectLocale(space)
  const contentTypes = Object.values(model)
  const desiredEntries = seed.entries.map((entry) => toDesiredEntry(entry, getContentType(entry.type, model)))
  const desiredAssets = await Promise.all(seed.assets.map((asset) => toDesiredAsset(asset, mediaFolder, cache)))
  await cache?.save()

  const contentTypeResource = createContentTypeResourceType(space)
  const actualContentTypes = await readActual(contentTypeResource, contentTypes)
  const editorInterfaceResource = createEditorInterfaceResourceType(
    space,
    new Set(contentTypes.map(({ id }) => id).filter((id) => !actualContentTypes.has(id))),
  )
  const assetResource = createAssetResourceType(space, force)
  const [actualEditorInterfaces, actualAssets, actualEntries, previewItems] = await Promise.all([
    readActual(editorInterfaceResource, contentTypes),
    readAllPages((page) => space.client.asset.getMany({ query: page })),
    readAllPages((page) => space.client.entry.getMany({ query: page })),
    previews ? planPreviewEnvironment(space, contentTypes, previews) : [],
  ])
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
        ...planResources(contentTypeResource, contentTypes, actualContentTypes),
        ...planResources(editorInterfaceResource, contentTypes, actualEditorInterfaces),
      ],
    },
    { title: 'Assets', items: planResources(assetResource, desiredAssets, actualAssets, removedKeys) },
    {
      title: 'Entries',
      items: [...planResources(entryResource, desiredEntries, actualEntries, removedKeys), ...orphanItems],
    },
    ...(previewItems.length > 0 ? [{ title: 'Preview addresses', items: previewItems }] : []),
  ]
}

const readActual = <Actual>(resourceType: ModelResourceType<Actual>, contentTypes: readonly ContentType[]) =>
  resourceType.readMany(contentTypes.map(({ id }) => id))

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
