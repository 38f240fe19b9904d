import { Checkbox } from '@contentful/f36-components'
import { CrosshairSimpleIcon, PencilSimpleIcon, WarningIcon } from '@contentful/f36-icons'
import type { AssetProps } from 'contentful-management'
import { type MouseEvent, memo, type Ref } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { getPictureUrl, getPublicationState, getText, type SpaceEntry } from '#cms/photo-desk/space/space-pictures.ts'
import { getMissingColumns } from '#cms/pictures/picture-texts.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { ENTRY_ID_ATTRIBUTE } from './drag-surface.tsx'
import type { PictureEdit } from './use-tile-handlers.ts'

interface OrderTileProps {
  readonly ref: Ref<HTMLDivElement> | undefined
  readonly id: string
  /** `undefined` if the picture does not exist any more. */
  readonly entry: SpaceEntry | undefined
  readonly asset: AssetProps | undefined
  readonly pictureType: PictureType
  /** px */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The position in the list, from 1. */
  readonly position: number
  readonly isSelected: boolean
  /** Whether the tile is the one that Tab reaches. */
  readonly isActive: boolean
  /** How the tile is moved at present. */
  readonly movedBy: 'pointer' | 'keyboard' | undefined
  /** The number of pictures that move with this one. */
  readonly movedCount: number
  readonly elementId: string
  readonly descriptionId: string
  readonly onFocus: (id: string) => void
  readonly onClick: (id: string, event: MouseEvent) => void
  readonly onToggle: (id: string) => void
  readonly onEdit: (id: string, kind: PictureEdit) => void
}

/** px of the requested picture: twice the width of a cell in most layouts. */
const TILE_PICTURE_WIDTH = 560

/** A picture of the grid. Memoized: most tiles stay as they are while others move. */
export const OrderTile = memo((props: OrderTileProps) => {
  const { id, entry, asset, pictureType, position, isSelected, isActive, movedBy, movedCount } = props
  const state = entry && getPublicationState(entry)
  const badge = state && state !== 'published' ? state : undefined
  const missing = entry ? findMissingTexts(entry, pictureType) : []
  const name = getPictureName(entry, pictureType)
  const problems = [badge, missing.length > 0 && `missing: ${missing.join(', ')}`].filter(Boolean)
  return (
    // biome-ignore lint/a11y: a cell of the grid, which handles the keys of all tiles
    <div
      ref={props.ref}
      {...{ [ENTRY_ID_ATTRIBUTE]: id }}
      id={props.elementId}
      className="order-tile"
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      aria-label={[`${position}: ${name}`, ...problems].join(', ')}
      aria-describedby={props.descriptionId}
      data-moved-by={movedBy}
      style={{ width: props.width, height: props.height, transform: `translate(${props.left}px, ${props.top}px)` }}
      onFocus={() => props.onFocus(id)}
      onClick={(event) => props.onClick(id, event)}
    >
      <TilePicture entry={entry} asset={asset} pictureType={pictureType} />
      <span className="order-position">{position}</span>
      <span className="order-badges">
        {missing.length > 0 && (
          <span className="order-missing" title={`Missing: ${missing.join(', ')}`}>
            <WarningIcon size="tiny" /> Text missing
          </span>
        )}
        {badge && <PublicationBadge state={badge} />}
      </span>
      {movedBy && movedCount > 1 && <span className="order-count">{movedCount}</span>}
      {/* biome-ignore lint/a11y: a click on the area around the checkbox must not select this picture only */}
      <span className="order-checkbox" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={`Select ${name}`}
          isChecked={isSelected}
          inputProps={{ tabIndex: isActive ? 0 : -1 }}
          onChange={() => props.onToggle(id)}
        />
      </span>
      {entry && <TileActions {...props} />}
    </div>
  )
})

/** The picture as visitors see it: photographs fill the cell around their focal point, logos stand in it. */
export function TilePicture({ entry, asset, pictureType }: Pick<OrderTileProps, 'entry' | 'asset' | 'pictureType'>) {
  const url = getPictureUrl(asset, TILE_PICTURE_WIDTH)
  if (!entry) return <span className="order-no-picture">This {pictureType.name} does not exist any more.</span>
  if (!url) return <span className="order-no-picture">The file is missing.</span>
  const focalPoint = getText(entry, 'focalPoint')
  return (
    <img
      className="order-picture"
      data-type={pictureType.name}
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      style={focalPoint ? { objectPosition: focalPoint } : undefined}
    />
  )
}

function TileActions({ id, entry, pictureType, isActive, onEdit }: OrderTileProps) {
  const name = getPictureName(entry, pictureType)
  return (
    // biome-ignore lint/a11y: a click on a button must not select this picture only
    <span className="order-actions" onClick={(event) => event.stopPropagation()}>
      {pictureType.name === 'photograph' && (
        <button
          type="button"
          tabIndex={isActive ? 0 : -1}
          title="Focal point"
          aria-label={`Focal point of ${name}`}
          onClick={() => onEdit(id, 'focalPoint')}
        >
          <CrosshairSimpleIcon size="small" />
        </button>
      )}
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        title="Edit texts"
        aria-label={`Edit texts of ${name}`}
        onClick={() => onEdit(id, 'texts')}
      >
        <PencilSimpleIcon size="small" />
      </button>
    </span>
  )
}

/** Returns the text that names a picture: the alternative text, or the name of the organization. Lists can have deleted ones. */
export function getPictureName(entry: SpaceEntry | undefined, { columns, name }: PictureType): string {
  const [first] = Object.values(columns)
  if (!entry) return `deleted ${name}`
  return (first && getText(entry, first.field)) || `${name} without a text`
}

function findMissingTexts(entry: SpaceEntry, pictureType: PictureType): readonly string[] {
  const fields = Object.values(pictureType.columns).map(({ field }) => field)
  return getMissingColumns(
    pictureType,
    Object.fromEntries(fields.map((field) => [field, getText(entry, field) || null])),
  )
}
