import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { toFatalError } from '#cms/sync/contentful/api-error.ts'
import { connectToSpace, type RequestCounts } from '#cms/sync/contentful/space-client.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import { planSeed, type SeedInput } from '#cms/sync/plan/plan-seed.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { resourceKey } from '#cms/sync/resources/resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { type ApplyResult, applyPlan } from './apply-plan.ts'

export interface SeedSpaceOptions extends SeedInput {
  readonly connection: SpaceConnection
  readonly progress?: ProgressReporter
  /** Called once before the first write. Throws if the user declines. */
  readonly confirm?: (items: readonly PlannedResource[]) => Promise<void>
}

/** Contentful would reject a change of the plan. Nothing was written. */
export class BlockedPlanError extends UserError {
  override readonly name = 'BlockedPlanError'
}

/** The planned changes of a seed run. */
export interface PlanReport extends RequestCounts {
  readonly items: readonly PlannedResource[]
  readonly milliseconds: number
}

export interface SeedSummary extends ApplyResult, PlanReport {}

/**
 * Updates a space to match the model and the seed. Compares first and writes only the differences, so that a second run
 * writes nothing, and the next run continues an interrupted one. Throws `UserError`, before the first write if possible.
 */
export async function seedSpace(options: SeedSpaceOptions): Promise<SeedSummary> {
  const { connection, progress = silentProgress, confirm } = options
  const { plan, items, createReport } = await createPlan(options)
  const blocked = items.flatMap(({ resourceType, id, blocked }) =>
    blocked ? [`${resourceKey(resourceType, id)}: ${blocked}`] : [],
  )
  if (blocked.length > 0) throw new BlockedPlanError(blocked)
  if (items.some(({ action }) => action)) await confirm?.(items)
  const result = await applyPlan(plan, { progress, fatal: (error) => toFatalError(error, connection, 'writing') })
  return { ...result, ...createReport() }
}

/** Returns the changes that `seedSpace` would make. Only reads. */
export const planSpace = async (options: SeedSpaceOptions): Promise<PlanReport> =>
  (await createPlan(options)).createReport()

interface CreatedPlan {
  readonly plan: Plan
  readonly items: readonly PlannedResource[]
  /** Counts all requests so far. */
  readonly createReport: () => PlanReport
}

async function createPlan(options: SeedSpaceOptions): Promise<CreatedPlan> {
  const startedAt = performance.now()
  const { connection } = options
  const problems = await listSeedProblems(options.seed, options)
  if (problems.length > 0) throw new UserError(problems)
  const space = await connectToSpace(connection)
  const plan = await planSeed(space, options).catch((error: unknown) => {
    throw toFatalError(error, connection, 'reading') ?? error
  })
  const items = plan.flatMap((phase) => phase.items)
  return {
    plan,
    items,
    createReport: () => ({ items, ...space.traffic, milliseconds: performance.now() - startedAt }),
  }
}
