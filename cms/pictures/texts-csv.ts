import type { PictureTexts, PictureType } from './picture-type.ts'

/** The texts of one picture in a CSV file. */
interface PictureTextsRow {
  /** The line in the file, from 1. */
  readonly line: number
  /** The file name or path in the row, with `/` as separator; `null` if the row has none. */
  readonly file: string | null
  /** Empty if the row has more cells than headings: then it is not known which text belongs where. */
  readonly texts: PictureTexts
}

/** A problem of a CSV file, for people. */
export interface TextsFileProblem {
  /** From 1; `null` for a problem of the whole file. */
  readonly line: number | null
  readonly message: string
}

export interface TextsFile {
  readonly rows: readonly PictureTextsRow[]
  /** Problems of the format. The file must not be used if there are any, but its rows can have further ones. */
  readonly problems: readonly TextsFileProblem[]
}

const FILE_COLUMN = 'file'

/** Parses a CSV file with the columns `file` and one per text. */
export function parseTextsCsv(content: Uint8Array, { columns }: PictureType): TextsFile {
  const { text, problems: encodingProblems } = decodeText(content)
  if (text === null) return { rows: [], problems: encodingProblems }
  const { rows: allRows, problems: syntaxProblems } = parseCsv(text)
  const [headingRow, ...rows] = allRows
  const problems = [...encodingProblems, ...syntaxProblems]
  // The first row that can be read is not the one with the headings.
  if (syntaxProblems.some(({ line }) => !headingRow || line < headingRow.line)) return { rows: [], problems }

  const knownColumns = [FILE_COLUMN, ...Object.keys(columns)]
  const columnsByHeading = new Map(knownColumns.map((column) => [normalizeHeading(column), column]))
  const headings = trimEmptyCells(headingRow?.cells ?? []).map(
    (cell) => columnsByHeading.get(normalizeHeading(cell)) ?? cell.trim(),
  )
  problems.push(
    ...validateHeadings(headings, knownColumns).map((message) => ({ line: headingRow?.line ?? 1, message })),
  )
  if (!headings.some((heading) => knownColumns.includes(heading))) return { rows: [], problems }

  const getValue = ({ cells }: CsvRow, column: string) => cells[headings.indexOf(column)]?.trim() || null
  const textsRows = rows.map((row): PictureTextsRow => {
    const { line, cells } = row
    const file = getValue(row, FILE_COLUMN)?.replaceAll('\\', '/') ?? null
    const hasExtraCells = trimEmptyCells(cells).length > headings.length
    if (hasExtraCells) problems.push({ line, message: EXTRA_CELLS })
    if (file === null && headings.includes(FILE_COLUMN)) problems.push({ line, message: 'has no file name' })
    const texts = Object.entries(columns).map(([column, { field }]) => [field, getValue(row, column)])
    return { line, file, texts: hasExtraCells ? {} : Object.fromEntries(texts) }
  })
  return { rows: textsRows, problems }
}

const EXTRA_CELLS = 'more cells than headings; put a text that contains a comma, semicolon or tab into quotation marks'

/** Removes empty cells at the end, which spreadsheets also write. */
const trimEmptyCells = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

/** `Focal point` and `focalPoint` are the same heading. */
const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

interface DecodedText {
  /** `null` for binary data and UTF-16. */
  readonly text: string | null
  readonly problems: readonly TextsFileProblem[]
}

/**
 * Decodes UTF-8. Another encoding is a problem, but the text of a spreadsheet that saves Windows-1252 is returned too, so
 * that its other problems are found.
 */
function decodeText(content: Uint8Array): DecodedText {
  const problems = [{ line: null, message: 'is not UTF-8: save it as “CSV UTF-8”' }]
  if (content.includes(0)) return { text: null, problems }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), problems: [] }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(content), problems }
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
interface CsvSyntaxError {
  /** From 1. */
  readonly line: number
  readonly message: string
}

interface ParsedCsv {
  readonly rows: readonly CsvRow[]
  /** The rows with errors are not among `rows`. */
  readonly problems: readonly CsvSyntaxError[]
}

/** Matches one cell, quoted or not, and what follows: a separator, a line break or the end. Sticky: matches continue each other. */
const createCellPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

/**
 * Parses CSV (RFC 4180) as spreadsheets write it: with a byte order mark, any line breaks, and `;` or tabs as separator
 * in some locales. Skips empty lines. After a syntax error it continues with the next line.
 */
export function parseCsv(text: string): ParsedCsv {
  const content = text.replace(/^\ufeff/, '')
  const pattern = createCellPattern(detectSeparator(content))
  const rows: CsvRow[] = []
  const problems: CsvSyntaxError[] = []
  let cells: string[] = []
  let line = 1
  let firstLine = 1
  while (pattern.lastIndex < content.length || cells.length > 0) {
    const start = pattern.lastIndex
    const [match, quoted, unquoted = '', end = ''] = pattern.exec(content) ?? []
    if (match === undefined) {
      problems.push({ line, message: describeSyntaxError(content, start) })
      pattern.lastIndex = findNextLine(content, start)
      line += 1
    } else {
      cells.push(quoted?.replaceAll('""', '"') ?? unquoted)
      line += match.match(LINE_BREAKS)?.length ?? 0
      if (end !== '' && !/[\r\n]/.test(end)) continue
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: firstLine, cells })
    }
    cells = []
    firstLine = line
  }
  return { rows, problems }
}

const LINE_BREAKS = /\r\n|\n|\r/g

/** Returns the index after the next line break, or the length. */
function findNextLine(content: string, start: number): number {
  const [lineBreak] = content.slice(start).matchAll(LINE_BREAKS)
  return lineBreak ? start + lineBreak.index + lineBreak[0].length : content.length
}

/** Returns the first separator outside of quotes: headings contain no other one. */
const detectSeparator = (content: string) => /[,;\t]/.exec(content.replace(/"[^"]*"/g, ''))?.[0] ?? ','

const describeSyntaxError = (content: string, start: number) =>
  content[start] === '"' && !/^"(?:[^"]|"")*"/.test(content.slice(start))
    ? 'a quotation mark is not closed'
    : 'there is text after a closing quotation mark'
