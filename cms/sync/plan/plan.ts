import { ignoreNotFound, parseApiError } from '#cms/sync/contentful/api-error.ts'
import {
  type ReconcileAction,
  type ResourceDiff,
  type ResourceType,
  type ResourceTypeName,
  resourceKey,
} from '#cms/sync/resources/resource-type.ts'

/** The planned change of one resource. */
export interface PlannedResource extends ResourceDiff {
  readonly resourceType: ResourceTypeName
  readonly id: string
  /** The first step; `null` if the resource is up to date, or an editor’s change is preserved. */
  readonly action: ReconcileAction | null
  /** Keys of the resources that must be applied first. */
  readonly dependsOn: readonly string[]
  /** Applies the change. */
  readonly apply: () => Promise<void>
}

/** Resources that share a progress bar. */
interface PlannedPhase {
  readonly title: string
  readonly items: readonly PlannedResource[]
}

export type Plan = readonly PlannedPhase[]

/** Whether the space keeps something of a resource of the seed: a change of an editor, or a field that only it has. */
export const hasKeptDifferences = ({ preserved, note, extraFields = [], orphanOf }: PlannedResource): boolean =>
  orphanOf === undefined && (preserved.length > 0 || note !== undefined || extraFields.length > 0)

/** Whether the resource differs from the seed in a way that no editor has caused: the seed or the model explains it. */
export const hasDrift = ({ action, blocked, extraFields = [], orphanOf }: PlannedResource): boolean =>
  action !== null || blocked !== undefined || extraFields.length > 0 || orphanOf === 'seed'

/** Whether the resource is as the seed says, and in the seed. */
export const isUnchanged = (item: PlannedResource): boolean =>
  item.action === null && !item.blocked && item.orphanOf === undefined && !hasKeptDifferences(item)

/** Compares desired with actual resources. Missing resources whose keys are in `removedKeys` are not created again. */
export function planResources<Desired extends { readonly id: string }, Actual>(
  resourceType: ResourceType<Desired, Actual>,
  desiredResources: readonly Desired[],
  actualById: ReadonlyMap<string, Actual>,
  removedKeys: ReadonlySet<string> = new Set(),
): readonly PlannedResource[] {
  return desiredResources.map((desired) => {
    const { id } = desired
    const actual = actualById.get(id)
    const item = { resourceType: resourceType.name, id, dependsOn: resourceType.dependsOn(desired) }
    if (!actual && removedKeys.has(resourceKey(resourceType.name, id)))
      return { ...item, action: null, changes: [], preserved: [], note: REMOVED_NOTE, apply: async () => {} }
    return {
      ...item,
      ...resourceType.compare(desired, actual),
      action: resourceType.nextStep(desired, actual)?.action ?? null,
      apply: () => reconcile(resourceType, desired, actual),
    }
  })
}

const REMOVED_NOTE = 'skipped: editors have removed every link to it'

/** An asset needs at most five: update, process, upload again, process, publish. The others are for conflicts. */
const MAX_STEPS = 8

/**
 * Brings one resource from its actual to its desired state, one request at a time. Reads the resource again after a
 * version conflict, which a concurrent writer or the retry of a successful request causes (docs/contentful.md, Traps).
 * Throws after 8 steps.
 */
export async function reconcile<Desired extends { readonly id: string }, Actual>(
  resourceType: ResourceType<Desired, Actual>,
  desired: Desired,
  initial: Actual | undefined,
): Promise<void> {
  let actual = initial
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const step = resourceType.nextStep(desired, actual)
    if (!step) return
    try {
      actual = await step.run()
    } catch (error) {
      if (parseApiError(error).status !== 409) throw error
      actual = await resourceType.read(desired.id).catch(ignoreNotFound)
    }
  }
  if (resourceType.nextStep(desired, actual))
    throw new Error('another user or process writes it too, or Contentful does not store its values: try again')
}
