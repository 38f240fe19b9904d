import { formatDuration } from '#cms/sync/progress/progress.ts'
import type { PullCounts } from './pull-changes.ts'
import type { PullSummary } from './pull-space.ts'

/** What a pull did, for people: a table, the files that it wrote, and what it left out. */
export function formatPullSummary({
  dryRun,
  counts,
  written,
  unused,
  pruned,
  notes,
  refused,
  milliseconds,
}: PullSummary): string {
  const rows = [['entries', counts.entry] as const, ['assets', counts.asset] as const]
  const table = [
    ['', ...COLUMNS],
    ...rows.map(([kind, row]) => [kind, ...COLUMNS.map((column) => row[column].toLocaleString('en-US'))]),
  ]
  return [
    ...table.map(tableLine),
    ...section(dryRun ? 'It would write:' : 'Written:', written),
    ...section(unusedTitle(dryRun, pruned), unused),
    ...section('Left out:', notes),
    ...section('Refused:', refused),
    '',
    `${written.length === 0 ? 'The seed is as the space. ' : ''}Done in ${formatDuration(milliseconds)}.`,
  ].join('\n')
}

const COLUMNS = ['new', 'changed', 'removed', 'unchanged'] as const satisfies (keyof PullCounts)[]

function unusedTitle(dryRun: boolean, pruned: boolean): string {
  if (pruned) return dryRun ? 'It would delete:' : 'Deleted:'
  if (dryRun) return 'The seed would no longer name, and --prune would delete:'
  return 'No longer named by the seed, and still there; delete them by hand, a later --prune does not know them:'
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

const tableLine = ([name = '', ...cells]: readonly string[]) =>
  (name.padEnd(10) + cells.map((cell) => cell.padStart(11)).join('')).trimEnd()
