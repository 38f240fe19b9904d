import type { CmsLinks } from '#cms/sync/web-app.ts'
import type { BroughtIn, Told } from './bring-in.ts'
import type { FoundPicture } from './found-pictures.ts'
import type { Refused } from './prepare.ts'
import type { Duplicate } from './sort-out.ts'

/** What became of one picture. */
export interface Outcome {
  /** The file, as it was named or found. */
  readonly file: string
  readonly became: 'published' | 'draft' | 'duplicate' | 'left out' | 'unfit' | 'failed'
  /** The entry that shows it, and where an editor opens it. */
  readonly entry?: string
  readonly link?: string
  readonly reason?: string
}

interface Fates {
  readonly refused: readonly Refused[]
  readonly duplicates: readonly Duplicate[]
  /** For which nothing was entered. */
  readonly untold: readonly FoundPicture[]
  readonly told: readonly Told[]
  readonly broughtIn: BroughtIn
}

/** What became of each picture, in their order. */
export function outcomes(pictures: readonly FoundPicture[], fates: Fates, links: CmsLinks): readonly Outcome[] {
  const opened = (id: string) => ({ entry: id, link: links.entry(id) })
  const { failures, isPublished } = fates.broughtIn
  const byPath = new Map<string, Omit<Outcome, 'file'>>([
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
