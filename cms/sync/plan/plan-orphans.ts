import type { AssetProps } from 'contentful-management'
import { ignoreNotFound } from '#cms/sync/apply/reconcile.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { isTitleEdited, isUploadedByEditor } from '#cms/sync/resources/asset-resource-type.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import {
  extractLinkKeys,
  type OverwriteOptions,
  type ReconcileAction,
  type ResourceTypeName,
  resourceKey,
} from '#cms/sync/resources/resource-type.ts'
import { fingerprintEntry, readSeedFingerprints } from '#cms/sync/resources/seed-fingerprints.ts'
import type { PlannedResource } from './plan.ts'
import { type ComparedEntry, getLinksAfterUpdate } from './removed-by-editors.ts'

/** Resources of the space that are not in the seed, of all content types: entries of other types can link to them too. */
export interface Orphans {
  readonly entries: readonly ActualEntry[]
  readonly assets: readonly AssetProps[]
}

interface PlanOrphansContext {
  readonly compared: readonly ComparedEntry[]
  /** Ids of the content types of the model. */
  readonly contentTypeIds: ReadonlySet<string>
  readonly options: OverwriteOptions
}

/** Plans the orphans: `--prune` deletes those of an earlier seed run; those that editors created stay. */
export function planOrphans(
  { client: { entry, asset } }: SpaceClient,
  { entries, assets }: Orphans,
  { compared, contentTypeIds, options }: PlanOrphansContext,
): readonly PlannedResource[] {
  const linkedKeys = getLinkedKeysAfter(entries, compared, options)
  const currentLinks = groupCurrentLinks(entries, compared)
  const planDeletion = (
    resourceType: ResourceTypeName,
    actual: ActualEntry | AssetProps,
    origin: Origin,
    requests: DeletionRequests,
  ): PlannedResource => {
    const { id } = actual.sys
    const key = resourceKey(resourceType, id)
    const note = describeOrphan({ ...origin, isLinked: linkedKeys.has(key), options })
    const dependsOn = currentLinks.get(key)?.map(({ from }) => from) ?? []
    const apply = createDeletion(actual, requests)
    return { resourceType, id, action: note ? null : 'delete', changes: [], preserved: [], note, dependsOn, apply }
  }
  return [
    ...entries
      .filter((actual) => contentTypeIds.has(actual.sys.contentType.sys.id) || isSeededEntry(actual))
      .map((actual) => {
        const params = { entryId: actual.sys.id }
        const origin = { isSeeded: isSeededEntry(actual), canDelete: canDeleteEntry(actual, options) }
        const requests = {
          read: () => entry.get(params),
          unpublish: () => entry.unpublish(params),
          remove: () => entry.delete(params),
        }
        return planDeletion('entry', actual, origin, requests)
      }),
    ...assets.map((actual) => {
      const params = { assetId: actual.sys.id }
      const origin = { isSeeded: !isUploadedByEditor(actual), canDelete: canDeleteAsset(actual, options) }
      const requests = {
        read: () => asset.get(params),
        unpublish: () => asset.unpublish(params),
        remove: () => asset.delete(params),
      }
      return planDeletion('asset', actual, origin, requests)
    }),
  ]
}

interface Origin {
  readonly isSeeded: boolean
  /** Unchanged since the seed run, or forced. */
  readonly canDelete: boolean
}

interface DeletionRequests {
  readonly read: () => Promise<ActualEntry | AssetProps>
  readonly unpublish: () => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

/** Contentful deletes any version. Therefore the deletion first checks that the version is the planned one. */
const createDeletion =
  ({ sys: { version, publishedVersion } }: ActualEntry | AssetProps, { read, unpublish, remove }: DeletionRequests) =>
  async (onStep: (action: ReconcileAction) => void): Promise<void> => {
    const current = await retryTruncatedResponse(read).catch(ignoreNotFound)
    if (current && current.sys.version !== version)
      throw new Error('it has changed since it was planned: run plan --prune again')
    // A retry fails if the response to a successful request was lost.
    const ignoreIfUnpublished = async (error: unknown) => {
      if ((await retryTruncatedResponse(read).catch(ignoreNotFound))?.sys.publishedVersion !== undefined) throw error
    }
    if (publishedVersion !== undefined) await unpublish().catch(ignoreIfUnpublished)
    await remove().catch(ignoreNotFound)
    onStep('delete')
  }

/** Groups the current links by target: a target is not deleted while a link remains because a request failed. */
const groupCurrentLinks = (entries: Orphans['entries'], compared: readonly ComparedEntry[]) =>
  Map.groupBy(
    [...compared.flatMap(({ actual }) => actual ?? []), ...entries].flatMap(({ sys, fields }) =>
      extractLinkKeys(fields).map((to) => ({ to, from: resourceKey('entry', sys.id) })),
    ),
    ({ to }) => to,
  )

/**
 * Returns the keys that are linked after all deletions. Resources that a remaining entry links to remain too, and so do
 * the resources that they link to.
 */
function getLinkedKeysAfter(
  entries: Orphans['entries'],
  compared: readonly ComparedEntry[],
  options: OverwriteOptions,
): ReadonlySet<string> {
  const seedLinks = compared.flatMap((entry) => [
    ...getLinksAfterUpdate(entry),
    ...(entry.note && entry.actual ? extractLinkKeys(entry.actual.fields) : []),
  ])
  let deleted = new Set(entries.filter((actual) => isSeededEntry(actual) && canDeleteEntry(actual, options)))
  for (;;) {
    const remaining = entries.filter((actual) => !deleted.has(actual))
    const linkedKeys = new Set([...seedLinks, ...remaining.flatMap(({ fields }) => extractLinkKeys(fields))])
    const unlinked = new Set([...deleted].filter(({ sys }) => !linkedKeys.has(resourceKey('entry', sys.id))))
    if (unlinked.size === deleted.size) return linkedKeys
    deleted = unlinked
  }
}

const isSeededEntry = ({ fields }: ActualEntry) => readSeedFingerprints(fields) !== undefined

/** Entries that an editor has changed since the seed run are deleted with `--force` only. */
const canDeleteEntry = ({ fields }: ActualEntry, { force }: OverwriteOptions) =>
  force || readSeedFingerprints(fields)?.whole === fingerprintEntry(fields)

/** Never published: left by an interrupted seed run. No longer published: left by an interrupted deletion. */
const canDeleteAsset = (actual: AssetProps, { force }: OverwriteOptions) =>
  force ||
  (actual.sys.publishedVersion === undefined ? (actual.sys.publishedCounter ?? 0) <= 1 : !isTitleEdited(actual))

interface Orphan extends Origin {
  readonly isLinked: boolean
  readonly options: OverwriteOptions
}

function describeOrphan({ isSeeded, isLinked, canDelete, options }: Orphan): string | undefined {
  if (!isSeeded) return 'only in the space, created by an editor'
  if (isLinked) return 'only in the space, and linked from another entry'
  if (!canDelete) return 'only in the space, from an earlier seed, edited since: --prune with --force deletes it'
  return options.prune ? undefined : 'only in the space, from an earlier seed: --prune deletes it'
}
