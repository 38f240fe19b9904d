import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { toFatalError } from '#cms/sync/contentful/api-error.ts'
import { createSpaceClient, type RequestCounts, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import { planSeed, type SeedInput } from '#cms/sync/plan/plan-seed.ts'
import { formatDuration, type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { hasPreservedDifferences, type OverwriteOptions, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { applyPlan } from './apply-plan.ts'
import type { ApplyResult, ResourceCounts } from './result-counter.ts'

export interface SeedSpaceOptions extends SeedInput {
  readonly connection: ManagementConnection
  /** Default: below the limit of Contentful’s plans; no limit for the local Contentful. */
  readonly requestsPerSecond?: number
  readonly progress?: ProgressReporter
  /** Default: preserves editors’ changes and deletes nothing. */
  readonly overwrite?: OverwriteOptions
  /** Called once before the first write. Throws if the user declines. */
  readonly confirm?: (items: readonly PlannedResource[]) => Promise<void>
}

/** The planned changes of a seed run. */
export interface PlanReport extends RequestCounts {
  readonly items: readonly PlannedResource[]
  readonly milliseconds: number
}

export interface SeedSummary extends ApplyResult, PlanReport {}

const DEFAULT_OVERWRITE: OverwriteOptions = { force: false, prune: false }

/**
 * Updates a space to match the model and the seed. Compares first and writes only the differences, so that a second run
 * writes nothing, and the next run continues an interrupted one. Throws `UserError`, before the first write if possible.
 */
export async function seedSpace(options: SeedSpaceOptions): Promise<SeedSummary> {
  const { connection, progress = silentProgress, confirm } = options
  const startedAt = performance.now()
  const { space, plan } = await createPlan(options)
  const items = plan.flatMap((phase) => phase.items)
  const blocked = items.flatMap(({ resourceType, id, blocked }) =>
    blocked ? [`${resourceKey(resourceType, id)}: ${blocked}`] : [],
  )
  if (blocked.length > 0) throw new UserError(blocked)
  if (items.some(({ action }) => action)) await confirm?.(items)
  const result = await applyPlan(plan, { progress, fatal: (error) => toFatalError(error, connection, 'writing') })
  return { ...result, items, ...space.traffic, milliseconds: performance.now() - startedAt }
}

/** Returns the changes that `seedSpace` would make. Only reads. */
export async function planSpace(options: SeedSpaceOptions): Promise<PlanReport> {
  const startedAt = performance.now()
  const { space, plan } = await createPlan(options)
  return { items: plan.flatMap(({ items }) => items), ...space.traffic, milliseconds: performance.now() - startedAt }
}

/** Whether the resource differs from the seed in any way. */
export const hasDrift = (item: PlannedResource): boolean => item.action !== null || hasPreservedDifferences(item)

async function createPlan(options: SeedSpaceOptions): Promise<{ readonly space: SpaceClient; readonly plan: Plan }> {
  const { connection, requestsPerSecond, overwrite = DEFAULT_OVERWRITE } = options
  const problems = await listSeedProblems(options.seed, options)
  if (problems.length > 0) throw new UserError(problems)
  const space = createSpaceClient(connection, requestsPerSecond)
  try {
    return { space, plan: await planSeed(space, options, overwrite) }
  } catch (error) {
    throw toFatalError(error, connection, 'reading') ?? error
  }
}

/** Formats the result of a seed run for people: a table, the number of requests, and one line per failure. */
export function formatSeedSummary({ counts, failures, reads, writes, milliseconds }: SeedSummary): string {
  const rows = Object.entries(counts)
  const kept = rows.reduce((sum, [, row]) => sum + row.kept, 0)
  const columns = COLUMNS.filter((column) => !OPTIONAL_COLUMNS.has(column) || rows.some(([, row]) => row[column] > 0))
  const cells = rows.map(([type, row]) => [
    PLURALS[type] ?? type,
    ...columns.map((column) => formatNumber(row[column])),
  ])
  return [
    ...[['', ...columns], ...cells].map(formatRow),
    '',
    `${formatCount(writes, 'write')} and ${formatCount(reads, 'read')} in ${formatDuration(milliseconds)}.${
      writes === 0 && failures.length === 0 && kept === 0 ? ' Nothing differs from the seed.' : ''
    }`,
    ...(kept > 0
      ? [
          `${formatCount(kept, 'resource')} with differences that are kept in the space: npm run cms -- plan lists them.`,
        ]
      : []),
    ...(failures.length > 0 ? ['', `${formatCount(failures.length, 'resource')} failed:`] : []),
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

const OPTIONAL_COLUMNS: ReadonlySet<string> = new Set(['deleted', 'kept', 'failed'])

const PLURALS: Readonly<Record<string, string>> = {
  'content type': 'content types',
  'editor interface': 'editor interfaces',
  asset: 'assets',
  entry: 'entries',
  'preview addresses': 'preview addresses',
}

const formatRow = ([name = '', ...cells]: readonly string[]) =>
  (name.padEnd(18) + cells.map((cell) => cell.padStart(11)).join('')).trimEnd()

const formatCount = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`

const formatNumber = (count: number) => count.toLocaleString('en-US')
