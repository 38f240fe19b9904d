import { readFile } from 'node:fs/promises'
import { UserError } from '#shared/user-error.ts'
import type { PictureTexts, PictureType } from './picture-type.ts'

/** The texts of one picture in a CSV file. */
export interface PictureTextsRow {
  /** The location in messages, for example `texts.csv, line 3`. */
  readonly location: string
  /** The file name or path in the row, with `/` as separator. */
  readonly file: string
  readonly texts: PictureTexts
}

const FILE_COLUMN = 'file'

/** Reads a CSV file with the columns `file` and one per text. Throws `UserError` with the problems and their lines. */
export async function readTextsFile(path: string, { columns }: PictureType): Promise<readonly PictureTextsRow[]> {
  const content = await readFile(path).catch(() => {
    throw new UserError(`${path} cannot be read: correct the path`)
  })
  const [headingRow, ...rows] = parseRows(path, content)
  const knownColumns = [FILE_COLUMN, ...Object.keys(columns)]
  const columnsByHeading = new Map(knownColumns.map((column) => [normalizeHeading(column), column]))
  const headings = trimEmptyCells(headingRow?.cells ?? []).map(
    (cell) => columnsByHeading.get(normalizeHeading(cell)) ?? cell.trim(),
  )
  const headingProblems = validateHeadings(headings, knownColumns)
  if (headingProblems.length > 0)
    throw new UserError(headingProblems.map((problem) => `${path}, line ${headingRow?.line ?? 1}: ${problem}`))

  const getValue = ({ cells }: CsvRow, column: string) => cells[headings.indexOf(column)]?.trim() || null
  const results = rows.map((row) => {
    const texts = Object.entries(columns).map(([column, { field }]) => [field, getValue(row, column)])
    return {
      location: `${path}, line ${row.line}`,
      file: getValue(row, FILE_COLUMN)?.replaceAll('\\', '/') ?? '',
      texts: Object.fromEntries(texts),
      hasExtraCells: trimEmptyCells(row.cells).length > headings.length,
    }
  })
  const problems = results.flatMap(({ location, file, hasExtraCells }) => {
    if (hasExtraCells) return [`${location}: more cells than headings; put texts with separators into quotation marks`]
    return file === '' ? [`${location}: has no file name`] : []
  })
  if (problems.length > 0) throw new UserError(problems)
  return results
}

/** Removes empty cells at the end, which spreadsheets also write. */
const trimEmptyCells = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

/** `Focal point` and `focalPoint` are the same heading. */
const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

function parseRows(path: string, content: Buffer): readonly CsvRow[] {
  try {
    return parseCsv(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    if (error instanceof CsvParseError) throw new UserError(`${path}, line ${error.line}: ${error.message}`)
    throw new UserError(`${path} is not UTF-8: save it as “CSV UTF-8”`)
  }
}

function validateHeadings(headings: readonly string[], knownColumns: readonly string[]): readonly string[] {
  const expected = `the first line must contain the columns: ${knownColumns.join(', ')}`
  const unknown = headings.filter((name) => !knownColumns.includes(name))
  const repeated = headings.filter((name, index) => headings.indexOf(name) !== index)
  return [
    ...unknown.map((name) => `there is no column "${name}"; ${expected}`),
    ...repeated.map((name) => `the column "${name}" is repeated`),
    ...(headings.includes(FILE_COLUMN) ? [] : [`the column "${FILE_COLUMN}" is missing; ${expected}`]),
  ]
}

/** A record of a CSV file, and its first line. */
interface CsvRow {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A syntax error of a CSV file. */
export class CsvParseError extends Error {
  override readonly name = 'CsvParseError'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** Matches one cell, quoted or not, and what follows: a separator, a line break or the end. Sticky: matches continue each other. */
const createCellPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

/**
 * Parses CSV (RFC 4180) as spreadsheets write it: with a byte order mark, any line breaks, and `;` or tabs as separator
 * in some locales. Skips empty lines. Throws `CsvParseError`.
 */
export function parseCsv(text: string): readonly CsvRow[] {
  const content = text.replace(/^\ufeff/, '')
  const pattern = createCellPattern(detectSeparator(content))
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let firstLine = 1
  while (pattern.lastIndex < content.length || cells.length > 0) {
    const start = pattern.lastIndex
    const [match, quoted, unquoted = '', end = ''] = pattern.exec(content) ?? []
    if (match === undefined) throw new CsvParseError(line, describeSyntaxError(content, start))
    cells.push(quoted?.replaceAll('""', '"') ?? unquoted)
    line += match.match(/\r\n|\n|\r/g)?.length ?? 0
    if (end !== '' && !/[\r\n]/.test(end)) continue
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: firstLine, cells })
    cells = []
    firstLine = line
  }
  return rows
}

/** Returns the first separator outside of quotes: headings contain no other one. */
const detectSeparator = (content: string) => /[,;\t]/.exec(content.replace(/"[^"]*"/g, ''))?.[0] ?? ','

const describeSyntaxError = (content: string, start: number) =>
  content[start] === '"' && !/^"(?:[^"]|"")*"/.test(content.slice(start))
    ? 'a quotation mark is not closed'
    : 'there is text after a closing quotation mark'
