import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { getText, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PublishResult } from './publishing-state.ts'

/** Returns the name of a picture in lists: its first text, or else the name of its file. */
export function getPictureTitle({ entry, asset }: SpacePicture, { columns, name }: PictureType): string {
  const [first] = Object.values(columns)
  const file = asset?.fields.file?.[LOCALE]
  return (first && getText(entry, first.field)) || file?.fileName || `A ${name} without a text`
}

/** Describes a selection, for example `2 photographs and the gallery`; `nothing` if it is empty. */
export function describeSelection({ name, page }: PictureType, pictures: number, hasPage: boolean): string {
  const parts = [
    ...(pictures > 0 ? [`${pictures} ${pictures === 1 ? name : `${name}s`}`] : []),
    ...(hasPage ? [`the ${page.name}`] : []),
  ]
  return parts.join(' and ') || 'nothing'
}

/** Describes the result of a publication in sentences. */
export function describePublication(pictureType: PictureType, result: PublishResult): string {
  const { entryIds, hasPage, pageId, failures } = result
  const failed = entryIds.filter((id) => failures.has(id)).length
  const published = entryIds.length - failed
  const isPagePublished = hasPage && !failures.has(pageId)
  const done = describeSelection(pictureType, published, isPagePublished)
  const sentences = [
    `${capitalize(done)} ${published + Number(isPagePublished) > 1 ? 'are' : 'is'} published.`,
    failed > 0 &&
      `${describeSelection(pictureType, failed, false)} ${failed === 1 ? 'is' : 'are'} not: the reason is in the list.`,
    failed > 0 && isPagePublished && `Visitors see the ${pictureType.page.name} without what is not published.`,
    failures.has(pageId) && `The ${pictureType.page.name} is not published: the reason is in the list.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
