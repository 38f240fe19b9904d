import { bring } from './bring.ts'
import type { Action, Kind, KindName } from './kind.ts'

/** What is to be done for one thing, known before anything is written. */
export interface PlannedItem {
  readonly kind: KindName
  readonly id: string
  /** The first step; `null` where the space already is as wanted. */
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

/** Compares what is wanted with what the space holds. Only reads. */
export async function planOf<Wanted extends { readonly id: string }, Held>(
  kind: Kind<Wanted, Held>,
  wanted: readonly Wanted[],
): Promise<readonly PlannedItem[]> {
  const held = await kind.readMany(wanted.map(({ id }) => id))
  return wanted.map((thing) => ({
    kind: kind.name,
    id: thing.id,
    action: kind.nextStep(thing, held.get(thing.id))?.action ?? null,
    needs: kind.needs(thing),
    bring: (onStep) => bring(kind, thing, held.get(thing.id), onStep),
  }))
}
