import PQueue from 'p-queue'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { UserError } from '#shared/user-error.ts'
import { type ApplyResult, ResultCounter } from './result-counter.ts'

/** Resources that are applied at the same time. The client of the space limits the rate of requests. */
const CONCURRENCY = 8

interface ApplyPlanOptions {
  readonly progress: ProgressReporter
  /** Returns an error if all further requests would fail in the same way. */
  readonly fatal: (error: unknown) => UserError | null
}

/**
 * Applies a plan phase by phase; within a phase, each resource after its dependencies. A failure skips only the resources
 * that depend on the failed one, unless `fatal` returns an error, which this function then throws.
 */
export async function applyPlan(plan: Plan, { progress, fatal }: ApplyPlanOptions): Promise<ApplyResult> {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const counter = new ResultCounter(plan)
  const results = new Map<string, Promise<boolean>>()
  let fatalError: UserError | null = null

  async function applyAfterDependencies(item: PlannedResource): Promise<boolean> {
    const succeeded = await Promise.all(item.dependsOn.map((key) => results.get(key) ?? true))
    const failedKey = item.dependsOn.find((_, index) => !succeeded[index])
    if (failedKey === undefined) return queue.add(() => apply(item))
    const reason =
      item.action === 'delete' ? `${failedKey} may still link to it` : `it depends on ${failedKey}, which failed`
    counter.fail(item, `skipped: ${reason}`)
    return false
  }

  async function apply(item: PlannedResource): Promise<boolean> {
    if (fatalError) return false
    try {
      await item.apply((action) => counter.count(item, action))
      return true
    } catch (error) {
      fatalError ??= fatal(error)
      counter.fail(item, parseApiError(error).message)
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
  return counter.result()
}
