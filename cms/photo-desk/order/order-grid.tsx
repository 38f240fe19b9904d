import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { getPicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { DragSurface, type Point } from './drag-surface.tsx'
import {
  createGridLayout,
  findIndexAtPoint,
  findIndexByKey,
  type GridSizes,
  locatePictures,
  type PictureGroup,
} from './grid-layout.ts'
import type { PictureOrder } from './move-entries.ts'
import { MovePreview, usePreviewPosition } from './move-preview.tsx'
import { OrderTile } from './order-tile.tsx'
import { getShownOrder } from './picture-move.ts'
import { EMPTY_SELECTION, type Selection, selectAll, selectOnly, selectRange, toggleSelected } from './selection.ts'
import { useGridSizes } from './use-grid-sizes.ts'
import { usePictureMove } from './use-picture-move.ts'
import { type PictureEdit, useTileHandlers } from './use-tile-handlers.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface OrderGridProps {
  readonly spacePictures: SpacePictures
  readonly pictureType: PictureType
  readonly order: PictureOrder
  /** Groups an order as visitors see it. */
  readonly group: (order: PictureOrder) => readonly PictureGroup[]
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onMove: (order: PictureOrder) => void
  readonly onRemove: (ids: ReadonlySet<string>) => void
  readonly onEdit: (entryId: string, kind: PictureEdit) => void
  /** Reads a text to users of screen readers. */
  readonly announce: (text: string) => void
}

/** The pictures as visitors see them. They are moved by mouse, touch and keyboard. Only tiles near the screen are mounted. */
export function OrderGrid(props: OrderGridProps) {
  const container = useRef<HTMLDivElement>(null)
  const sizes = useGridSizes(container, props.pictureType.name)
  return <div ref={container}>{sizes && <MeasuredGrid {...props} sizes={sizes} />}</div>
}

function MeasuredGrid({ sizes, ...props }: OrderGridProps & { readonly sizes: GridSizes }) {
  const { spacePictures, pictureType, order, group, selection, onSelect } = props
  const surface = useRef<HTMLElement>(null)
  const { move, pickUp, moveTo, drop, cancel } = usePictureMove(props)
  const shownOrder = useMemo(() => (move ? getShownOrder(order, move) : order), [order, move])
  const layout = useMemo(() => createGridLayout(group(shownOrder), sizes), [group, shownOrder, sizes])
  const places = useMemo(() => locatePictures(layout), [layout])
  const { focusedId, tile, focus, setFocusedId } = useRovingFocus(layout.order)
  const { rows, scrollToPicture, pageRows } = useVisibleRows(layout, focusedId, surface)
  const preview = usePreviewPosition(move?.input === 'pointer')
  const id = useId()

  const handleKey = (event: KeyboardEvent) => {
    if (focusedId === undefined || event.target !== tile.current) return
    const index = findIndexByKey(layout, layout.order.indexOf(focusedId), event.key, pageRows)
    const nextId = index === undefined ? undefined : layout.order[index]
    if (move) {
      if (event.key === 'Escape') cancel()
      else if (event.key === ' ' || event.key === 'Enter') drop()
      else if (index !== undefined) moveTo(index)
      else return
    } else if (nextId !== undefined) {
      focus(nextId)
      scrollToPicture(nextId)
      if (event.shiftKey)
        onSelect(selectRange(selection.anchorId === undefined ? selectOnly(focusedId) : selection, order, nextId))
    } else if (event.key === ' ') pickUp(focusedId, 'keyboard')
    else if (event.key === 'Enter') onSelect(toggleSelected(selection, focusedId))
    else if (event.key === 'Escape') onSelect(EMPTY_SELECTION)
    else if (event.key === 'Delete') props.onRemove(selection.ids.size > 0 ? selection.ids : new Set([focusedId]))
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(selectAll(order))
    else return
    event.preventDefault()
  }
  const isMovedByKeyboard = move?.input === 'keyboard'
  useLayoutEffect(() => {
    if (isMovedByKeyboard && focusedId !== undefined) scrollToPicture(focusedId)
  }, [isMovedByKeyboard, layout])

  const movePointer = (point: Point) => {
    preview.moveTo(point)
    const box = surface.current?.getBoundingClientRect()
    if (box) moveTo(findIndexAtPoint(layout, point.x - box.left, point.y - box.top))
  }
  const handlers = useTileHandlers({ ...props, onFocus: setFocusedId })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the grid inside
    <div onKeyDown={handleKey} onBlur={isMovedByKeyboard ? cancel : undefined}>
      <DragSurface
        surface={surface}
        onStart={(entryId, point) => {
          preview.moveTo(point)
          setFocusedId(entryId)
          pickUp(entryId, 'pointer')
        }}
        onMove={movePointer}
        onDrop={drop}
        onCancel={cancel}
      >
        <p id={`${id}description`} hidden>
          Press Space to pick up, the arrow keys to move and Space to drop. Press Enter to select.
        </p>
        {/* The rows name their cells, which are not inside: a tile keeps its element when it moves to another row. */}
        {/* biome-ignore lint/a11y/useSemanticElements: the cells are positioned by a transform */}
        <div
          role="grid"
          aria-label={`Order of the ${pictureType.name}s`}
          aria-multiselectable
          aria-rowcount={layout.pictureRows.length}
        >
          {rows.map(
            (row) =>
              'ids' in row && (
                // biome-ignore lint/a11y: as the grid
                <div
                  key={row.top}
                  role="row"
                  aria-rowindex={layout.pictureRows.indexOf(row) + 1}
                  aria-owns={row.ids.map((entryId) => `${id}${entryId}`).join(' ')}
                />
              ),
          )}
        </div>
        <div className="order-tiles" data-is-moving={move !== undefined} style={{ height: layout.height }}>
          {rows.map((row) =>
            'title' in row ? (
              <h2 key={row.title} className="order-group" style={{ transform: `translateY(${row.top}px)` }}>
                {row.title}
              </h2>
            ) : undefined,
          )}
          {rows
            .flatMap((row) => ('ids' in row ? row.ids : []))
            .toSorted() // the order in the document does not matter, and elements that do not move keep their focus
            .map((entryId) => {
              const { entry, asset } = getPicture(spacePictures, pictureType, entryId) ?? {}
              const isMoved = entryId === move?.activeId
              return (
                <OrderTile
                  key={entryId}
                  ref={entryId === focusedId ? tile : undefined}
                  id={entryId}
                  elementId={`${id}${entryId}`}
                  descriptionId={`${id}description`}
                  entry={entry}
                  asset={asset}
                  pictureType={pictureType}
                  left={places.get(entryId)?.left ?? 0}
                  top={places.get(entryId)?.top ?? 0}
                  width={sizes.cellWidth}
                  height={sizes.cellHeight}
                  position={(places.get(entryId)?.index ?? 0) + 1}
                  isSelected={selection.ids.has(entryId)}
                  isActive={entryId === focusedId}
                  movedBy={isMoved ? move.input : undefined}
                  movedCount={isMoved ? move.ids.size : 0}
                  {...handlers}
                />
              )
            })}
        </div>
      </DragSurface>
      {move?.input === 'pointer' && (
        <MovePreview
          ref={preview.element}
          spacePictures={spacePictures}
          pictureType={pictureType}
          move={move}
          sizes={sizes}
        />
      )}
    </div>
  )
}

/** Returns the picture that Tab reaches. When it is removed, it is the one that follows. */
function useRovingFocus(order: PictureOrder) {
  const [focused, setFocused] = useState({ id: order[0], index: 0, requests: 0 })
  const tile = useRef<HTMLDivElement>(null)
  const isListed = focused.id !== undefined && order.includes(focused.id)
  const focusedId = isListed ? focused.id : order[Math.min(focused.index, order.length - 1)]
  // After the tile is mounted.
  useLayoutEffect(() => {
    if (focused.requests > 0) tile.current?.focus({ preventScroll: true })
  }, [focused.requests])
  const setFocusedId = (id: string) => setFocused((previous) => ({ ...previous, id, index: order.indexOf(id) }))
  const focus = (id: string) => setFocused(({ requests }) => ({ id, index: order.indexOf(id), requests: requests + 1 }))
  return { focusedId, tile, focus, setFocusedId }
}
