import PQueue from 'p-queue'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { UserError } from '#shared/user-error.ts'
import { type ApplyResult, ResultCounter } from './result-counter.ts'

/** Things brought in side by side. How fast requests may follow each other is the space's own limit. */
const CONCURRENCY = 8

/**
 * Does what is planned, phase by phase; within a phase, each thing as soon as what it needs is there.
 * A failure costs what depends on it and nothing else, unless `fatal` says that everything would fail like it.
 */
export async function applyPlan(
  plan: Plan,
  { progress, fatal }: { readonly progress: ProgressReporter; readonly fatal: (error: unknown) => UserError | null },
): Promise<ApplyResult> {
  const pool = new PQueue({ concurrency: CONCURRENCY })
  const tally = new ResultCounter(plan)
  const arrivals = new Map<string, Promise<boolean>>()
  let stop: UserError | null = null

  async function arrive(item: PlannedResource): Promise<boolean> {
    const there = await Promise.all(item.dependsOn.map((need) => arrivals.get(need) ?? true))
    const missing = item.dependsOn.find((_, place) => !there[place])
    if (missing === undefined) return pool.add(() => attempt(item))
    const why =
      item.action === 'delete' ? `the ${missing} may link to it still` : `the ${missing} it needs is not there`
    tally.fail(item, `left out, because ${why}`)
    return false
  }

  async function attempt(item: PlannedResource): Promise<boolean> {
    if (stop) return false
    try {
      await item.apply((action) => tally.count(item, action))
      return true
    } catch (error) {
      stop ??= fatal(error)
      tally.fail(item, parseApiError(error).message)
      return false
    }
  }

  for (const { title, items } of plan) {
    const due = items.filter(({ action }) => action)
    const phase = progress.startPhase(title, due.length)
    for (const item of due) arrivals.set(resourceKey(item.resourceType, item.id), arrive(item).finally(phase.advance))
    await Promise.all(arrivals.values())
    phase.end()
    if (stop) throw stop
  }
  return tally.result()
}
