import { Badge, Subheading } from '@contentful/f36-components'
import {
  type Announcements,
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardCode,
  KeyboardSensor,
  type KeyboardSensorOptions,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext } from '@dnd-kit/sortable'
import {
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type SetStateAction,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import { describeMove, dropEntries, type PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import type { PictureGroup } from '#cms/photo-desk/state/order/picture-groups.ts'
import {
  EMPTY_SELECTION,
  type Selection,
  selectOnly,
  selectRange,
  toggleSelected,
} from '#cms/photo-desk/state/order/selection.ts'
import { usePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { findEntryId, findTileByKey, getKeyboardPlace } from './grid-keys.ts'
import { OrderTile, TILE_PICTURE_WIDTH } from './order-tile.tsx'

interface OrderGridProps {
  /** All pictures of the list, as visitors see them. */
  readonly order: PictureOrder
  /** The pictures that are shown. */
  readonly groups: readonly PictureGroup[]
  /** Returns an order as visitors see it. */
  readonly arrange: (order: PictureOrder) => PictureOrder
  /** Whether pictures can be dragged. */
  readonly isMovable: boolean
  readonly selection: Selection
  readonly onSelect: Dispatch<SetStateAction<Selection>>
  readonly onSelectAll: () => void
  readonly onMove: (order: PictureOrder) => void
  /** Removes the selected pictures, or the one with the focus. */
  readonly onRemove: (focusedId: string) => void
  readonly onOpen: (entryId: string) => void
}

/** The mouse moves some px before a press becomes a drag. */
const MOUSE_OPTIONS = { activationConstraint: { distance: 5 } }

/** A touch becomes a drag after some ms within a few px. Before that, it scrolls the page. */
const TOUCH_OPTIONS = { activationConstraint: { delay: 200, tolerance: 8 } }

const KEYBOARD_OPTIONS: KeyboardSensorOptions = {
  coordinateGetter: getKeyboardPlace,
  scrollBehavior: 'auto',
  keyboardCodes: {
    start: [KeyboardCode.Space],
    cancel: [KeyboardCode.Esc],
    end: [KeyboardCode.Space, KeyboardCode.Enter, KeyboardCode.Tab],
  },
}

/** The pictures as visitors see them. They are moved by mouse, touch and keyboard. */
export function OrderGrid(props: OrderGridProps) {
  const { order, groups, arrange, isMovable, selection, onSelect } = props
  const { pictureType } = useWorkspace()
  const pictures = usePictures()
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE_OPTIONS),
    useSensor(TouchSensor, TOUCH_OPTIONS),
    useSensor(KeyboardSensor, KEYBOARD_OPTIONS),
  )
  const [draggedId, setDraggedId] = useState<string>()
  const shown = useMemo(() => groups.flatMap(({ ids }) => ids), [groups])
  const positions = useMemo(() => new Map(order.map((id, index) => [id, index + 1])), [order])
  const [reachedId, setReached] = useReachedId(shown)
  const toggle = useCallback((id: string) => onSelect((current) => toggleSelected(current, id)), [onSelect])

  /** The pictures that move with one: all selected ones if it is selected. */
  const listMoved = (id: UniqueIdentifier): ReadonlySet<string> =>
    new Set(selection.ids.has(String(id)) ? order.filter((other) => selection.ids.has(other)) : [String(id)])
  const drop = (id: UniqueIdentifier, overId: UniqueIdentifier): PictureOrder =>
    arrange(dropEntries(order, listMoved(id), String(id), String(overId)))
  const moved = draggedId === undefined ? new Set<string>() : listMoved(draggedId)

  /** The picture whose place was announced last. */
  const lastOver = useRef<UniqueIdentifier>(undefined)
  const describe = (action: string, id: UniqueIdentifier, overId?: UniqueIdentifier) =>
    describeMove(action, overId === undefined ? order : drop(id, overId), listMoved(id))
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      const count = listMoved(active.id).size
      lastOver.current = active.id
      return describe(count > 1 ? `Picked up ${count} pictures at` : 'Picked up the picture at', active.id)
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === lastOver.current) return undefined
      lastOver.current = over.id
      return describe('Moved to', active.id, over.id)
    },
    onDragEnd: ({ active, over }) => describe('Dropped at', active.id, over?.id),
    onDragCancel: ({ active }) => describe('Canceled. Still at', active.id),
  }

  const handleKey = (event: KeyboardEvent) => {
    const { key, target } = event
    const tile = target instanceof HTMLElement && target.matches('.order-handle') ? target.closest('li') : null
    const id = findEntryId(tile)
    if (!tile || id === undefined || draggedId !== undefined) return
    const next = findTileByKey(tile, key)
    const nextId = findEntryId(next ?? null)
    if (next && nextId !== undefined) {
      next.querySelector<HTMLElement>('.order-handle')?.focus()
      if (event.shiftKey)
        onSelect(selectRange(selection.anchorId === undefined ? selectOnly(id) : selection, shown, nextId))
    } else if (key === 'Enter' || (key === ' ' && !isMovable)) toggle(id)
    else if (key === 'Escape') onSelect(EMPTY_SELECTION)
    else if (key === 'Delete') props.onRemove(id)
    else if (key === 'a' && (event.ctrlKey || event.metaKey)) props.onSelectAll()
    else return
    event.preventDefault()
  }
  const handleClick = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const id = findEntryId(target)
    if (id === undefined || !(target instanceof Element) || !target.closest('.order-handle')) return
    if (shiftKey) onSelect(selectRange(selection, shown, id))
    else if (ctrlKey || metaKey) toggle(id)
    else onSelect(selectOnly(id))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: 'Press Space to pick up, the arrow keys to move and Space to drop. Press Enter to select.',
        },
      }}
      onDragStart={({ active }) => setDraggedId(String(active.id))}
      onDragEnd={({ active, over }) => {
        setDraggedId(undefined)
        if (over) props.onMove(drop(active.id, over.id))
      }}
      onDragCancel={() => setDraggedId(undefined)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys and clicks of the tiles inside */}
      <div
        className="order-grid"
        data-is-movable={isMovable || undefined}
        onKeyDown={handleKey}
        onClick={handleClick}
        onFocus={({ target }) => setReached(findEntryId(target))}
      >
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
                  isDraggedToo={moved.has(id)}
                  onToggle={toggle}
                  onOpen={props.onOpen}
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
            {moved.size > 1 && <Badge className="order-count">{String(moved.size)}</Badge>}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Returns the picture that Tab reaches: the one that had the focus last. When it is removed, it is the one that follows. */
function useReachedId(order: PictureOrder) {
  const [reached, setReached] = useState({ id: order[0], index: 0 })
  const isShown = reached.id !== undefined && order.includes(reached.id)
  const reachedId = isShown ? reached.id : order[Math.min(reached.index, order.length - 1)]
  return [
    reachedId,
    (id: string | undefined) => id !== undefined && setReached({ id, index: order.indexOf(id) }),
  ] as const
}
