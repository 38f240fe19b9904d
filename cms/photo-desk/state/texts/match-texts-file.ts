import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { findTextProblems, listTextColumns } from '#cms/photo-desk/state/pictures/text-columns.ts'
import type { CellChange } from './filled-cells.ts'
import { toCellValue } from './pasted-cells.ts'
import { isInList } from './picture-rows.ts'
import type { LeftOutPart, TextsFile } from './texts-csv.ts'

/**
 * Finds the pictures of a CSV file by their file names. An empty cell of the file changes nothing. A line without a picture
 * and a text that is not valid are left out, in the order of the lines.
 */
export function matchTextsFile(file: TextsFile, rows: readonly DeskPicture[], pictureType: PictureType) {
  const findRows = createRowFinder(rows.filter(isInList))
  const choices = new Map(listTextColumns(pictureType).map((column) => [column.field, column.choices]))
  const linesByRow = new Map<string, number>()
  const changes: CellChange[] = []
  const leftOut: LeftOutPart[] = [...file.leftOut]
  for (const { line, file: name, texts } of file.rows) {
    if (name === null || Object.keys(texts).length === 0) continue
    const matches = findRows(name)
    const [row] = matches
    const message = describeMatch(name, matches, linesByRow, pictureType)
    if (message !== undefined) leftOut.push({ line, message })
    if (message !== undefined || !row) continue
    linesByRow.set(row.id, line)
    for (const [column, { field }] of Object.entries(pictureType.columns)) {
      const value = toCellValue(texts[field] ?? '', choices.get(field))
      if (value === null || value === row.values[field]) continue
      const problem = findTextProblems(pictureType, { [field]: value }).get(field)
      if (problem === undefined) changes.push({ row, field, value })
      else leftOut.push({ line, column, message: problem })
    }
  }
  return { changes, leftOut: leftOut.toSorted((a, b) => a.line - b.line) }
}

/** Returns why a line is left out. */
function describeMatch(
  name: string,
  [row, other]: readonly DeskPicture[],
  linesByRow: ReadonlyMap<string, number>,
  pictureType: PictureType,
): string | undefined {
  if (!row) return `“${name}” is not a ${pictureType.name} of this list`
  if (other) return `“${name}” is the name of several ${pictureType.name}s: enter these texts in the table`
  const line = linesByRow.get(row.id)
  return line === undefined ? undefined : `line ${line} has the texts of the same ${pictureType.name}`
}

/** Finds pictures by a file name or path, with or without its extension. An exact name comes first. */
function createRowFinder(rows: readonly DeskPicture[]) {
  const named = rows.flatMap((row) => row.fileNames.map((name) => ({ row, name: normalizeName(name) })))
  const byName = Map.groupBy(named, ({ name }) => name)
  const byStem = Map.groupBy(named, ({ name }) => removeExtension(name))
  return (file: string): readonly DeskPicture[] => {
    const name = normalizeName(file)
    const matches = byName.get(name) ?? byStem.get(removeExtension(name)) ?? []
    return [...new Set(matches.map(({ row }) => row))]
  }
}

/** Returns a name without folders. macOS may write é as two characters. */
const normalizeName = (name: string) => (name.split('/').at(-1) ?? '').normalize().toLowerCase()

const removeExtension = (name: string) => name.replace(/\.[a-z]{3,4}$/, '')
