import { Flex, type FlexProps, TextInput } from '@contentful/f36-components'
import { MagnifyingGlassIcon } from '@contentful/f36-icons'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import {
  matchesState,
  type PictureFilter,
  STATE_FILTERS,
  type StateFilter,
} from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { Button } from './button.tsx'

/** Space for two digits, so that no button moves when a count changes. */
const COUNT_STYLE = { display: 'inline-block', minInlineSize: '3.2ch', textAlign: 'start' } as const

interface PictureFilterBarProps extends Pick<FlexProps, 'flex' | 'marginBottom'> {
  readonly filter: PictureFilter
  readonly onChange: (filter: PictureFilter) => void
  /** The states to choose from. Default: all. */
  readonly states?: readonly StateFilter[]
  readonly pictures: readonly DeskPicture[]
}

export function PictureFilterBar({ filter, onChange, states, pictures, ...layout }: PictureFilterBarProps) {
  const { pictureType } = useWorkspace()
  const count = (state: StateFilter) => pictures.filter((picture) => matchesState(picture, state, pictureType)).length
  return (
    <Flex flexWrap="wrap" gap="spacingXs" alignItems="center" justifyContent="space-between" {...layout}>
      <Flex flexWrap="wrap" gap="spacing2Xs">
        {STATE_FILTERS.filter(({ state }) => !states || states.includes(state)).map(({ state, name }) => (
          <Button
            key={state}
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
