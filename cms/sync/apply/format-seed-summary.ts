import type { ApplyResult } from './apply-plan.ts'

/** Formats the result of a seed run for people: the numbers of resources, and the causes of failures. */
export function formatSeedSummary(result: ApplyResult): string {
  const { counts, failures } = result
  const numbers = Object.entries(counts).filter(([, count]) => count > 0)
  const isUnchanged = numbers.every(([name]) => name === 'unchanged')
  return [
    `${numbers.map(([name, count]) => `${formatNumber(count)} ${name}`).join(', ')}.`,
    ...(isUnchanged ? ['Nothing differs from the seed.'] : []),
    ...(counts.kept > 0
      ? [`${formatCount(counts.kept)} with differences that are kept in the space: npm run cms -- plan lists them.`]
      : []),
    ...(failures.length > 0 ? ['', ...formatSeedFailures(result)] : []),
  ].join('\n')
}

/** Formats failures: one line per cause, after the number of resources that only depend on them. The most frequent cause is last. */
export function formatSeedFailures({
  failures,
  skipped,
}: Pick<ApplyResult, 'failures' | 'skipped'>): readonly string[] {
  const groups = [...Map.groupBy(failures, ({ reason }) => reason)].toSorted(([, a], [, b]) => a.length - b.length)
  return [
    ...(skipped.length > 0 ? [`${formatCount(skipped.length)} skipped, because of links to what failed.`] : []),
    `${formatCount(failures.length)} failed:`,
    ...groups.map(([reason, group]) => {
      const keys = group.slice(0, MAX_NAMES).map(({ key }) => key)
      const rest = group.length - keys.length
      return `  ${keys.join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}: ${reason}`
    }),
  ]
}

/** Of the resources that failed for the same reason. */
const MAX_NAMES = 3

const formatCount = (count: number) => `${formatNumber(count)} resource${count === 1 ? '' : 's'}`

const formatNumber = (count: number) => count.toLocaleString('en-US')
