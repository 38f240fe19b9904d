import type { RequestCounts } from '#cms/sync/contentful/space-client.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { formatDuration } from '#cms/sync/progress/progress.ts'
import type { DuplicatePicture } from './find-duplicates.ts'
import type { PictureFile } from './find-picture-files.ts'
import type { RejectedPicture } from './prepare-pictures.ts'
import type { PictureWithTexts, UploadResult } from './upload-pictures.ts'

/** What became of one picture. */
export interface PictureOutcome {
  /** The file, as it was named or found. */
  readonly file: string
  readonly became: 'published' | 'draft' | 'duplicate' | 'left out' | 'unfit' | 'failed'
  /** The entry that shows it, and where an editor opens it. */
  readonly entry?: string
  readonly link?: string
  readonly reason?: string
}

interface Fates {
  readonly refused: readonly RejectedPicture[]
  readonly duplicates: readonly DuplicatePicture[]
  /** For which nothing was entered. */
  readonly untold: readonly PictureFile[]
  readonly told: readonly PictureWithTexts[]
  readonly broughtIn: UploadResult
}

/** What became of each picture, in their order. */
export function getPictureOutcomes(
  pictures: readonly PictureFile[],
  fates: Fates,
  links: WebAppLinks,
): readonly PictureOutcome[] {
  const opened = (id: string) => ({ entry: id, link: links.entry(id) })
  const { failures, isPublished } = fates.broughtIn
  const byPath = new Map<string, Omit<PictureOutcome, 'file'>>([
    ...fates.refused.map(({ path, reason }) => [path, { became: 'unfit', reason }] as const),
    ...fates.duplicates.map(
      ({ path, where, entryId }) =>
        [path, { became: 'duplicate', reason: where, ...(entryId && opened(entryId)) }] as const,
    ),
    ...fates.untold.map(({ path }) => [path, { became: 'left out', reason: 'nothing was entered for it' }] as const),
    ...fates.told.map(({ path, id }) => {
      const reason = failures.get(id)
      if (reason !== undefined) return [path, { became: 'failed', reason }] as const
      return [path, { became: isPublished ? 'published' : 'draft', ...opened(id) }] as const
    }),
  ])
  return pictures.flatMap(({ path, name }) => {
    const fate = byPath.get(path)
    return fate ? [{ file: name, ...fate }] : []
  })
}

/** The result of an import. */
export interface ImportSummary extends RequestCounts {
  readonly pictures: readonly PictureOutcome[]
  /** The page whose list they are in. */
  readonly page: { readonly entry: string; readonly link: string }
  /** Why visitors do not see them, where they should. */
  readonly waitsFor?: string
  /** What was not compared with them, and why. */
  readonly notes: readonly string[]
  readonly milliseconds: number
}

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
