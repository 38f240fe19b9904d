import PQueue from 'p-queue'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { hasKeptDifferences, isUnchanged, type Plan, type PlannedResource } from '#cms/sync/plan/plan.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { type ReconcileAction, resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { UserError } from '#shared/user-error.ts'

/** Resources that are applied at the same time. The client of the space limits the rate of requests. */
const CONCURRENCY = 8

interface ApplyPlanOptions {
  readonly progress: ProgressReporter
  /** Returns an error if all further requests would fail in the same way. */
  readonly fatal: (error: unknown) => UserError | null
}

/**
 * Numbers of resources. One that is created or updated is published too. `kept`: differences that the space keeps, such
 * as changes of editors, beside which other fields can be updated. `failed`: also what depends on a failed one.
 */
type ResourceCounts = Readonly<Record<'created' | 'updated' | 'published' | 'unchanged' | 'kept' | 'failed', number>>

/** A resource that Contentful rejected. */
interface FailedResource {
  /** For example `entry hero-home`. */
  readonly key: string
  /** One line: Contentful’s message. */
  readonly reason: string
}

export interface ApplyResult {
  readonly counts: ResourceCounts
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
  const results = new Map<string, Promise<boolean>>()
  const failures: FailedResource[] = []
  const skipped: string[] = []
  let fatalError: UserError | null = null

  async function applyAfterDependencies(item: PlannedResource, key: string): Promise<boolean> {
    const succeeded = await Promise.all(item.dependsOn.map((dependency) => results.get(dependency) ?? true))
    if (!succeeded.includes(false)) return queue.add(() => apply(item, key))
    skipped.push(key)
    return false
  }

  async function apply(item: PlannedResource, key: string): Promise<boolean> {
    if (fatalError) return false
    try {
      await item.apply()
      return true
    } catch (error) {
      fatalError ??= fatal(error)
      failures.push({ key, reason: parseApiError(error).message })
      return false
    }
  }

  for (const { title, items } of plan) {
    const changedItems = items.filter(({ action }) => action)
    const phase = progress.startPhase(title, changedItems.length)
    for (const item of changedItems) {
      const key = resourceKey(item.resourceType, item.id)
      results.set(key, applyAfterDependencies(item, key).finally(phase.advance))
    }
    await Promise.all(results.values())
    phase.end()
    if (fatalError) throw fatalError
  }
  const failed = new Set([...failures.map(({ key }) => key), ...skipped])
  return {
    counts: countItems(
      plan.flatMap((phase) => phase.items),
      failed,
    ),
    failures,
    skipped,
  }
}

function countItems(items: readonly PlannedResource[], failed: ReadonlySet<string>): ResourceCounts {
  const applied = items.filter(({ resourceType, id }) => !failed.has(resourceKey(resourceType, id)))
  const count = (...actions: readonly ReconcileAction[]) =>
    applied.filter(({ action }) => action && actions.includes(action)).length
  return {
    created: count('create'),
    updated: count('update', 'unarchive'),
    published: count('process', 'publish'),
    unchanged: items.filter(isUnchanged).length,
    kept: items.filter(hasKeptDifferences).length,
    failed: failed.size,
  }
}
