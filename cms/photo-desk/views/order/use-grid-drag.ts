import { closestCenter, type DndContextProps, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { useState } from 'react'
import { dropEntries } from '#cms/photo-desk/state/order/move-entries.ts'
import type { OrderEditor } from './use-order-editor.ts'

/** The mouse moves some px before a press becomes a drag. */
const MOUSE_OPTIONS = { activationConstraint: { distance: 5 } }

/** A touch becomes a drag after some ms within a few px. Before that, it scrolls the page. */
const TOUCH_OPTIONS = { activationConstraint: { delay: 200, tolerance: 8 } }

/** The view says where a picture is dropped. */
const SILENT = () => undefined
const ANNOUNCEMENTS = { onDragStart: SILENT, onDragOver: SILENT, onDragEnd: SILENT, onDragCancel: SILENT }

/** Moves pictures by mouse and touch. Returns the dragged one, those that move with it, and the drag context. */
export function useGridDrag({ order, listMoved, move }: OrderEditor) {
  const sensors = useSensors(useSensor(MouseSensor, MOUSE_OPTIONS), useSensor(TouchSensor, TOUCH_OPTIONS))
  const [draggedId, setDraggedId] = useState<string>()

  const contextProps: DndContextProps = {
    sensors,
    collisionDetection: closestCenter,
    accessibility: { announcements: ANNOUNCEMENTS },
    onDragStart: ({ active }) => setDraggedId(String(active.id)),
    onDragEnd: ({ active, over }) => {
      const id = String(active.id)
      setDraggedId(undefined)
      if (over) move('Dropped at', dropEntries(order, listMoved(id), id, String(over.id)), listMoved(id))
    },
    onDragCancel: () => setDraggedId(undefined),
  }
  return { draggedId, movedIds: draggedId === undefined ? new Set<string>() : listMoved(draggedId), contextProps }
}
