import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import {
  getPicture,
  getPublicationState,
  getTextValues,
  type SpaceEntry,
  type SpacePicture,
  type SpacePictures,
} from '#cms/photo-desk/client/space-pictures.ts'
import { LOCALE } from '#shared/constants.ts'
import { getMissingColumns } from './text-columns.ts'
import { isUnpublished } from './unpublished-content.ts'

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

/** Whether a picture is among those of a filter. */
export function matchesFilter(picture: SpacePicture, { state, search }: PictureFilter, pictureType: PictureType) {
  const { entry, asset } = picture
  const texts = Object.values(getTextValues(entry, pictureType))
  const names = [asset?.fields.file?.[LOCALE]?.fileName ?? '', asset?.fields.title?.[LOCALE] ?? '']
  return matchesState(picture, state, pictureType) && matchesSearch([...texts, ...names], search)
}

function matchesState(picture: SpacePicture, state: StateFilter, pictureType: PictureType): boolean {
  const isArchived = getPublicationState(picture.entry) === 'archived'
  if (state === 'archived') return isArchived
  if (state === 'unpublished') return isUnpublished(picture)
  if (state === 'published') return !isArchived && !isUnpublished(picture)
  return state === 'all' || findMissingTexts(picture.entry, pictureType).length > 0
}

/** Returns the columns of the required texts that a picture does not have. */
export const findMissingTexts = (entry: SpaceEntry, pictureType: PictureType): readonly string[] =>
  getMissingColumns(pictureType, getTextValues(entry, pictureType))

/** Whether the texts contain each word of the search. Case and accents do not matter. */
export function matchesSearch(texts: readonly (string | null)[], search: string): boolean {
  const searched = normalize(texts.join('\n'))
  return normalize(search)
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

/** Without accents: NFD writes them as characters of their own. */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns a function that counts the pictures of the space in a state. */
export const createStateCount = (spacePictures: SpacePictures, pictureType: PictureType) => (state: StateFilter) =>
  [...spacePictures.entries.keys()].filter((id) => {
    const picture = getPicture(spacePictures, pictureType, id)
    return picture && matchesState(picture, state, pictureType)
  }).length
