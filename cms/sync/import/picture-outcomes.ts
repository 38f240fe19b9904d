import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
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
