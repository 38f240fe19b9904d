import { problemsOf } from '#cms/seed/check.ts'
import { BadInput } from './bad-input.ts'
import { carryOut } from './carry-out.ts'
import type { Connection } from './connection.ts'
import type { Policy } from './kind.ts'
import { label } from './kind.ts'
import type { Plan, PlannedItem } from './plan.ts'
import { planSeed, type SeedSource } from './plan-seed.ts'
import { type Progress, silent } from './progress.ts'
import { refusalOf } from './refusal.ts'
import { openSpace, type Space, type Traffic } from './space-client.ts'
import type { Outcome } from './tally.ts'

export interface SeedTask extends SeedSource {
  readonly connection: Connection
  /** Without it: the limit of Contentful's plans, and none for the local Contentful. */
  readonly requestsPerSecond?: number
  readonly progress?: Progress
  /** Without it editors' changes stay, and nothing is deleted. */
  readonly policy?: Policy
  /** Asked once, before the first write; throws where the answer is no. */
  readonly confirm?: (items: readonly PlannedItem[]) => Promise<void>
}

/** What seeding would do, thing by thing. */
export interface PlanReport extends Traffic {
  readonly items: readonly PlannedItem[]
  readonly milliseconds: number
}

export interface SeedSummary extends Outcome, PlanReport {}

const CAREFUL: Policy = { force: false, prune: false }

/**
 * Brings a space to what the model and the seed say. Compares first and writes only what differs,
 * so that a second run writes nothing and a run that was killed is continued by the next.
 * Throws `BadInput`, before the first write where that can be known.
 */
export async function seedSpace(task: SeedTask): Promise<SeedSummary> {
  const { connection, progress = silent, confirm } = task
  const started = performance.now()
  const { space, plan } = await planned(task)
  const items = plan.flatMap((phase) => phase.items)
  const blocked = items.flatMap(({ kind, id, blocked }) => (blocked ? [`${label(kind, id)}: ${blocked}`] : []))
  if (blocked.length > 0) throw new BadInput(...blocked)
  if (items.some(({ action }) => action)) await confirm?.(items)
  const outcome = await carryOut(plan, { progress, fatal: (error) => refusalOf(error, connection, 'writing') })
  return { ...outcome, items, ...space.traffic, milliseconds: performance.now() - started }
}

/** What `seedSpace` would do. Only reads. */
export async function planSpace(task: SeedTask): Promise<PlanReport> {
  const started = performance.now()
  const { space, plan } = await planned(task)
  return { items: plan.flatMap(({ items }) => items), ...space.traffic, milliseconds: performance.now() - started }
}

/** Whether the space is other than the seed says, in whatever way. */
export const isDrift = ({ action, kept, note }: PlannedItem): boolean =>
  action !== null || kept.length > 0 || note !== undefined

async function planned(task: SeedTask): Promise<{ readonly space: Space; readonly plan: Plan }> {
  const { connection, requestsPerSecond, policy = CAREFUL } = task
  const problems = await problemsOf(task.seed, task)
  if (problems.length > 0) throw new BadInput(...problems)
  const space = openSpace(connection, requestsPerSecond)
  try {
    return { space, plan: await planSeed(space, task, policy) }
  } catch (error) {
    throw refusalOf(error, connection, 'reading') ?? error
  }
}
