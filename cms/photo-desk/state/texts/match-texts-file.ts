import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { EntryValues } from '#cms/photo-desk/client/space-pictures.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { findTextProblems } from '#cms/photo-desk/state/pictures/text-columns.ts'
import type { CellChange } from './fill-cells.ts'
import { isInList } from './picture-rows.ts'
import type { TextsFile } from './texts-csv.ts'

/** A text of a CSV file that differs from the present text. */
export interface TextsFileChange extends CellChange {
  /** The name of the picture’s file. */
  readonly name: string
  /** The present text, which is overwritten; `null` if there is none. */
  readonly before: string | null
}

/**
 * Finds the pictures of a CSV file by their file names. An empty cell of the file changes nothing. Problems are in the
 * order of the lines: the file must not be applied if there are any.
 */
export function matchTextsFile(file: TextsFile, rows: readonly DeskPicture[], pictureType: PictureType) {
  const findRows = createRowFinder(rows.filter(isInList))
  const linesByRow = new Map<string, number>()
  const changes: TextsFileChange[] = []
  const problems = [...file.problems]
  for (const { line, file: name, texts } of file.rows) {
    if (name === null) continue
    const matches = findRows(name)
    const [row] = matches
    const problem = describeMatch(name, matches, linesByRow, pictureType)
    const messages = [problem ?? [], describeInvalidTexts(texts, pictureType)].flat()
    if (messages.length > 0) problems.push({ line, message: messages.join('; ') })
    if (problem || !row) continue
    linesByRow.set(row.id, line)
    for (const [field, value] of Object.entries(texts)) {
      const before = row.values[field] ?? null
      if (value !== null && value !== before) changes.push({ rowId: row.id, field, value, name: row.name, before })
    }
  }
  return { changes, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

function describeInvalidTexts(texts: EntryValues, pictureType: PictureType): readonly string[] {
  const problems = findTextProblems(pictureType, texts)
  return Object.entries(pictureType.columns).flatMap(([column, { field }]) =>
    texts[field] && problems.has(field) ? `${column} ${problems.get(field)}` : [],
  )
}

/** Returns why a line cannot be used for a picture. */
function describeMatch(
  name: string,
  [row, other]: readonly DeskPicture[],
  linesByRow: ReadonlyMap<string, number>,
  pictureType: PictureType,
): string | undefined {
  if (!row) return `“${name}” is no ${pictureType.name} of this list; correct the name, or remove the line`
  if (other) return `“${name}” is the name of several ${pictureType.name}s; enter these texts in the table`
  const line = linesByRow.get(row.id)
  return line === undefined ? undefined : `“${name}” already has a line: line ${line}`
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
