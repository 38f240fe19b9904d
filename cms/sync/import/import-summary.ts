import type { DuplicatePicture } from '#cms/pictures/find-duplicates.ts'
import type { RequestCounts } from '#cms/sync/contentful/space-client.ts'
import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { formatDuration } from '#cms/sync/progress/progress.ts'
import type { PictureFile } from './find-picture-files.ts'
import type { PreparedPicture, RejectedPicture } from './prepare-pictures.ts'
import type { PictureWithTexts, UploadResult } from './upload-pictures.ts'

/** The result of one picture. */
export interface PictureOutcome {
  /** The name of the file. */
  readonly file: string
  readonly became: 'published' | 'draft' | 'duplicate' | 'left out' | 'unfit' | 'failed'
  /** The entry of the picture, and its link into the CMS. */
  readonly entry?: string
  readonly link?: string
  readonly reason?: string
}

interface ImportResults {
  readonly rejected: readonly RejectedPicture[]
  readonly duplicates: readonly DuplicatePicture<PreparedPicture>[]
  /** Pictures for which the user entered no text. */
  readonly skipped: readonly PictureFile[]
  /** Pictures that were uploaded. */
  readonly complete: readonly PictureWithTexts[]
  readonly uploadResult: UploadResult
}

/** Returns the outcome of each picture, in their order. */
export function getPictureOutcomes(
  pictures: readonly PictureFile[],
  { rejected, duplicates, skipped, complete, uploadResult }: ImportResults,
  links: WebAppLinks,
): readonly PictureOutcome[] {
  const withLink = (id: string) => ({ entry: id, link: links.entry(id) })
  const { failures, isPublished } = uploadResult
  const byPath = new Map<string, Omit<PictureOutcome, 'file'>>([
    ...rejected.map(({ path, reason }) => [path, { became: 'unfit', reason }] as const),
    ...duplicates.map(
      ({ path, reason, entryId }) =>
        [path, { became: 'duplicate', reason, ...(entryId && withLink(entryId)) }] as const,
    ),
    ...skipped.map(({ path }) => [path, { became: 'left out', reason: 'no text was entered for it' }] as const),
    ...complete.map(({ path, id }) => {
      const reason = failures.get(id)
      if (reason !== undefined) return [path, { became: 'failed', reason }] as const
      return [path, { became: isPublished ? 'published' : 'draft', ...withLink(id) }] as const
    }),
  ])
  return pictures.flatMap(({ path, name }) => {
    const outcome = byPath.get(path)
    return outcome ? [{ file: name, ...outcome }] : []
  })
}

/** The result of an import. */
export interface ImportSummary extends RequestCounts {
  readonly pictures: readonly PictureOutcome[]
  /** The page that lists the pictures. */
  readonly page: { readonly entry: string; readonly link: string }
  /** Why the pictures are not visible to visitors although they should be. */
  readonly waitsFor?: string
  /** One line per picture of the space that could not be compared. */
  readonly notes: readonly string[]
  readonly milliseconds: number
}

/** Formats the result of an import for people: one line per picture, then the counts. */
export function formatImportSummary({ pictures, page, notes, waitsFor, milliseconds }: ImportSummary): string {
  const counts = [...Map.groupBy(pictures, ({ became }) => COUNT_LABELS[became])].map(
    ([label, all]) => `${all.length} ${label}`,
  )
  return [
    ...pictures.map(formatOutcome),
    ...notes,
    '',
    ...(pictures.some(({ became }) => became === 'duplicate') ? [DUPLICATE_HINT] : []),
    ...(waitsFor ? [`Visitors do not see them yet: ${waitsFor}.`] : []),
    `${counts.join(', ')}, in ${formatDuration(milliseconds)}. The page: ${page.link}`,
  ].join('\n')
}

const COUNT_LABELS: Readonly<Record<PictureOutcome['became'], string>> = {
  published: 'published',
  draft: 'added as drafts',
  duplicate: 'already there',
  'left out': 'skipped without a text',
  unfit: 'cannot be added',
  failed: 'failed',
}

const DUPLICATE_HINT = 'To import a duplicate anyway, add its file alone, with --again.'

/** Counts the pictures by outcome. */
export function countOutcomes(pictures: readonly PictureOutcome[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(pictures, ({ became }) => became)].map(([key, all]) => [key, all.length]))
}

/** Whether a person must act: a picture was rejected or failed, or is not visible to visitors. */
export const isImportIncomplete = ({ pictures, waitsFor }: ImportSummary): boolean =>
  waitsFor !== undefined || pictures.some(({ became }) => became === 'unfit' || became === 'failed')

function formatOutcome({ file, became, link, reason }: PictureOutcome): string {
  if (became === 'published') return `+ ${file}: added and published: ${link}`
  if (became === 'draft') return `+ ${file}: added as a draft: ${link}`
  if (became === 'unfit') return `! ${file} ${reason}`
  if (became === 'failed') return `! ${file} failed: ${reason}`
  return `= ${file}: skipped: ${reason}${link ? `: ${link}` : ''}`
}
