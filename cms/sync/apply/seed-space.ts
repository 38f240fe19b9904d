import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { toFatalError } from '#cms/sync/contentful/api-error.ts'
import { connectToSpace } from '#cms/sync/contentful/space-client.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import type { PlannedResource } from '#cms/sync/plan/plan.ts'
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

export interface SeedSummary extends ApplyResult {
  /** The planned changes. */
  readonly items: readonly PlannedResource[]
  /** Requests that write, including retries. */
  readonly writes: number
}

/**
 * Updates a space to match the model and the seed. Compares first and writes only the differences, so that a second run
 * writes nothing, and the next run continues an interrupted one. Throws `UserError`, before the first write if possible.
 */
export async function seedSpace(options: SeedSpaceOptions): Promise<SeedSummary> {
  const { connection, progress = silentProgress, confirm } = options
  const { space, plan, items } = await createPlan(options)
  const blocked = items.flatMap(({ resourceType, id, blocked }) =>
    blocked ? [`${resourceKey(resourceType, id)}: ${blocked}`] : [],
  )
  if (blocked.length > 0) throw new BlockedPlanError(blocked)
  if (items.some(({ action }) => action)) await confirm?.(items)
  const result = await applyPlan(plan, { progress, fatal: (error) => toFatalError(error, connection, 'writing') })
  return { ...result, items, writes: space.countWrites() }
}

/** Returns the changes that `seedSpace` would make. Only reads. */
export async function planSpace(options: SeedSpaceOptions): Promise<Pick<SeedSummary, 'items'>> {
  const { items } = await createPlan(options)
  return { items }
}

async function createPlan(options: SeedSpaceOptions) {
  const { connection } = options
  const problems = await listSeedProblems(options.seed, options)
  if (problems.length > 0) throw new UserError(problems)
  const space = await connectToSpace(connection)
  const plan = await planSeed(space, options).catch((error: unknown) => {
    throw toFatalError(error, connection, 'reading') ?? error
  })
  return { space, plan, items: plan.flatMap((phase) => phase.items) }
}
