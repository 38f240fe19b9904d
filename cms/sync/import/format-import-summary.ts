import { formatDuration } from '#cms/sync/progress/progress.ts'
import type { ImportSummary } from './import-pictures.ts'
import type { PictureOutcome } from './picture-outcomes.ts'

/** What became of the pictures, for people: a line each, then how many of what. */
export function formatImportSummary({
  pictures,
  page,
  notes,
  waitsFor,
  writes,
  reads,
  milliseconds,
}: ImportSummary): string {
  const counts = Object.entries(countOutcomes(pictures)).map(([became, count]) => `${count} ${became}`)
  return [
    ...pictures.map(line),
    ...notes,
    '',
    ...(pictures.some(({ became }) => became === 'duplicate') ? [ONCE_MORE] : []),
    ...(waitsFor ? [`Visitors do not see them yet: ${waitsFor}.`] : []),
    `${counts.join(', ')}: ${writes} writes and ${reads} reads in ${formatDuration(milliseconds)}. The page: ${page.link}`,
  ].join('\n')
}

const ONCE_MORE = 'Is one of those left out another picture after all? Add its file alone, with --again.'

/** How many became what. */
export function countOutcomes(pictures: readonly PictureOutcome[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(pictures, ({ became }) => became)].map(([key, all]) => [key, all.length]))
}

/** Whether somebody must look at something. */
export const isImportIncomplete = ({ pictures, waitsFor }: ImportSummary): boolean =>
  waitsFor !== undefined || pictures.some(({ became }) => became === 'unfit' || became === 'failed')

function line({ file, became, link, reason }: PictureOutcome): string {
  if (became === 'published') return `+ ${file}: added and published: ${link}`
  if (became === 'draft') return `+ ${file}: added as a draft: ${link}`
  if (became === 'unfit') return `! ${file} ${reason}`
  if (became === 'failed') return `! ${file} failed: ${reason}`
  return `= ${file}: left out: ${reason}${link ? `: ${link}` : ''}`
}
