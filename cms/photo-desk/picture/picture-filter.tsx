import { Button, ButtonGroup, Flex, TextInput } from '@contentful/f36-components'
import { MagnifyingGlassIcon } from '@contentful/f36-icons'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPublicationState, getText, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { getMissingColumns } from '#cms/pictures/picture-texts.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'

/** The states by which pictures are filtered. */
export const STATE_FILTERS = [
  { state: 'all', name: 'All' },
  { state: 'missing', name: 'Missing texts' },
  { state: 'unpublished', name: 'Not published' },
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

/** Whether a picture is among those of a filter. */
export function matchesFilter(picture: SpacePicture, { state, search }: PictureFilter, pictureType: PictureType) {
  return matchesState(picture, state, pictureType) && matchesSearch(listNames(picture, pictureType), search)
}

function matchesState({ entry }: SpacePicture, state: StateFilter, pictureType: PictureType): boolean {
  const publicationState = getPublicationState(entry)
  if (state === 'archived') return publicationState === 'archived'
  if (state === 'unpublished') return publicationState === 'draft' || publicationState === 'changed'
  if (state === 'all') return true
  const fields = Object.values(pictureType.columns).map(({ field }) => [field, getText(entry, field) || null])
  return getMissingColumns(pictureType, Object.fromEntries(fields)).length > 0
}

function listNames({ entry, asset }: SpacePicture, { columns }: PictureType): readonly string[] {
  const texts = Object.values(columns).map(({ field }) => getText(entry, field))
  return [...texts, asset?.fields.file?.[LOCALE]?.fileName ?? '', asset?.fields.title?.[LOCALE] ?? '']
}

/** Whether one of the texts contains the searched one. Case and the form of accents do not matter. */
export function matchesSearch(texts: readonly (string | null)[], search: string): boolean {
  const searched = normalize(search.trim())
  return texts.some((text) => normalize(text ?? '').includes(searched))
}

const normalize = (text: string) => text.normalize().toLowerCase()

interface PictureFilterBarProps {
  readonly filter: PictureFilter
  readonly onChange: (filter: PictureFilter) => void
  /** The states to choose from. */
  readonly states: readonly StateFilter[]
  /** How many pictures are in a state. */
  readonly count: (state: StateFilter) => number
}

/** Buttons for the state, and a search. */
export function PictureFilterBar({ filter, onChange, states, count }: PictureFilterBarProps) {
  const { pictureType } = useWorkspace()
  return (
    <Flex flexWrap="wrap" gap="spacingS" alignItems="center" justifyContent="space-between">
      <ButtonGroup className="desk-filters">
        {STATE_FILTERS.filter(({ state }) => states.includes(state)).map(({ state, name }) => (
          <Button
            key={state}
            size="small"
            variant={state === filter.state ? 'primary' : 'secondary'}
            aria-pressed={state === filter.state}
            onClick={() => onChange({ ...filter, state })}
          >
            {`${name} (${count(state)})`}
          </Button>
        ))}
      </ButtonGroup>
      <TextInput
        size="small"
        type="search"
        aria-label={`Search ${pictureType.name}s`}
        placeholder="Search"
        icon={<MagnifyingGlassIcon />}
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
    </Flex>
  )
}
