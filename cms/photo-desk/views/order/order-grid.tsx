import { Badge, Subheading } from '@contentful/f36-components'
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { SortableContext } from '@dnd-kit/sortable'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import { toggleSelected } from '#cms/photo-desk/state/order/selection.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { KEYS_ID, OrderTile, TILE_PICTURE_WIDTH } from './order-tile.tsx'
import { useGridDrag } from './use-grid-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { OrderEditor } from './use-order-editor.ts'

/** The pictures as visitors see them. They are moved by mouse, touch and keyboard, unless some are left out by a filter. */
export function OrderGrid({ editor }: { readonly editor: OrderEditor }) {
  const { pictures, group, selection, select, announcement, shown } = editor
  const { pictureType } = useWorkspace()
  const isMovable = !shown.isFiltered
  const { draggedId, movedIds, contextProps } = useGridDrag(editor)
  const { held, order, reachedId, handlers } = useGridKeys(editor, draggedId !== undefined)
  const groups = useMemo(() => group(held ? order : shown.listedIds), [group, held, order, shown])
  const positions = useMemo(() => new Map(order.map((id, index) => [id, index + 1])), [order])
  const toggle = useCallback((id: string) => select((current) => toggleSelected(current, id)), [select])
  const grid = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tile = grid.current?.querySelector(`[data-entry-id="${CSS.escape(announcement.id)}"]`)
    tile?.scrollIntoView({ block: 'nearest' })
  }, [announcement])
  return (
    <DndContext {...contextProps}>
      <p id={KEYS_ID} hidden>
        Press Space to pick up, the arrow keys, Home or End to move and Space to drop. Press Enter to select.
      </p>
      <div ref={grid} className="order-grid" data-is-movable={isMovable || undefined} {...handlers}>
        {groups.map(({ title, ids }) => (
          <SortableContext key={title ?? ''} items={ids} disabled={!isMovable}>
            {title !== undefined && (
              <Subheading as="h2" marginTop="spacingM" marginBottom="spacingXs">
                {title}
              </Subheading>
            )}
            <ul
              className="order-tiles"
              data-type={pictureType.name}
              aria-label={title ?? `Order of the ${pictureType.name}s`}
            >
              {ids.map((id) => (
                <OrderTile
                  key={id}
                  id={id}
                  picture={pictures.get(id)}
                  position={positions.get(id) ?? 0}
                  isSelected={selection.ids.has(id)}
                  isReached={id === reachedId}
                  isHeld={held?.ids.has(id) ?? false}
                  isDraggedToo={movedIds.has(id)}
                  onToggle={toggle}
                />
              ))}
            </ul>
          </SortableContext>
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {draggedId !== undefined && (
          <div className="order-overlay">
            <Thumbnail picture={pictures.get(draggedId)} width={TILE_PICTURE_WIDTH} />
            {movedIds.size > 1 && <Badge className="order-count">{String(movedIds.size)}</Badge>}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}
