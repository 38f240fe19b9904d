import { type RefObject, useLayoutEffect, useState } from 'react'
import type { GridSizes } from './grid-layout.ts'

/** The number of columns from a viewport width in px on. */
type ColumnBreakpoints = readonly { readonly minWidth: number; readonly columns: number }[]

/** The columns of the gallery page (src/pages/gallery/photo-grid.tsx). */
const PHOTO_COLUMNS: ColumnBreakpoints = [
  { minWidth: 992, columns: 4 },
  { minWidth: 480, columns: 3 },
  { minWidth: 0, columns: 2 },
]

/** The columns of the affiliations on the services page (src/pages/services/affiliations.tsx). */
const LOGO_COLUMNS: ColumnBreakpoints = [
  { minWidth: 768, columns: 5 },
  { minWidth: 480, columns: 3 },
  { minWidth: 0, columns: 2 },
]

/** Sizes of the gallery page, in px. */
const GAP = 8
const SMALL_GAP = 4
const SMALL_VIEWPORT = 480
const PHOTO_ASPECT_RATIO = 3 / 2

const LOGO_HEIGHT = 120
const TITLE_HEIGHT = 40

/** Returns the sizes of the grid in its container. `undefined` until the container is measured. */
export function useGridSizes(
  container: RefObject<HTMLElement | null>,
  type: 'photograph' | 'logo',
): GridSizes | undefined {
  const [sizes, setSizes] = useState<GridSizes>()
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const measure = () => setSizes(computeGridSizes(element.clientWidth, window.innerWidth, type))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [container, type])
  return sizes
}

/** Computes the sizes of a grid from its width and that of the viewport. */
export function computeGridSizes(width: number, viewportWidth: number, type: 'photograph' | 'logo'): GridSizes {
  const breakpoints = type === 'photograph' ? PHOTO_COLUMNS : LOGO_COLUMNS
  const columns = breakpoints.find(({ minWidth }) => viewportWidth >= minWidth)?.columns ?? 1
  const gap = viewportWidth < SMALL_VIEWPORT ? SMALL_GAP : GAP
  const cellWidth = (width - gap * (columns - 1)) / columns
  const cellHeight = type === 'photograph' ? cellWidth / PHOTO_ASPECT_RATIO : LOGO_HEIGHT
  return { columns, cellWidth, cellHeight, gap, titleHeight: TITLE_HEIGHT }
}
