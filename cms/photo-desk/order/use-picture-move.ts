import { useState } from 'react'
import type { PictureGroup } from './grid-layout.ts'
import { moveEntries, type PictureOrder } from './move-entries.ts'
import { describeMove, getShownOrder, type PictureMove, startMove } from './picture-move.ts'
import type { Selection } from './selection.ts'

interface PictureMoveOptions {
  readonly order: PictureOrder
  /** Groups an order as visitors see it. */
  readonly group: (order: PictureOrder) => readonly PictureGroup[]
  readonly selection: Selection
  /** Called with the order after a move. */
  readonly onMove: (order: PictureOrder) => void
  /** Reads a text to users of screen readers. */
  readonly announce: (text: string) => void
}

/** Returns the running move of pictures, and functions that pick them up, move, drop them or cancel the move. */
export function usePictureMove({ order, group, selection, onMove, announce }: PictureMoveOptions) {
  const [move, setMove] = useState<PictureMove>()
  const arrange = (changed: PictureOrder): PictureOrder => group(changed).flatMap(({ ids }) => ids)

  return {
    move,
    pickUp: (activeId: string, input: PictureMove['input']) => {
      const started = startMove(order, selection, activeId, input)
      setMove(started)
      const count = started.ids.size
      announce(
        describeMove(count > 1 ? `Picked up ${count} pictures at` : 'Picked up the picture at', order, started.ids),
      )
    },
    /** Moves to an index of the shown pictures. */
    moveTo: (index: number) => {
      if (!move || index === move.index) return
      const moved = { ...move, index }
      setMove(moved)
      if (move.input === 'pointer') return
      announce(
        `Moved to position ${arrange(getShownOrder(order, moved)).indexOf(move.activeId) + 1} of ${order.length}`,
      )
    },
    drop: () => {
      if (!move) return
      const moved = arrange(moveEntries(order, move.ids, move.index))
      setMove(undefined)
      onMove(moved)
      announce(describeMove('Dropped at', moved, move.ids))
    },
    cancel: () => {
      if (!move) return
      setMove(undefined)
      announce(describeMove('Canceled. Still at', order, move.ids))
    },
  }
}
