import { duration } from '#cms/sync/console-progress.ts'
import type { AddSummary } from './add-pictures.ts'
import type { Outcome } from './outcome.ts'

/** What became of the pictures, for people: a line each, then how many of what. */
export function addText({ pictures, page, notes, waitsFor, writes, reads, milliseconds }: AddSummary): string {
  const counts = Object.entries(countsOf(pictures)).map(([became, count]) => `${count} ${became}`)
  return [
    ...pictures.map(line),
    ...notes,
    '',
    ...(pictures.some(({ became }) => became === 'duplicate') ? [ONCE_MORE] : []),
    ...(waitsFor ? [`Visitors do not see them yet: ${waitsFor}.`] : []),
    `${counts.join(', ')}: ${writes} writes and ${reads} reads in ${duration(milliseconds)}. The page: ${page.link}`,
  ].join('\n')
}

const ONCE_MORE = 'Is one of those left out another picture after all? Add its file alone, with --again.'

/** How many became what. */
export function countsOf(pictures: readonly Outcome[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(pictures, ({ became }) => became)].map(([key, all]) => [key, all.length]))
}

/** Whether somebody must look at something. */
export const isIncomplete = ({ pictures, waitsFor }: AddSummary): boolean =>
  waitsFor !== undefined || pictures.some(({ became }) => became === 'unfit' || became === 'failed')

function line({ file, became, link, reason }: Outcome): string {
  if (became === 'published') return `+ ${file}: added and published: ${link}`
  if (became === 'draft') return `+ ${file}: added as a draft: ${link}`
  if (became === 'unfit') return `! ${file} ${reason}`
  if (became === 'failed') return `! ${file} failed: ${reason}`
  return `= ${file}: left out: ${reason}${link ? `: ${link}` : ''}`
}
