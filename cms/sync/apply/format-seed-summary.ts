import { formatDuration } from '#cms/sync/progress/progress.ts'
import { resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { ApplyResult, ResourceCounts } from './apply-plan.ts'
import type { SeedSummary } from './seed-space.ts'

/** Formats the result of a seed run for people: a table, the number of requests, and the causes of failures. */
export function formatSeedSummary(summary: SeedSummary): string {
  const { counts, failures, reads, writes, milliseconds } = summary
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
    ...(failures.length > 0 ? ['', ...formatSeedFailures(summary)] : []),
  ].join('\n')
}

/** Formats failures: one line per cause, after the number of resources that only depend on them. The most frequent cause is last. */
export function formatSeedFailures({
  failures,
  skipped,
}: Pick<ApplyResult, 'failures' | 'skipped'>): readonly string[] {
  const groups = [...Map.groupBy(failures, ({ reason }) => reason).values()].toSorted((a, b) => a.length - b.length)
  return [
    ...(skipped.length > 0
      ? [`${formatCount(skipped.length, 'resource')} skipped, because of links to what failed.`]
      : []),
    `${formatCount(failures.length, 'resource')} failed:`,
    ...groups.map((group) => {
      const keys = group.slice(0, MAX_NAMES).map(({ kind, id }) => resourceKey(kind, id))
      const rest = group.length - keys.length
      return `  ${keys.join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}: ${group[0]?.reason}`
    }),
  ]
}

/** Of the resources that failed for the same reason. */
const MAX_NAMES = 3

const COLUMNS = [
  'created',
  'updated',
  'published',
  'unchanged',
  'kept',
  'failed',
] as const satisfies (keyof ResourceCounts)[]

const OPTIONAL_COLUMNS: ReadonlySet<string> = new Set(['kept', 'failed'])

const PLURALS: Readonly<Record<string, string>> = {
  'content type': 'content types',
  'editor interface': 'editor interfaces',
  asset: 'assets',
  entry: 'entries',
}

const formatRow = ([name = '', ...cells]: readonly string[]) =>
  (name.padEnd(18) + cells.map((cell) => cell.padStart(11)).join('')).trimEnd()

const formatCount = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`

const formatNumber = (count: number) => count.toLocaleString('en-US')
