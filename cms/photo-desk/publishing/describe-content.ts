import { getText, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import type { ContentOutcome, PublishResult } from './publish-content.ts'

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
export function describeResult(pictureType: PictureType, { pictures, page }: PublishResult): string {
  const count = (status: ContentOutcome['status']) =>
    [...pictures.values()].filter((outcome) => outcome.status === status).length
  const [published, failed, conflicting] = [count('published'), count('failed'), count('conflict')]
  const isPagePublished = page?.status === 'published'
  const done = describeSelection(pictureType, published, isPagePublished)
  const isSingular = published + Number(isPagePublished) === 1
  const describe = (pictureCount: number) => describeSelection(pictureType, pictureCount, false)
  const sentences = [
    published > 0 || isPagePublished
      ? `${capitalize(done)} ${isSingular ? 'is' : 'are'} published.`
      : 'Nothing is published.',
    ...(failed > 0 ? [`${describe(failed)} ${failed === 1 ? 'is' : 'are'} not: the reason is in the list.`] : []),
    ...(conflicting > 0
      ? [
          `${describe(conflicting)} ${conflicting === 1 ? 'is' : 'are'} not: somebody else has changed ${conflicting === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(failed + conflicting > 0 && isPagePublished
      ? [`Visitors see the ${pictureType.page.name} without what is not published.`]
      : []),
    ...(page?.status === 'failed' ? [`The ${pictureType.page.name} is not published: the reason is in the list.`] : []),
    ...(page?.status === 'conflict'
      ? [`The ${pictureType.page.name} is not published: somebody else has changed it.`]
      : []),
  ]
  return sentences.join(' ')
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
