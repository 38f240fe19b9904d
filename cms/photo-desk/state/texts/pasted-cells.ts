import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import type { TextColumn } from '#cms/photo-desk/state/pictures/text-columns.ts'
import type { CellChange } from './filled-cells.ts'

/** Matches one cell of a spreadsheet, quoted or not, and what follows: a tab, a line break or the end. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y

const NEEDS_QUOTES = /[\t\r\n]|""/

/**
 * Parses cells that a spreadsheet has copied: tabs between columns, line breaks between rows. A cell with a line break
 * or tab is in quotation marks, with its own ones doubled. In other cells quotation marks are a part of the text: a parser
 * of CSV files would remove them, or join the cells between them. The line break that ends the last row makes no further row.
 */
export function parsePastedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  CELL.lastIndex = 0
  for (;;) {
    const [, quoted, unquoted = '', end = ''] = CELL.exec(text) ?? []
    const cell = quoted === undefined ? unquoted : `"${quoted}"`
    rows.at(-1)?.push(quoted && NEEDS_QUOTES.test(quoted) ? quoted.replaceAll('""', '"') : cell)
    if (end !== '' && end !== '\t') rows.push([])
    if (CELL.lastIndex >= text.length && end !== '\t') break
  }
  return rows.at(-1)?.length === 0 ? rows.slice(0, -1) : rows
}

/** Returns the text of a single cell that a spreadsheet has put in quotation marks, on one line; `undefined` for other texts. */
export function parseQuotedCell(text: string): string | undefined {
  const cells = parsePastedCells(text).flat()
  const [cell = ''] = cells
  return cells.length === 1 && text.trimEnd() !== cell.trimEnd() ? (toCellValue(cell) ?? '') : undefined
}

/** Places pasted cells in rows and columns, from the first ones on. `extraCells` are beyond the last row or column. */
export function placePastedCells(
  cells: readonly (readonly string[])[],
  rows: readonly DeskPicture[],
  columns: readonly TextColumn[],
) {
  const changes: CellChange[] = []
  let extraCells = 0
  for (const [rowIndex, texts] of cells.entries())
    for (const [columnIndex, text] of texts.entries()) {
      const row = rows[rowIndex]
      const column = columns[columnIndex]
      if (row && column) changes.push({ row, field: column.field, value: toCellValue(text, column.choices) })
      else if (text.trim() !== '') extraCells += 1
    }
  return { changes, extraCells }
}

/** Returns a text on one line, with the spelling of the allowed values; `null` for an empty one. */
export function toCellValue(text: string, choices: readonly string[] = []): string | null {
  const line = text.trim().replace(/\s*[\r\n]+\s*/g, ' ')
  const choice = choices.find((value) => value.toLowerCase() === line.toLowerCase())
  return choice ?? (line || null)
}
