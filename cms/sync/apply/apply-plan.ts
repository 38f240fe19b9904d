import PQueue from 'p-queue'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { hasKeptDifferences, type Plan, type PlannedResource } from '#cms/sync/plan/plan.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { type ReconcileAction, type ResourceTypeName, resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { UserError } from '#shared/user-error.ts'

/** Resources that are applied at the same time. The client of the space limits the rate of requests. */
const CONCURRENCY = 8

interface ApplyPlanOptions {
  readonly progress: ProgressReporter
  /** Returns an error if all further requests would fail in the same way. */
  readonly fatal: (error: unknown) => UserError | null
}

/** Counts of the resources of one type. One resource can be created and published. */
export interface ResourceCounts {
  readonly created: number
  readonly updated: number
  readonly published: number
  readonly unchanged: number
  /** Resources with differences that the space keeps, such as changes of editors. Their other fields can be updated. */
  readonly kept: number
  readonly failed: number
}

/** A resource that was not applied. */
interface FailedResource {
  readonly kind: ResourceTypeName
  readonly id: string
  /** One line: Contentful’s message. */
  readonly reason: string
}

export interface ApplyResult {
  readonly counts: Readonly<Record<ResourceTypeName, ResourceCounts>>
  readonly failures: readonly FailedResource[]
  /** Keys of the resources that were not applied because they depend on a failed one. */
  readonly skipped: readonly string[]
}

/**
 * Applies a plan phase by phase; within a phase, each resource after its dependencies. A failure skips only the resources
 * that depend on the failed one, unless `fatal` returns an error, which this function then throws.
 */
export async function applyPlan(plan: Plan, { progress, fatal }: ApplyPlanOptions): Promise<ApplyResult> {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const steps = new Map<PlannedResource, ReconcileAction[]>()
  const results = new Map<string, Promise<boolean>>()
  const failures: FailedResource[] = []
  const skipped: PlannedResource[] = []
  const failed = new Set<PlannedResource>()
  let fatalError: UserError | null = null

  async function applyAfterDependencies(item: PlannedResource): Promise<boolean> {
    const succeeded = await Promise.all(item.dependsOn.map((key) => results.get(key) ?? true))
    if (!succeeded.includes(false)) return queue.add(() => apply(item))
    skipped.push(item)
    failed.add(item)
    return false
  }

  async function apply(item: PlannedResource): Promise<boolean> {
    if (fatalError) return false
    const done: ReconcileAction[] = []
    steps.set(item, done)
    try {
      await item.apply((action) => done.push(action))
      return true
    } catch (error) {
      fatalError ??= fatal(error)
      failures.push({ kind: item.resourceType, id: item.id, reason: parseApiError(error).message })
      failed.add(item)
      return false
    }
  }

  for (const { title, items } of plan) {
    const changedItems = items.filter(({ action }) => action)
    const phase = progress.startPhase(title, changedItems.length)
    for (const item of changedItems)
      results.set(resourceKey(item.resourceType, item.id), applyAfterDependencies(item).finally(phase.advance))
    await Promise.all(results.values())
    phase.end()
    if (fatalError) throw fatalError
  }
  const items = plan.flatMap((phase) => phase.items).filter(({ orphanOf }) => orphanOf === undefined)
  const itemsByType = Map.groupBy(items, ({ resourceType }) => resourceType)
  const count = (type: ResourceTypeName) => countItems(itemsByType.get(type) ?? [], { steps, failed })
  return {
    counts: {
      'content type': count('content type'),
      'editor interface': count('editor interface'),
      asset: count('asset'),
      entry: count('entry'),
    },
    failures,
    skipped: skipped.map(({ resourceType, id }) => resourceKey(resourceType, id)),
  }
}

interface AppliedItems {
  readonly steps: ReadonlyMap<PlannedResource, readonly ReconcileAction[]>
  readonly failed: ReadonlySet<PlannedResource>
}

function countItems(items: readonly PlannedResource[], { steps, failed }: AppliedItems): ResourceCounts {
  const actions = items.flatMap((item) => steps.get(item) ?? [])
  const count = (action: ReconcileAction) => actions.filter((done) => done === action).length
  return {
    created: count('create'),
    updated: count('update'),
    published: count('publish'),
    unchanged: items.filter((item) => !item.action && !hasKeptDifferences(item)).length,
    kept: items.filter(hasKeptDifferences).length,
    failed: items.filter((item) => failed.has(item)).length,
  }
}
