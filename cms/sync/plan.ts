import { bring } from './bring.ts'
import { type Action, type Difference, type Kind, type KindName, label } from './kind.ts'

/** What is to be done for one thing, known before anything is written. */
export interface PlannedItem extends Difference {
  readonly kind: KindName
  readonly id: string
  /** The first step; `null` where the space already is as wanted, or stays as an editor wanted it. */
  readonly action: Action | null
  /** What must be there before, as `label` writes it. */
  readonly needs: readonly string[]
  /** Does it, and tells each step that was taken. */
  readonly bring: (onStep: (action: Action) => void) => Promise<void>
}

/** Items that one progress bar counts. */
interface PlannedPhase {
  readonly title: string
  readonly items: readonly PlannedItem[]
}

export type Plan = readonly PlannedPhase[]

/** Compares what is wanted with what the space holds. `isLeftOut`: what editors have taken out does not come back. */
export function planOf<Wanted extends { readonly id: string }, Held>(
  kind: Kind<Wanted, Held>,
  wanted: readonly Wanted[],
  held: ReadonlyMap<string, Held>,
  isLeftOut: ReadonlySet<string> = new Set(),
): readonly PlannedItem[] {
  return wanted.map((thing) => {
    const found = held.get(thing.id)
    const item = { kind: kind.name, id: thing.id, needs: kind.needs(thing) }
    if (!found && isLeftOut.has(label(kind.name, thing.id)))
      return { ...item, action: null, changes: [], kept: [], note: LEFT_OUT, bring: async () => {} }
    return {
      ...item,
      ...kind.compare(thing, found),
      action: kind.nextStep(thing, found)?.action ?? null,
      bring: (onStep) => bring(kind, thing, found, onStep),
    }
  })
}

const LEFT_OUT = 'left out: an editor changed what would link to it'
