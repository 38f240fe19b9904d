import type { AssetProps } from 'contentful-management'
import { LOCALE } from '#cms/model/locale.ts'
import { isSeededName } from './assets.ts'
import { absent } from './bring.ts'
import type { HeldEntry } from './entries.ts'
import { type KindName, label, type Policy } from './kind.ts'
import { type Compared, linksAfter, linksIn } from './left-out.ts'
import type { PlannedItem } from './plan.ts'
import { marksIn, wholeMark } from './seed-marks.ts'
import type { Space } from './space-client.ts'

/** What a space holds of the model's types and the seed does not name. */
export interface Extras {
  readonly entries: readonly HeldEntry[]
  readonly assets: readonly AssetProps[]
}

/** What becomes of them: what an earlier seeding brought goes with `--prune`, editors' own always stays. */
export function planExtras(
  { client: { entry, asset } }: Space,
  { entries, assets }: Extras,
  compared: readonly Compared[],
  policy: Policy,
): readonly PlannedItem[] {
  const linked = linkedAfter(entries, compared, policy)
  const linkedOr = (name: string, isSeeded: boolean, isDue: boolean) =>
    noteOn({ isSeeded, isDue, isLinked: linked.has(name), policy })
  return [
    ...entries.map((held) => {
      const at = { entryId: held.sys.id }
      const note = linkedOr(label('entry', held.sys.id), isSeededEntry(held), isEntryDue(held, policy))
      return deletion('entry', held, note, [() => entry.unpublish(at), () => entry.delete(at)])
    }),
    ...assets.map((held) => {
      const at = { assetId: held.sys.id }
      const note = linkedOr(label('asset', held.sys.id), isSeededAsset(held), true)
      return deletion('asset', held, note, [() => asset.unpublish(at), () => asset.delete(at)])
    }),
  ]
}

type Requests = readonly [unpublish: () => Promise<unknown>, remove: () => Promise<unknown>]

function deletion(
  kind: KindName,
  { sys: { id, publishedVersion } }: HeldEntry | AssetProps,
  note: string | undefined,
  [unpublish, remove]: Requests,
): PlannedItem {
  const bring: PlannedItem['bring'] = async (onStep) => {
    // What an interrupted run had deleted already is not there to be done again.
    if (publishedVersion !== undefined) await unpublish().catch(absent)
    await remove().catch(absent)
    onStep('delete')
  }
  return { kind, id, action: note ? null : 'delete', changes: [], kept: [], note, needs: [], bring }
}

/** What is linked to, when all that may go has gone. What is linked from something that stays, stays too, and so on. */
function linkedAfter(entries: Extras['entries'], compared: readonly Compared[], policy: Policy): ReadonlySet<string> {
  const ofSeed = compared.flatMap(linksAfter)
  let going = new Set(entries.filter((held) => isSeededEntry(held) && isEntryDue(held, policy)))
  for (;;) {
    const staying = entries.filter((held) => !going.has(held))
    const linked = new Set([...ofSeed, ...staying.flatMap(({ fields }) => Object.values(fields).flatMap(linksIn))])
    const left = new Set([...going].filter(({ sys }) => !linked.has(label('entry', sys.id))))
    if (left.size === going.size) return linked
    going = left
  }
}

const isSeededEntry = ({ fields }: HeldEntry) => marksIn(fields) !== undefined

/** What an editor changed since goes with `--force` only. */
const isEntryDue = ({ fields }: HeldEntry, { force }: Policy) => force || marksIn(fields)?.whole === wholeMark(fields)

const isSeededAsset = ({ fields }: AssetProps) => isSeededName(fields.file?.[LOCALE]?.fileName ?? '')

function noteOn(of: { isSeeded: boolean; isDue: boolean; isLinked: boolean; policy: Policy }): string | undefined {
  if (!of.isSeeded) return 'only in the space, an editor’s'
  if (of.isLinked) return 'only in the space; something there links to it'
  if (!of.isDue) return 'only in the space; an earlier seeding’s, changed by an editor since'
  return of.policy.prune ? undefined : 'only in the space, an earlier seeding’s: --prune deletes it'
}
