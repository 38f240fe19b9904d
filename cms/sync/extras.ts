import type { AssetProps } from 'contentful-management'
import { again } from './again.ts'
import { isEditorsFile, isTitleTouched } from './assets.ts'
import { absent } from './bring.ts'
import type { HeldEntry } from './entries.ts'
import { type Action, type KindName, label, type Policy } from './kind.ts'
import { type Compared, linksAfter, linksIn } from './left-out.ts'
import type { PlannedItem } from './plan.ts'
import { marksIn, wholeMark } from './seed-marks.ts'
import type { Space } from './space-client.ts'

/** What a space holds and the seed does not name: of all types, since an owner's own may link to it too. */
export interface Extras {
  readonly entries: readonly HeldEntry[]
  readonly assets: readonly AssetProps[]
}

interface Setting {
  readonly compared: readonly Compared[]
  /** Ids of the model's content types. */
  readonly types: ReadonlySet<string>
  readonly policy: Policy
}

/** What becomes of them: what an earlier seeding brought goes with `--prune`, editors' own always stays. */
export function planExtras(
  { client: { entry, asset } }: Space,
  { entries, assets }: Extras,
  { compared, types, policy }: Setting,
): readonly PlannedItem[] {
  const linked = linkedAfter(entries, compared, policy)
  const linking = linkingNow(entries, compared)
  const deletion = (kind: KindName, held: HeldEntry | AssetProps, of: Origin, requests: Requests): PlannedItem => {
    const { id } = held.sys
    const name = label(kind, id)
    const note = noteOn({ ...of, isLinked: linked.has(name), policy })
    const needs = linking.get(name)?.map(({ from }) => from) ?? []
    const bring = deletionOf(held, requests)
    return { kind, id, action: note ? null : 'delete', changes: [], kept: [], note, needs, bring }
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
      const of = { isSeeded: !isEditorsFile(held), isDue: isAssetDue(held, policy) }
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
  readonly read: () => Promise<HeldEntry | AssetProps>
  readonly unpublish: () => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

/** Contentful deletes whatever version there is: so what is there is looked at once more. */
const deletionOf =
  ({ sys: { version, publishedVersion } }: HeldEntry | AssetProps, { read, unpublish, remove }: Requests) =>
  async (onStep: (action: Action) => void): Promise<void> => {
    const now = await again(read).catch(absent)
    if (now && now.sys.version !== version)
      throw new Error('somebody has changed it meanwhile; see what plan --prune says now')
    // A request whose answer was lost is repeated, and refused as done already.
    const unlessDone = async (error: unknown) => {
      if ((await again(read).catch(absent))?.sys.publishedVersion !== undefined) throw error
    }
    if (publishedVersion !== undefined) await unpublish().catch(unlessDone)
    await remove().catch(absent)
    onStep('delete')
  }

/** Who links to what now: while the link is there, because a request failed, its target is not deleted. */
const linkingNow = (entries: Extras['entries'], compared: readonly Compared[]) =>
  Map.groupBy(
    [...compared.flatMap(({ held }) => held ?? []), ...entries].flatMap(({ sys, fields }) =>
      linksIn(fields).map((to) => ({ to, from: label('entry', sys.id) })),
    ),
    ({ to }) => to,
  )

/** What is linked to, when all that may go has gone. What is linked from something that stays, stays too, and so on. */
function linkedAfter(entries: Extras['entries'], compared: readonly Compared[], policy: Policy): ReadonlySet<string> {
  const ofSeed = compared.flatMap((entry) => [
    ...linksAfter(entry),
    ...(entry.note && entry.held ? linksIn(entry.held.fields) : []),
  ])
  let going = new Set(entries.filter((held) => isSeededEntry(held) && isEntryDue(held, policy)))
  for (;;) {
    const staying = entries.filter((held) => !going.has(held))
    const linked = new Set([...ofSeed, ...staying.flatMap(({ fields }) => linksIn(fields))])
    const left = new Set([...going].filter(({ sys }) => !linked.has(label('entry', sys.id))))
    if (left.size === going.size) return linked
    going = left
  }
}

const isSeededEntry = ({ fields }: HeldEntry) => marksIn(fields) !== undefined

/** What an editor changed since goes with `--force` only. */
const isEntryDue = ({ fields }: HeldEntry, { force }: Policy) => force || marksIn(fields)?.whole === wholeMark(fields)

/** One that was never published is of a seeding that was killed; one that no longer is, of a deletion that was. */
const isAssetDue = (held: AssetProps, { force }: Policy) =>
  force || (held.sys.publishedVersion === undefined ? (held.sys.publishedCounter ?? 0) <= 1 : !isTitleTouched(held))

function noteOn(of: Origin & { readonly isLinked: boolean; readonly policy: Policy }): string | undefined {
  if (!of.isSeeded) return 'only in the space, an editor’s'
  if (of.isLinked) return 'only in the space; something there links to it'
  if (!of.isDue) return 'only in the space; an earlier seeding’s, changed since: --prune with --force deletes it'
  return of.policy.prune ? undefined : 'only in the space, an earlier seeding’s: --prune deletes it'
}
