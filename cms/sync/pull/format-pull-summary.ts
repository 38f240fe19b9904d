import { formatDuration } from '#cms/sync/progress/progress.ts'
import type { PullCounts } from './pull-changes.ts'
import type { PullSummary } from './pull-space.ts'

/** Formats the result of a pull for people: a table, the written files, and what was skipped. */
export function formatPullSummary({ dryRun, counts, written, unused, notes, milliseconds }: PullSummary): string {
  const rows = [['entries', counts.entry] as const, ['assets', counts.asset] as const]
  const table = [
    ['', ...COLUMNS],
    ...rows.map(([title, row]) => [title, ...COLUMNS.map((column) => row[column].toLocaleString('en-US'))]),
  ]
  return [
    ...table.map(formatRow),
    ...formatSection(dryRun ? 'Would write:' : 'Written:', written),
    ...formatSection('No longer used by the seed; delete them if nothing else uses them:', unused),
    ...formatSection('Skipped:', notes),
    '',
    `${written.length === 0 ? 'The seed matches the space. ' : ''}Done in ${formatDuration(milliseconds)}.`,
  ].join('\n')
}

const COLUMNS = ['new', 'changed', 'removed', 'unchanged'] as const satisfies (keyof PullCounts)[]

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

const formatRow = ([name = '', ...cells]: readonly string[]) =>
  (name.padEnd(10) + cells.map((cell) => cell.padStart(11)).join('')).trimEnd()
