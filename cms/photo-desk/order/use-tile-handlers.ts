import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PictureOrder } from './move-entries.ts'
import { type Selection, selectOnly, selectRange, toggleSelected } from './selection.ts'

/** What an editor can change of a picture in the grid. */
export type PictureEdit = 'texts' | 'focalPoint'

interface TileHandlerOptions {
  readonly order: PictureOrder
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onFocus: (entryId: string) => void
  readonly onEdit: (entryId: string, kind: PictureEdit) => void
}

/** Returns handlers that stay the same, so that tiles do not render again. */
export function useTileHandlers(options: TileHandlerOptions) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [handlers] = useState(() => ({
    onFocus: (id: string) => latest.current.onFocus(id),
    onEdit: (id: string, kind: PictureEdit) => latest.current.onEdit(id, kind),
    onToggle: (id: string) => {
      const { selection, onSelect } = latest.current
      onSelect(toggleSelected(selection, id))
    },
    onClick: (id: string, { shiftKey, ctrlKey, metaKey }: MouseEvent) => {
      const { selection, order, onSelect } = latest.current
      if (shiftKey) onSelect(selectRange(selection, order, id))
      else if (ctrlKey || metaKey) onSelect(toggleSelected(selection, id))
      else onSelect(selectOnly(id))
    },
  }))
  return handlers
}
