import type { PullSummary } from './pull-space.ts'

/** Formats the result of a pull for people: the written files, and what was skipped. */
export const formatPullSummary = ({ dryRun, written, unused, notes }: PullSummary): string =>
  [
    ...formatSection(dryRun ? 'Would write:' : 'Written:', written),
    ...formatSection('No longer used by the seed; delete them if nothing else uses them:', unused),
    ...formatSection('Skipped:', notes),
    written.length === 0 ? 'The seed matches the space.' : 'Done.',
  ].join('\n')

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']
