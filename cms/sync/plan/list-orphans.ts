import type { AssetProps } from 'contentful-management'
import { isUploadedByEditor } from '#cms/sync/resources/asset-resource-type.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import type { ResourceTypeName } from '#cms/sync/resources/resource-type.ts'
import { readSeedFingerprints } from '#cms/sync/resources/seed-fingerprints.ts'
import type { PlannedResource } from './plan.ts'

/** Resources of the space that are not in the seed, of all content types: entries of other types can link to them too. */
export interface Orphans {
  readonly entries: readonly ActualEntry[]
  readonly assets: readonly AssetProps[]
}

/** Lists the assets, and the entries of the model, that only the space has. A seed run neither changes nor deletes them. */
export function listOrphans(
  { entries, assets }: Orphans,
  contentTypeIds: ReadonlySet<string>,
): readonly PlannedResource[] {
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
