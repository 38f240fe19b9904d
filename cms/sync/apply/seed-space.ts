import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { toFatalError } from '#cms/sync/contentful/fatal-error.ts'
import type { ManagementConnection } from '#cms/sync/contentful/management-connection.ts'
import { createSpaceClient, type RequestCounts, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import { planSeed, type SeedInput } from '#cms/sync/plan/plan-seed.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { type OverwriteOptions, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { applyPlan } from './apply-plan.ts'
import type { ApplyResult } from './result-counter.ts'

export interface SeedSpaceOptions extends SeedInput {
  readonly connection: ManagementConnection
  /** Without it: the limit of Contentful's plans, and none for the local Contentful. */
  readonly requestsPerSecond?: number
  readonly progress?: ProgressReporter
  /** Without it editors' changes stay, and nothing is deleted. */
  readonly overwrite?: OverwriteOptions
  /** Asked once, before the first write; throws where the answer is no. */
  readonly confirm?: (items: readonly PlannedResource[]) => Promise<void>
}

/** What seeding would do, thing by thing. */
export interface PlanReport extends RequestCounts {
  readonly items: readonly PlannedResource[]
  readonly milliseconds: number
}

export interface SeedSummary extends ApplyResult, PlanReport {}

const CAREFUL: OverwriteOptions = { force: false, prune: false }

/**
 * Brings a space to what the model and the seed say. Compares first and writes only what differs,
 * so that a second run writes nothing and a run that was killed is continued by the next.
 * Throws `UserError`, before the first write where that can be known.
 */
export async function seedSpace(task: SeedSpaceOptions): Promise<SeedSummary> {
  const { connection, progress = silentProgress, confirm } = task
  const started = performance.now()
  const { space, plan } = await planned(task)
  const items = plan.flatMap((phase) => phase.items)
  const blocked = items.flatMap(({ resourceType, id, blocked }) =>
    blocked ? [`${resourceKey(resourceType, id)}: ${blocked}`] : [],
  )
  if (blocked.length > 0) throw new UserError(blocked)
  if (items.some(({ action }) => action)) await confirm?.(items)
  const outcome = await applyPlan(plan, { progress, fatal: (error) => toFatalError(error, connection, 'writing') })
  return { ...outcome, items, ...space.traffic, milliseconds: performance.now() - started }
}

/** What `seedSpace` would do. Only reads. */
export async function planSpace(task: SeedSpaceOptions): Promise<PlanReport> {
  const started = performance.now()
  const { space, plan } = await planned(task)
  return { items: plan.flatMap(({ items }) => items), ...space.traffic, milliseconds: performance.now() - started }
}

/** Whether the space is other than the seed says, in whatever way. */
export const hasDrift = ({ action, preserved, note }: PlannedResource): boolean =>
  action !== null || preserved.length > 0 || note !== undefined

async function planned(task: SeedSpaceOptions): Promise<{ readonly space: SpaceClient; readonly plan: Plan }> {
  const { connection, requestsPerSecond, overwrite = CAREFUL } = task
  const problems = await listSeedProblems(task.seed, task)
  if (problems.length > 0) throw new UserError(problems)
  const space = createSpaceClient(connection, requestsPerSecond)
  try {
    return { space, plan: await planSeed(space, task, overwrite) }
  } catch (error) {
    throw toFatalError(error, connection, 'reading') ?? error
  }
}
