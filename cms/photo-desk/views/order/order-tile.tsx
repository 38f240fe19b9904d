import { Badge, Flex } from '@contentful/f36-components'
import { PencilSimpleIcon } from '@contentful/f36-icons'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo } from 'react'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { PublicationBadge } from '#cms/photo-desk/components/publication-badge.tsx'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { isTextMissing } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

interface OrderTileProps {
  readonly id: string
  /** `undefined` if the picture does not exist any more. */
  readonly picture: SpacePicture | undefined
  /** The position in the list, from 1. */
  readonly position: number
  readonly isSelected: boolean
  /** Whether the tile is the one that Tab reaches. */
  readonly isReached: boolean
  /** Whether the picture is picked up by the keyboard. */
  readonly isHeld: boolean
  /** Whether the picture moves together with the one that is dragged. */
  readonly isDraggedToo: boolean
  readonly onToggle: (id: string) => void
}

/** The id of the text that describes the keys of a tile. */
export const KEYS_ID = 'order-keys'

/** px of the requested picture: twice the width of a cell in most layouts. */
export const TILE_PICTURE_WIDTH = 560

const SORTABLE_OPTIONS = {
  animateLayoutChanges: () => false, // dropped pictures are at their new place at once
  resizeObserverConfig: { disabled: true }, // no tile changes its size during a drag
  transition: matchMedia('(prefers-reduced-motion: reduce)').matches ? null : { duration: 160, easing: 'ease-out' },
}

/** A picture of the grid, which can be dragged. Memoized: most tiles stay as they are while others change. */
export const OrderTile = memo((props: OrderTileProps) => {
  const { id } = props
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id, ...SORTABLE_OPTIONS })
  return (
    <li
      ref={setNodeRef}
      data-entry-id={id}
      className="order-tile"
      data-is-selected={props.isSelected || undefined}
      data-is-held={props.isHeld || undefined}
      data-is-dragged={isDragging || props.isDraggedToo || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      {...listeners}
    >
      <TileContent {...props} />
    </li>
  )
})

/** Does not render again while the tile makes way for another one. The grid handles clicks on the picture and on “Open”. */
const TileContent = memo((props: OrderTileProps) => {
  const { id, picture, position, isSelected, isReached } = props
  const { pictureType } = useWorkspace()
  const name = picture?.title ?? `A deleted ${pictureType.name}`
  const tabIndex = isReached ? 0 : -1
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: Space, which picks up, would also click a button */}
      <div
        className="order-handle"
        role="button"
        tabIndex={tabIndex}
        aria-pressed={isSelected}
        aria-describedby={KEYS_ID}
      >
        <span className="desk-hidden">
          {position}: {name}
        </span>
        <Thumbnail picture={picture} width={TILE_PICTURE_WIDTH} />
        <span className="order-position" aria-hidden="true">
          {position}
        </span>
        <Flex as="span" className="order-badges" flexDirection="column" alignItems="flex-end" gap="spacing2Xs">
          {listProblems(picture, pictureType).map((problem) => (
            <Badge key={problem} variant="negative" textTransform="none">
              {problem}
            </Badge>
          ))}
          {picture && picture.state !== 'published' && <PublicationBadge state={picture.state} />}
        </Flex>
      </div>
      <TileCheckbox {...{ name, isSelected, tabIndex }} onToggle={() => props.onToggle(id)} />
      {picture && (
        <button type="button" className="order-open" tabIndex={tabIndex} title="Open" aria-label={`Open ${name}`}>
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

export const TileCheckbox = ({ name, isSelected, tabIndex, onToggle }: TileCheckboxProps) => (
  <label className="order-checkbox">
    <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} tabIndex={tabIndex} onChange={onToggle} />
  </label>
)

function listProblems(picture: SpacePicture | undefined, pictureType: PictureType): readonly string[] {
  if (!picture) return ['Does not exist any more']
  const hasTexts = !isTextMissing(pictureType, picture.values)
  return [...(picture.asset ? [] : ['File missing']), ...(!hasTexts ? ['Text missing'] : [])]
}
