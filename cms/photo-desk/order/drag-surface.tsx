import {
  DndContext,
  type DragMoveEvent,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, type RefObject, type SyntheticEvent, useRef } from 'react'

/** A point in px from the top left corner of the viewport. */
export interface Point {
  readonly x: number
  readonly y: number
}

interface DragSurfaceProps {
  readonly children: ReactNode
  /** The element that the points are compared with. */
  readonly surface: RefObject<HTMLElement | null>
  /** Called with the id of the entry whose tile is dragged. */
  readonly onStart: (entryId: string, point: Point) => void
  /** Called when the pointer moves, and when the page scrolls under it. */
  readonly onMove: (point: Point) => void
  readonly onDrop: () => void
  readonly onCancel: () => void
}

/** px that the mouse moves before a press becomes a drag. */
const MOUSE_DISTANCE = 5

/** A touch becomes a drag after some ms within a few px. Before that, it scrolls the page. */
const TOUCH_CONSTRAINT = { delay: 200, tolerance: 8 }

/** The grid announces moves itself. */
const NO_ANNOUNCEMENTS = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

/**
 * Drags tiles by mouse and touch, and scrolls the page at its edges. All tiles together are one draggable element, whose
 * size does not change during a drag: a thousand draggable tiles would render again on every move of the pointer.
 */
export function DragSurface({ children, surface, onStart, onMove, onDrop, onCancel }: DragSurfaceProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH_CONSTRAINT }),
  )
  /** The start of the drag, in px from the top left corner of the document. */
  const start = useRef<Point>({ x: 0, y: 0 })
  const getPoint = ({ delta }: DragMoveEvent): Point => ({
    x: start.current.x + delta.x - window.scrollX,
    y: start.current.y + delta.y - window.scrollY,
  })
  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements: NO_ANNOUNCEMENTS, restoreFocus: false }}
      onDragStart={({ activatorEvent }) => {
        const entryId = findEntryId(activatorEvent.target)
        const point = getEventPoint(activatorEvent)
        if (!entryId || !point) return
        start.current = { x: point.x + window.scrollX, y: point.y + window.scrollY }
        onStart(entryId, point)
      }}
      onDragMove={(event) => onMove(getPoint(event))}
      onDragEnd={onDrop}
      onDragCancel={onCancel}
    >
      <DraggableElement surface={surface}>{children}</DraggableElement>
    </DndContext>
  )
}

/** The attribute of a tile with the id of its entry. */
export const ENTRY_ID_ATTRIBUTE = 'data-entry-id'

function DraggableElement({ children, surface }: Pick<DragSurfaceProps, 'children' | 'surface'>) {
  const { setNodeRef, listeners } = useDraggable({ id: 'pictures' })
  const startMouse = (event: SyntheticEvent) => {
    if (findEntryId(event.target) && !isControl(event.target)) listeners?.onMouseDown?.(event)
  }
  // On a phone, the controls cover half of a tile: a hold drags from there too, and a tap presses the control.
  const startTouch = (event: SyntheticEvent) => {
    if (findEntryId(event.target)) listeners?.onTouchStart?.(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside handles the keys
    <div
      className="order-surface"
      ref={(element) => {
        surface.current = element
        setNodeRef(element)
      }}
      onMouseDown={startMouse}
      onTouchStart={startTouch}
    >
      {children}
    </div>
  )
}

const findEntryId = (target: EventTarget | null) =>
  target instanceof Element
    ? (target.closest(`[${ENTRY_ID_ATTRIBUTE}]`)?.getAttribute(ENTRY_ID_ATTRIBUTE) ?? undefined)
    : undefined

const isControl = (target: EventTarget) => target instanceof Element && target.closest('button, input, label') !== null

function getEventPoint(event: Event): Point | undefined {
  if (event instanceof MouseEvent) return { x: event.clientX, y: event.clientY }
  const touch = event instanceof TouchEvent ? event.touches[0] : undefined
  return touch && { x: touch.clientX, y: touch.clientY }
}
