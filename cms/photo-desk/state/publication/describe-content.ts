import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { PublishResult } from './apply-picture-action.ts'
import { formatChangeTime } from './publication-time.ts'

/** Says when an entry was changed last, and whether by this user, for example `changed by you, 25 Nov, 16:00`. */
export const describeLastChange = ({ sys: { updatedBy, updatedAt } }: SpaceEntry, userId: string): string =>
  `changed by ${updatedBy?.sys.id === userId ? 'you' : 'somebody else'}, ${formatChangeTime(updatedAt)}`

/** Describes a selection, for example `2 photographs and the gallery`; `nothing` if it is empty. */
export function describeSelection({ name, page }: PictureType, pictures: number, hasPage: boolean): string {
  const parts = [
    ...(pictures > 0 ? [`${pictures} ${pictures === 1 ? name : `${name}s`}`] : []),
    ...(hasPage ? [`the ${page.name}`] : []),
  ]
  return parts.join(' and ') || 'nothing'
}

/** Describes in sentences what is done with pictures and the page. `done`: for example `published`. */
export function describeActionResult(pictureType: PictureType, result: PublishResult, done: string): string {
  const { entryIds, hasPage, pageId, failures } = result
  const failed = entryIds.filter((id) => failures.has(id)).length
  const changed = entryIds.length - failed
  const isPageDone = hasPage && !failures.has(pageId)
  const text = describeSelection(pictureType, changed, isPageDone)
  const sentences = [
    `${text.charAt(0).toUpperCase()}${text.slice(1)} ${changed + Number(isPageDone) > 1 ? 'are' : 'is'} ${done}.`,
    failed > 0 && `${describeSelection(pictureType, failed, false)} ${failed === 1 ? 'is' : 'are'} not.`,
    failed > 0 && isPageDone && `Visitors see the ${pictureType.page.name} without what is not published.`,
    failures.has(pageId) && `The ${pictureType.page.name} is not.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Whether visitors still see the latest version of what was published. */
export const isResultCurrent = (
  { entryIds, hasPage, pageId, failures }: PublishResult,
  unpublishedIds: ReadonlySet<string>,
): boolean => [...entryIds, ...(hasPage ? [pageId] : [])].every((id) => failures.has(id) || !unpublishedIds.has(id))
