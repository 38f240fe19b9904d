import { reconcile } from '#cms/sync/apply/reconcile.ts'
import {
  type ReconcileAction,
  type ResourceDiff,
  type ResourceType,
  type ResourceTypeName,
  resourceKey,
} from '#cms/sync/resources/resource-type.ts'

/** What is to be done for one thing, known before anything is written. */
export interface PlannedResource extends ResourceDiff {
  readonly resourceType: ResourceTypeName
  readonly id: string
  /** The first step; `null` where the space already is as wanted, or stays as an editor wanted it. */
  readonly action: ReconcileAction | null
  /** What must be there before, as `label` writes it. */
  readonly dependsOn: readonly string[]
  /** Does it, and tells each step that was taken. */
  readonly apply: (onStep: (action: ReconcileAction) => void) => Promise<void>
}

/** Items that one progress bar counts. */
interface PlannedPhase {
  readonly title: string
  readonly items: readonly PlannedResource[]
}

export type Plan = readonly PlannedPhase[]

/** Compares what is wanted with what the space holds. `isLeftOut`: what editors have taken out does not come back. */
export function planResources<Wanted extends { readonly id: string }, Held>(
  kind: ResourceType<Wanted, Held>,
  wanted: readonly Wanted[],
  held: ReadonlyMap<string, Held>,
  isLeftOut: ReadonlySet<string> = new Set(),
): readonly PlannedResource[] {
  return wanted.map((thing) => {
    const found = held.get(thing.id)
    const item = { kind: kind.name, id: thing.id, needs: kind.dependsOn(thing) }
    if (!found && isLeftOut.has(resourceKey(kind.name, thing.id)))
      return { ...item, action: null, changes: [], preserved: [], note: LEFT_OUT, bring: async () => {} }
    return {
      ...item,
      ...kind.compare(thing, found),
      action: kind.nextStep(thing, found)?.action ?? null,
      bring: (onStep) => reconcile(kind, thing, found, onStep),
    }
  })
}

const LEFT_OUT = 'left out: an editor changed what would link to it'
