import { formatDuration } from '#cms/sync/progress/progress.ts'
import { resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { ResourceCounts } from './result-counter.ts'
import type { SeedSummary } from './seed-space.ts'

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
