import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { SpaceResource } from '#cms/photo-desk/client/space-pictures.ts'
import { isDraftOrChanged, isTakenDown, type SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import { capitalize } from '#shared/capitalize.ts'
import { listDoneIds, type PublishResult } from './apply-picture-action.ts'
import { formatChangeTime } from './publication-time.ts'

/**
 * Says what was done last with an entry or its asset, by whom and when, for example `changed by you, 25 Nov, 16:00`.
 * Contentful also counts it as a change that something is published, archived or taken down.
 */
export function describeLastChange(resources: readonly SpaceResource[], userId: string): string {
  const unpublished = resources.filter(isDraftOrChanged)
  const [last] = (unpublished.length > 0 ? unpublished : resources).toSorted(
    (a, b) => Date.parse(b.sys.updatedAt) - Date.parse(a.sys.updatedAt),
  )
  if (!last) return ''
  const { updatedBy, updatedAt, publishedBy, publishedAt, archivedBy, archivedAt } = last.sys
  const describe = (done: string, by = updatedBy, at = updatedAt) =>
    `${done} by ${by?.sys.id === userId ? 'you' : 'somebody else'}, ${formatChangeTime(at)}`
  const state = getPublicationState(last.sys)
  if (state === 'archived') return describe('archived', archivedBy, archivedAt)
  if (state === 'published') return describe('published', publishedBy, publishedAt)
  return describe(isTakenDown(last) ? 'taken down or changed' : 'changed')
}

/** Returns the pictures that visitors do not see, published or not, because the list that they see lacks them. */
export const findHidden = (pictures: readonly SpacePicture[], shownIds: readonly string[] | undefined) =>
  shownIds ? pictures.filter(({ id }) => !shownIds.includes(id)) : []

/** Characters of a title in a sentence. */
const MAX_TITLE = 30

/** Names pictures that visitors do not see although they are published, and says why; empty if there are none. */
export function describeHidden({ page }: PictureType, pictures: readonly SpacePicture[]): string {
  const [first, ...others] = pictures
  if (!first) return ''
  const title = first.title.length > MAX_TITLE ? `${first.title.slice(0, MAX_TITLE).trim()} …` : first.title
  const names = others.length > 0 ? `“${title}” and ${others.length} more` : `“${title}”`
  const [they, them] = others.length > 0 ? ['not all of them are', 'them'] : ['it is not', 'it']
  const isListed = pictures.every((picture) => picture.isListed)
  const reason = isListed ? `the ${page.name} is not published with ${them}` : `${they} in the ${page.name}`
  return `Visitors do not see ${names}: ${reason}.`
}

/** Describes a selection, for example `2 photographs and the gallery`; `nothing` if it is empty. */
export function describeSelection({ name, page }: PictureType, pictures: number, hasPage = false): string {
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
  if (changed === 0 && !isPageDone) return `Nothing is ${done}.`
  const text = describeSelection(pictureType, changed, isPageDone)
  const sentences = [
    `${capitalize(text)} ${changed + Number(isPageDone) > 1 ? 'are' : 'is'} ${done}.`,
    failed > 0 && `${describeSelection(pictureType, failed)} ${failed === 1 ? 'is' : 'are'} not.`,
    failed > 0 && isPageDone && `Visitors see the ${pictureType.page.name} without what is not published.`,
    failures.has(pageId) && `The ${pictureType.page.name} is not.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Whether visitors still see the latest version of what was published. */
export const isResultCurrent = (result: PublishResult, unpublishedIds: ReadonlySet<string>): boolean =>
  !listDoneIds(result).some((id) => unpublishedIds.has(id))
