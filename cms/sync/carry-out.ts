import PQueue from 'p-queue'
import type { BadInput } from './bad-input.ts'
import { problemOf } from './contentful-problem.ts'
import { label } from './kind.ts'
import type { Plan, PlannedItem } from './plan.ts'
import type { Progress } from './progress.ts'
import { type Outcome, Tally } from './tally.ts'

/** Things brought in side by side. How fast requests may follow each other is the space's own limit. */
const CONCURRENCY = 8

/**
 * Does what is planned, phase by phase; within a phase, each thing as soon as what it needs is there.
 * A failure costs what depends on it and nothing else, unless `fatal` says that everything would fail like it.
 */
export async function carryOut(
  plan: Plan,
  { progress, fatal }: { readonly progress: Progress; readonly fatal: (error: unknown) => BadInput | null },
): Promise<Outcome> {
  const pool = new PQueue({ concurrency: CONCURRENCY })
  const tally = new Tally(plan)
  const arrivals = new Map<string, Promise<boolean>>()
  let stop: BadInput | null = null

  async function arrive(item: PlannedItem): Promise<boolean> {
    const there = await Promise.all(item.needs.map((need) => arrivals.get(need) ?? true))
    const missing = item.needs.find((_, place) => !there[place])
    if (missing === undefined) return pool.add(() => attempt(item))
    const why =
      item.action === 'delete' ? `the ${missing} may link to it still` : `the ${missing} it needs is not there`
    tally.fail(item, `left out, because ${why}`)
    return false
  }

  async function attempt(item: PlannedItem): Promise<boolean> {
    if (stop) return false
    try {
      await item.bring((action) => tally.count(item, action))
      return true
    } catch (error) {
      stop ??= fatal(error)
      tally.fail(item, problemOf(error).message)
      return false
    }
  }

  for (const { title, items } of plan) {
    const due = items.filter(({ action }) => action)
    const phase = progress.begin(title, due.length)
    for (const item of due) arrivals.set(label(item.kind, item.id), arrive(item).finally(phase.advance))
    await Promise.all(arrivals.values())
    phase.end()
    if (stop) throw stop
  }
  return tally.outcome()
}
