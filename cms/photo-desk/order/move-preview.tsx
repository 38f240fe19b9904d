import { type Ref, useLayoutEffect, useRef } from 'react'
import { getPicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { Point } from './drag-surface.tsx'
import type { GridSizes } from './grid-layout.ts'
import { TilePicture } from './order-tile.tsx'
import type { PictureMove } from './picture-move.ts'

interface MovePreviewProps {
  readonly ref: Ref<HTMLDivElement>
  readonly spacePictures: SpacePictures
  readonly pictureType: PictureType
  readonly move: PictureMove
  readonly sizes: GridSizes
}

/** Pictures below the pointer while they are dragged. More are only counted. */
const MAX_PICTURES = 3

/** The pictures that follow the pointer while they are dragged, with their number. */
export function MovePreview({ ref, spacePictures, pictureType, move, sizes }: MovePreviewProps) {
  const others = [...move.ids].filter((id) => id !== move.activeId).slice(0, MAX_PICTURES - 1)
  return (
    <div
      ref={ref}
      className="order-preview"
      aria-hidden="true"
      style={{ width: sizes.cellWidth, height: sizes.cellHeight }}
    >
      {[...others, move.activeId].map((id) => {
        const { entry, asset } = getPicture(spacePictures, pictureType, id) ?? {}
        return (
          <div key={id} className="order-preview-picture">
            <TilePicture entry={entry} asset={asset} pictureType={pictureType} />
          </div>
        )
      })}
      {move.ids.size > 1 && <span className="order-count">{move.ids.size}</span>}
    </div>
  )
}

/** Positions the preview at the pointer without rendering. */
export function usePreviewPosition(isShown: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const point = useRef<Point>({ x: 0, y: 0 })
  const place = () => {
    if (element.current) element.current.style.translate = `${point.current.x}px ${point.current.y}px`
  }
  useLayoutEffect(place, [isShown])
  const moveTo = (next: Point) => {
    point.current = next
    place()
  }
  return { element, moveTo }
}
