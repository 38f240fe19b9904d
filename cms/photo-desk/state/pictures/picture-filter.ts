import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { type DeskPicture, isUnpublished } from './picture.ts'
import { isTextMissing } from './text-columns.ts'

/** The states by which pictures are filtered. */
export const STATE_FILTERS = [
  { state: 'all', name: 'All' },
  { state: 'missing', name: 'Missing texts' },
  { state: 'unpublished', name: 'Not published' },
  { state: 'published', name: 'Published' },
  { state: 'archived', name: 'Archived' },
] as const

export type StateFilter = (typeof STATE_FILTERS)[number]['state']

/** Which pictures a list shows. */
export interface PictureFilter {
  readonly state: StateFilter
  /** A part of the file name or of a text. */
  readonly search: string
}

export const NO_FILTER: PictureFilter = { state: 'all', search: '' }

/** Whether a filter leaves pictures out. */
export const isFilterActive = ({ state, search }: PictureFilter) => state !== 'all' || search.trim() !== ''

export const matchesFilter = (
  picture: DeskPicture,
  { state, search }: PictureFilter,
  pictureType: PictureType,
): boolean =>
  matchesState(picture, state, pictureType) &&
  matchesSearch([...picture.fileNames, ...Object.values(picture.values)], search)

export function matchesState(picture: DeskPicture, state: StateFilter, pictureType: PictureType): boolean {
  if (state === 'missing') return isTextMissing(pictureType, picture.values)
  if (state === 'archived') return picture.state === 'archived'
  if (state === 'unpublished') return isUnpublished(picture)
  return state === 'all' || (picture.state !== 'archived' && !isUnpublished(picture))
}

/** Whether the texts contain each word of the search. Case and accents do not matter. */
export function matchesSearch(texts: readonly (string | null)[], search: string): boolean {
  const searched = normalize(texts.join('\n'))
  return normalize(search)
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

/** Without accents: NFD writes them as characters of their own. */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
