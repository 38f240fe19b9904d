import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { toFatalError } from '#cms/sync/contentful/api-error.ts'
import { createSpaceClient, type RequestCounts, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import { planSeed, type SeedInput } from '#cms/sync/plan/plan-seed.ts'
import { formatDuration, type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { type OverwriteOptions, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { applyPlan } from './apply-plan.ts'
import type { ApplyResult, ResourceCounts } from './result-counter.ts'

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

/** What a seeding did, for people: a table, the requests it took, and what failed, a line each. */
export function formatSeedSummary({ counts, failures, reads, writes, milliseconds }: SeedSummary): string {
  const rows = Object.entries(counts)
  const kept = rows.reduce((sum, [, row]) => sum + row.kept, 0)
  const columns = COLUMNS.filter((column) => !RARE.has(column) || rows.some(([, row]) => row[column] > 0))
  const cells = rows.map(([kind, row]) => [PLURALS[kind] ?? kind, ...columns.map((column) => number(row[column]))])
  return [
    ...[['', ...columns], ...cells].map(tableLine),
    '',
    `${counted(writes, 'write')} and ${counted(reads, 'read')} in ${formatDuration(milliseconds)}.${
      writes === 0 && failures.length === 0 && kept === 0 ? ' Nothing differs from the seed.' : ''
    }`,
    ...(kept > 0
      ? [`${counted(kept, 'thing')} with something that stays as it is in the space: npm run cms -- plan shows it.`]
      : []),
    ...(failures.length > 0 ? ['', `${counted(failures.length, 'thing')} did not come in:`] : []),
    ...failures.map(({ kind, id, reason }) => `  ${resourceKey(kind, id)}: ${reason}`),
  ].join('\n')
}

const COLUMNS = [
  'created',
  'updated',
  'published',
  'deleted',
  'unchanged',
  'kept',
  'failed',
] as const satisfies (keyof ResourceCounts)[]

const RARE: ReadonlySet<string> = new Set(['deleted', 'kept', 'failed'])

const PLURALS: Readonly<Record<string, string>> = {
  'content type': 'content types',
  'editor interface': 'editor interfaces',
  asset: 'assets',
  entry: 'entries',
  'preview addresses': 'preview addresses',
}

const tableLine = ([name = '', ...cells]: readonly string[]) =>
  (name.padEnd(18) + cells.map((cell) => cell.padStart(11)).join('')).trimEnd()

const counted = (count: number, word: string) => `${number(count)} ${word}${count === 1 ? '' : 's'}`

const number = (count: number) => count.toLocaleString('en-US')
