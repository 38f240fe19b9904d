import { Badge, Flex } from '@contentful/f36-components'
import { PencilSimpleIcon } from '@contentful/f36-icons'
import type { DraggableAttributes } from '@dnd-kit/core'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { AssetProps } from 'contentful-management'
import { memo, type Ref } from 'react'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { getPictureTitle, getPublicationState, type SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import { PublicationBadge } from '#cms/photo-desk/components/publication-badge.tsx'
import { PictureThumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import { findMissingTexts } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { ENTRY_ID_ATTRIBUTE } from './grid-keys.ts'

interface OrderTileProps {
  readonly id: string
  /** `undefined` if the picture does not exist any more. */
  readonly entry: SpaceEntry | undefined
  readonly asset: AssetProps | undefined
  readonly pictureType: PictureType
  /** The position in the list, from 1. */
  readonly position: number
  readonly isSelected: boolean
  /** Whether the tile is the one that Tab reaches. */
  readonly isReached: boolean
  /** Whether the picture moves together with the one that is dragged. */
  readonly isDraggedToo: boolean
  readonly onToggle: (id: string) => void
  readonly onOpen: (id: string) => void
}

/** px of the requested picture: twice the width of a cell in most layouts. */
export const TILE_PICTURE_WIDTH = 560

const SORTABLE_OPTIONS = {
  animateLayoutChanges: () => false, // dropped pictures are at their new place at once
  resizeObserverConfig: { disabled: true }, // no tile changes its size during a drag
  transition: matchMedia('(prefers-reduced-motion: reduce)').matches ? null : { duration: 160, easing: 'ease-out' },
}

/** A picture of the grid, which can be dragged. Memoized: most tiles stay as they are while others change. */
export const OrderTile = memo((props: OrderTileProps) => {
  const { id, isReached } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    ...SORTABLE_OPTIONS,
    attributes: { tabIndex: isReached ? 0 : -1 },
  })
  return (
    <li
      ref={setNodeRef}
      {...{ [ENTRY_ID_ATTRIBUTE]: id }}
      className="order-tile"
      data-is-selected={props.isSelected || undefined}
      data-is-dragged={isDragging || props.isDraggedToo || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      {...listeners}
    >
      <TileContent {...props} handleRef={setActivatorNodeRef} attributes={attributes} />
    </li>
  )
})

interface TileContentProps extends OrderTileProps {
  readonly handleRef: Ref<HTMLDivElement>
  readonly attributes: DraggableAttributes
}

/** Does not render again while the tile makes way for another one. */
const TileContent = memo(({ handleRef, attributes, ...props }: TileContentProps) => {
  const { id, entry, asset, pictureType, position, isSelected, isReached } = props
  const state = entry && getPublicationState(entry)
  const name = getPictureTitle(entry && { entry, asset }, pictureType)
  const tabIndex = isReached ? 0 : -1
  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the attributes contain the role of a button */}
      <div ref={handleRef} {...attributes} className="order-handle" aria-disabled={false} aria-pressed={isSelected}>
        <span className="desk-hidden">
          {position}: {name}
        </span>
        <PictureThumbnail {...{ entry, asset, pictureType }} width={TILE_PICTURE_WIDTH} />
        <span className="order-position" aria-hidden="true">
          {position}
        </span>
        <Flex as="span" className="order-badges" flexDirection="column" alignItems="flex-end" gap="spacing2Xs">
          {listProblems(props).map((problem) => (
            <Badge key={problem} variant="negative" textTransform="none">
              {problem}
            </Badge>
          ))}
          {state && state !== 'published' && <PublicationBadge state={state} />}
        </Flex>
      </div>
      <TileCheckbox {...{ name, isSelected, tabIndex }} onToggle={() => props.onToggle(id)} />
      {entry && (
        <button
          type="button"
          className="order-open"
          tabIndex={tabIndex}
          title="Open"
          aria-label={`Open ${name}`}
          onClick={() => props.onOpen(id)}
        >
          <PencilSimpleIcon size="small" />
        </button>
      )}
    </>
  )
})

interface TileCheckboxProps {
  readonly name: string
  readonly isSelected: boolean
  readonly tabIndex?: number
  readonly onToggle: () => void
}

/** Adds a picture to the selection, or takes it out. */
export const TileCheckbox = ({ name, isSelected, tabIndex, onToggle }: TileCheckboxProps) => (
  <label className="order-checkbox">
    <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} tabIndex={tabIndex} onChange={onToggle} />
  </label>
)

function listProblems({ entry, asset, pictureType }: OrderTileProps): readonly string[] {
  if (!entry) return ['Does not exist any more']
  const isTextMissing = findMissingTexts(entry, pictureType).length > 0
  return [...(asset ? [] : ['File missing']), ...(isTextMissing ? ['Text missing'] : [])]
}
