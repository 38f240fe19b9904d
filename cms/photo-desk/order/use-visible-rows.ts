import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { GridLayout, GridRow } from './grid-layout.ts'

/** Rows that are mounted above and below the screen. */
const OVERSCAN = 3

/** px at the edges of the screen that sticky bars cover. */
const BAR_HEIGHT = 72

/** Returns the rows to mount: those near the screen, and the row of the focused picture. */
export function useVisibleRows(
  { rows }: GridLayout,
  focusedId: string | undefined,
  grid: RefObject<HTMLElement | null>,
) {
  const [scrollMargin, setScrollMargin] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rows[index]?.height ?? 0,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: BAR_HEIGHT,
    scrollPaddingEnd: BAR_HEIGHT,
  })
  // The virtualizer keeps the heights of rows until it is told that they have changed.
  const heights = rows.map(({ height }) => height).join()
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heights])
  useLayoutEffect(() => {
    const measure = () => {
      if (grid.current) setScrollMargin(Math.round(grid.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure) // what stands above the grid changes the height of the page
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [grid])

  const visible = virtualizer.getVirtualItems().flatMap(({ index }) => rows[index] ?? [])
  const focusedRow = rows.find((row) => hasPicture(row, focusedId))
  return {
    rows: focusedRow && !visible.includes(focusedRow) ? [...visible, focusedRow] : visible,
    /** Scrolls until a picture is on the screen. */
    scrollToPicture: (id: string) => {
      const index = rows.findIndex((row) => hasPicture(row, id))
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
    },
    /** The number of rows of pictures that the screen shows. */
    pageRows: Math.max(1, Math.floor((window.innerHeight - 2 * BAR_HEIGHT) / (rows.at(-1)?.height ?? 1))),
  }
}

const hasPicture = (row: GridRow, id: string | undefined) => 'ids' in row && id !== undefined && row.ids.includes(id)
