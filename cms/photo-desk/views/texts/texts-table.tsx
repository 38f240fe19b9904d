import { Text } from '@contentful/f36-components'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { listTextColumns, type TextColumn } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { parsePastedCells, placePastedCells } from '#cms/photo-desk/state/texts/pasted-cells.ts'
import { isInList } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { OrphanedTextsCells } from './orphaned-texts-cells.tsx'
import { focusCell, PictureCells } from './picture-cells.tsx'

/** px; the height of a row until it is measured */
const ROW_HEIGHT = 104

interface TextsTableProps {
  readonly rows: readonly DeskPicture[]
  /** Called by Enter in the last row. */
  readonly onEnd: () => void
}

/**
 * The table of texts. Only the rows near the screen are mounted, and those around the row with the focus, so that Tab and
 * Enter reach the next row wherever the page is scrolled to.
 */
export function TextsTable({ rows, onEnd }: TextsTableProps) {
  const { pictureType, filledCells, openPicture } = useWorkspace()
  const columns = listTextColumns(pictureType)
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [focusedId, setFocusedId] = useState<string>()
  const focusedIndex = rows.findIndex(({ id }) => id === focusedId)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    initialRect: { width: window.innerWidth, height: window.innerHeight }, // the first rows are mounted at once
    overscan: 4,
    scrollMargin,
    rangeExtractor: (range) => {
      const focusable = focusedIndex < 0 ? [] : [focusedIndex - 1, focusedIndex, focusedIndex + 1]
      const indexes = new Set([...defaultRangeExtractor(range), ...focusable])
      return [...indexes].filter((index) => index in rows).toSorted((a, b) => a - b)
    },
  })

  useLayoutEffect(() => {
    // The height of the page changes with what is above the table.
    const observer = new ResizeObserver(() => {
      if (body.current) setScrollMargin(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const listed = rows.filter(isInList)
  const listedIds = listed.map(({ id }) => id)
  const orphanedRows = rows.filter((row) => !isInList(row))

  function leaveRow(row: DeskPicture, field: string, offset: number) {
    const next = listed[listed.indexOf(row) + offset]
    if (!next) return offset > 0 && onEnd()
    flushSync(() => setFocusedId(next.id)) // the row is mounted
    focusCell(next.id, field)
  }

  function paste(event: ClipboardEvent<HTMLElement>, row: DeskPicture, column: TextColumn) {
    const cells = parsePastedCells(event.clipboardData.getData('text/plain'))
    if (cells.flat().length === 1 && column.choices.length === 0) return
    event.preventDefault()
    const rowsBelow = listed.slice(listed.indexOf(row))
    const { changes, extraCells } = placePastedCells(cells, rowsBelow, columns.slice(columns.indexOf(column)))
    filledCells.fill(changes, { extraTexts: extraCells })
  }

  return (
    <table className="texts-table" aria-rowcount={rows.length + 1} tabIndex={-1}>
      <caption className="desk-hidden">Texts of {pictureType.name}s</caption>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">
            {pictureType.name === 'logo' ? 'Logo' : 'Photograph'}
            <Help>Click it, or press Alt+Enter in a text, to see it large.</Help>
          </th>
          {columns.map(({ field, label, help, isRequired }) => (
            <th key={field} scope="col">
              {label}
              <Help>{isRequired ? `Required. ${help}` : help}</Help>
            </th>
          ))}
          <th scope="col" className="texts-state">
            State
          </th>
        </tr>
      </thead>
      <tbody ref={body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <tr
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              onFocus={() => setFocusedId(row.id)}
            >
              {isInList(row) ? (
                <PictureCells
                  {...{ row, columns }}
                  onLeave={(field, offset) => leaveRow(row, field, offset)}
                  onPaste={(event, column) => paste(event, row, column)}
                  onOpen={() => openPicture(row.id, listedIds)}
                />
              ) : (
                <OrphanedTextsCells {...{ row, orphanedRows, columns }} />
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Help = ({ children }: { readonly children: string }) => (
  <Text as="div" fontSize="fontSizeS" fontColor="gray600">
    {children}
  </Text>
)
