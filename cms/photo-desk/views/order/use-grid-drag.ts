import {
  closestCenter,
  type DndContextProps,
  KeyboardCode,
  KeyboardSensor,
  type KeyboardSensorOptions,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useRef, useState } from 'react'
import { describeMove, dropEntries, type PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import { getKeyboardPlace } from './use-grid-keys.ts'
import type { OrderEditor } from './use-order-editor.ts'

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

/** Moves pictures by mouse, touch and keyboard. Returns the dragged one, those that move with it, and the drag context. */
export function useGridDrag({ order, arrange, selection, change }: OrderEditor) {
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE_OPTIONS),
    useSensor(TouchSensor, TOUCH_OPTIONS),
    useSensor(KeyboardSensor, KEYBOARD_OPTIONS),
  )
  const [draggedId, setDraggedId] = useState<string>()

  /** The pictures that move with one: all selected ones if it is selected. */
  const listMoved = (id: UniqueIdentifier): ReadonlySet<string> =>
    new Set(selection.ids.has(String(id)) ? order.filter((other) => selection.ids.has(other)) : [String(id)])
  const drop = (id: UniqueIdentifier, overId: UniqueIdentifier): PictureOrder =>
    arrange(dropEntries(order, listMoved(id), String(id), String(overId)))

  /** The picture whose place was announced last. */
  const lastOver = useRef<UniqueIdentifier>(undefined)
  const describe = (action: string, id: UniqueIdentifier, overId?: UniqueIdentifier) =>
    describeMove(action, overId === undefined ? order : drop(id, overId), listMoved(id))
  const contextProps: DndContextProps = {
    sensors,
    collisionDetection: closestCenter,
    accessibility: {
      announcements: {
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
      },
      screenReaderInstructions: {
        draggable: 'Press Space to pick up, the arrow keys to move and Space to drop. Press Enter to select.',
      },
    },
    onDragStart: ({ active }) => setDraggedId(String(active.id)),
    onDragEnd: ({ active, over }) => {
      setDraggedId(undefined)
      if (over) change(drop(active.id, over.id))
    },
    onDragCancel: () => setDraggedId(undefined),
  }
  return { draggedId, movedIds: draggedId === undefined ? new Set<string>() : listMoved(draggedId), contextProps }
}
