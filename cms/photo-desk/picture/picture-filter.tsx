import { Button, Flex, TextInput } from '@contentful/f36-components'
import { MagnifyingGlassIcon } from '@contentful/f36-icons'
import { isUnpublished } from '#cms/photo-desk/publishing/unpublished-content.ts'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import {
  getPicture,
  getPublicationState,
  getTextValues,
  type SpaceEntry,
  type SpacePicture,
  type SpacePictures,
} from '#cms/photo-desk/space/space-pictures.ts'
import { getMissingColumns } from '#cms/photo-desk/texts/text-columns.ts'
import { LOCALE } from '#shared/constants.ts'

/** The states by which pictures are filtered. */
const STATE_FILTERS = [
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

/** Space for two digits, so that no button moves when a count changes. */
const COUNT_STYLE = { display: 'inline-block', minInlineSize: '3.2ch', textAlign: 'start' } as const

interface PictureFilterBarProps {
  readonly filter: PictureFilter
  readonly onChange: (filter: PictureFilter) => void
  /** The states to choose from. Default: all. */
  readonly states?: readonly StateFilter[]
  /** How many pictures are in a state. */
  readonly count: (state: StateFilter) => number
}

/** Buttons for the state, and a search. */
export function PictureFilterBar({ filter, onChange, states, count }: PictureFilterBarProps) {
  const { pictureType } = useWorkspace()
  return (
    <Flex flexWrap="wrap" gap="spacingXs" alignItems="center" justifyContent="space-between" marginBottom="spacingXs">
      <Flex flexWrap="wrap" gap="spacing2Xs">
        {STATE_FILTERS.filter(({ state }) => !states || states.includes(state)).map(({ state, name }) => (
          <Button
            key={state}
            size="small"
            variant={state === filter.state ? 'primary' : 'secondary'}
            aria-pressed={state === filter.state}
            onClick={() => onChange({ ...filter, state })}
          >
            {name} <span style={COUNT_STYLE}>({count(state)})</span>
          </Button>
        ))}
      </Flex>
      <Flex flex="0 1 280px">
        <TextInput
          size="small"
          type="search"
          aria-label={`Search ${pictureType.name}s`}
          placeholder="Search texts and file names"
          icon={<MagnifyingGlassIcon />}
          value={filter.search}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
        />
      </Flex>
    </Flex>
  )
}
