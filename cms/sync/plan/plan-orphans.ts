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

/** What a space holds and the seed does not name: of all types, since an owner's own may link to it too. */
export interface Orphans {
  readonly entries: readonly ActualEntry[]
  readonly assets: readonly AssetProps[]
}

interface Setting {
  readonly compared: readonly ComparedEntry[]
  /** Ids of the model's content types. */
  readonly types: ReadonlySet<string>
  readonly policy: OverwriteOptions
}

/** What becomes of them: what an earlier seeding brought goes with `--prune`, editors' own always stays. */
export function planOrphans(
  { client: { entry, asset } }: SpaceClient,
  { entries, assets }: Orphans,
  { compared, types, policy }: Setting,
): readonly PlannedResource[] {
  const linked = linkedAfter(entries, compared, policy)
  const linking = linkingNow(entries, compared)
  const deletion = (
    resourceType: ResourceTypeName,
    held: ActualEntry | AssetProps,
    of: Origin,
    requests: Requests,
  ): PlannedResource => {
    const { id } = held.sys
    const name = resourceKey(resourceType, id)
    const note = noteOn({ ...of, isLinked: linked.has(name), policy })
    const dependsOn = linking.get(name)?.map(({ from }) => from) ?? []
    const apply = deletionOf(held, requests)
    return { resourceType, id, action: note ? null : 'delete', changes: [], preserved: [], note, dependsOn, apply }
  }
  return [
    ...entries
      .filter((held) => types.has(held.sys.contentType.sys.id) || isSeededEntry(held))
      .map((held) => {
        const at = { entryId: held.sys.id }
        const of = { isSeeded: isSeededEntry(held), isDue: isEntryDue(held, policy) }
        const remove = {
          read: () => entry.get(at),
          unpublish: () => entry.unpublish(at),
          remove: () => entry.delete(at),
        }
        return deletion('entry', held, of, remove)
      }),
    ...assets.map((held) => {
      const at = { assetId: held.sys.id }
      const of = { isSeeded: !isUploadedByEditor(held), isDue: isAssetDue(held, policy) }
      const remove = { read: () => asset.get(at), unpublish: () => asset.unpublish(at), remove: () => asset.delete(at) }
      return deletion('asset', held, of, remove)
    }),
  ]
}

interface Origin {
  readonly isSeeded: boolean
  /** As the seeding left it, or forced. */
  readonly isDue: boolean
}

interface Requests {
  readonly read: () => Promise<ActualEntry | AssetProps>
  readonly unpublish: () => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

/** Contentful deletes whatever version there is: so what is there is looked at once more. */
const deletionOf =
  ({ sys: { version, publishedVersion } }: ActualEntry | AssetProps, { read, unpublish, remove }: Requests) =>
  async (onStep: (action: ReconcileAction) => void): Promise<void> => {
    const now = await retryTruncatedResponse(read).catch(ignoreNotFound)
    if (now && now.sys.version !== version)
      throw new Error('somebody has changed it meanwhile; see what plan --prune says now')
    // A request whose answer was lost is repeated, and refused as done already.
    const unlessDone = async (error: unknown) => {
      if ((await retryTruncatedResponse(read).catch(ignoreNotFound))?.sys.publishedVersion !== undefined) throw error
    }
    if (publishedVersion !== undefined) await unpublish().catch(unlessDone)
    await remove().catch(ignoreNotFound)
    onStep('delete')
  }

/** Who links to what now: while the link is there, because a request failed, its target is not deleted. */
const linkingNow = (entries: Orphans['entries'], compared: readonly ComparedEntry[]) =>
  Map.groupBy(
    [...compared.flatMap(({ held }) => held ?? []), ...entries].flatMap(({ sys, fields }) =>
      extractLinkKeys(fields).map((to) => ({ to, from: resourceKey('entry', sys.id) })),
    ),
    ({ to }) => to,
  )

/** What is linked to, when all that may go has gone. What is linked from something that stays, stays too, and so on. */
function linkedAfter(
  entries: Orphans['entries'],
  compared: readonly ComparedEntry[],
  policy: OverwriteOptions,
): ReadonlySet<string> {
  const ofSeed = compared.flatMap((entry) => [
    ...getLinksAfterUpdate(entry),
    ...(entry.note && entry.held ? extractLinkKeys(entry.held.fields) : []),
  ])
  let going = new Set(entries.filter((held) => isSeededEntry(held) && isEntryDue(held, policy)))
  for (;;) {
    const staying = entries.filter((held) => !going.has(held))
    const linked = new Set([...ofSeed, ...staying.flatMap(({ fields }) => extractLinkKeys(fields))])
    const left = new Set([...going].filter(({ sys }) => !linked.has(resourceKey('entry', sys.id))))
    if (left.size === going.size) return linked
    going = left
  }
}

const isSeededEntry = ({ fields }: ActualEntry) => readSeedFingerprints(fields) !== undefined

/** What an editor changed since goes with `--force` only. */
const isEntryDue = ({ fields }: ActualEntry, { force }: OverwriteOptions) =>
  force || readSeedFingerprints(fields)?.whole === fingerprintEntry(fields)

/** One that was never published is of a seeding that was killed; one that no longer is, of a deletion that was. */
const isAssetDue = (held: AssetProps, { force }: OverwriteOptions) =>
  force || (held.sys.publishedVersion === undefined ? (held.sys.publishedCounter ?? 0) <= 1 : !isTitleEdited(held))

function noteOn(of: Origin & { readonly isLinked: boolean; readonly policy: OverwriteOptions }): string | undefined {
  if (!of.isSeeded) return 'only in the space, an editor’s'
  if (of.isLinked) return 'only in the space; something there links to it'
  if (!of.isDue) return 'only in the space; an earlier seeding’s, changed since: --prune with --force deletes it'
  return of.policy.prune ? undefined : 'only in the space, an earlier seeding’s: --prune deletes it'
}
