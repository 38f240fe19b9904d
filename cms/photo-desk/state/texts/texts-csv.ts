import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { EntryValues } from '#cms/photo-desk/client/space-pictures.ts'

/** The texts of one picture in a CSV file. */
interface PictureTextsRow {
  /** The line in the file, from 1. */
  readonly line: number
  /** The file name or path in the row, with `/` as separator; `null` if the row has none. */
  readonly file: string | null
  /** Empty if the row has more cells than headings: then it is not known which text belongs where. */
  readonly texts: EntryValues
}

/** What is not read of a CSV file, and why. */
export interface LeftOutPart {
  /** From 1. */
  readonly line: number
  /** The column, if the rest of the line is read. */
  readonly column?: string
  readonly message: string
}

export interface TextsFile {
  readonly rows: readonly PictureTextsRow[]
  readonly leftOut: readonly LeftOutPart[]
  /** Why nothing of the file is read, as the rest of a sentence that begins with “The file”. */
  readonly problem?: string
  /** Whether the encoding is only assumed, so that letters such as é can be wrong. */
  readonly isEncodingAssumed: boolean
}

const FILE_COLUMN = 'file'

/** Parses a CSV file with the column `file` and at least one column of a text. */
export function parseTextsCsv(content: Uint8Array, pictureType: PictureType): TextsFile {
  const { text, isEncodingAssumed } = decodeText(content)
  const { rows, problem } = text.includes('\0') ? { rows: [], problem: NO_TEXT } : parseRows(text)
  // The rows before a syntax error can be other ones than they look.
  const texts = problem === undefined ? readTexts(rows, pictureType) : { rows: [], leftOut: [], problem }
  return { ...texts, isEncodingAssumed }
}

const NO_TEXT = 'is not a text file: save it in the spreadsheet program as “CSV UTF-8”'

/** Decodes what spreadsheets write: UTF-8, UTF-16 with a byte order mark (“Unicode text”), or else Windows-1252 (“CSV”). */
function decodeText(content: Uint8Array): { readonly text: string; readonly isEncodingAssumed: boolean } {
  const [first, second] = content
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(content), isEncodingAssumed: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(content), isEncodingAssumed: true }
  }
}

/** Matches a first line that tells Excel the separator: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?=\n|$)/i

/** Parses CSV up to the first syntax error. */
function parseRows(text: string) {
  const normalized = text.replace(/\r\n?/g, '\n')
  const content = normalized.replace(SEPARATOR_LINE, '') // an empty line keeps the numbers of the others
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = []
  let readLines = 0
  try {
    parse(content, {
      // Headings contain no separator.
      delimiter: SEPARATOR_LINE.exec(normalized)?.[1] ?? /[,;\t]/.exec(content.replace(/"[^"]*"/g, ''))?.[0] ?? ',',
      record_delimiter: '\n',
      trim: true,
      relax_column_count: true,
      relax_quotes: true, // 24" pipe
      skip_records_with_empty_values: true,
      on_record: (cells: readonly string[], { lines }) => {
        rows.push({ line: lines - cells.join('').split('\n').length + 1, cells })
        readLines = lines
        return null
      },
    })
    return { rows, problem: undefined }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = content.split('\n').findIndex((row, index) => index >= readLines && /[^\s,;]/.test(row)) + 1
    return { rows, problem: `has a quotation mark in line ${line} ${WRONG_QUOTE}` }
  }
}

const WRONG_QUOTE = 'that is not closed, or has text behind it: write quotation marks that belong to a text twice'

/** Reads the texts of the rows below the headings. */
function readTexts(
  [headingRow, ...rows]: ReturnType<typeof parseRows>['rows'],
  { columns }: PictureType,
): Pick<TextsFile, 'rows' | 'leftOut' | 'problem'> {
  const knownColumns = [FILE_COLUMN, ...Object.keys(columns)]
  const columnsByHeading = new Map(knownColumns.map((column) => [normalizeHeading(column), column]))
  const headings = trimEmptyCells(headingRow?.cells ?? []).map(
    (cell) => columnsByHeading.get(normalizeHeading(cell)) ?? cell,
  )
  const problem = findHeadingProblem(headings, Object.keys(columns))
  if (!headingRow || problem !== undefined) return { rows: [], leftOut: [], problem: problem ?? EMPTY_FILE }
  const leftOut: LeftOutPart[] = headings
    .map((name, index) => ({ name, title: name === '' ? `${index + 1}, which has no name,` : `“${name}”` }))
    .filter(({ name }) => !knownColumns.includes(name))
    .map(({ title }) => ({ line: headingRow.line, message: `the column ${title} is not one of the desk` }))

  const textsRows = rows.map(({ line, cells }): PictureTextsRow => {
    const getValue = (column: string) => cells[headings.indexOf(column)]?.trim() || null
    const file = getValue(FILE_COLUMN)?.replaceAll('\\', '/') ?? null
    const hasExtraCells = trimEmptyCells(cells).length > headings.length
    if (hasExtraCells) leftOut.push({ line, message: EXTRA_CELLS })
    else if (file === null) leftOut.push({ line, message: 'it has no file name' })
    const texts = Object.entries(columns).map(([column, { field }]) => [field, getValue(column)])
    return { line, file, texts: hasExtraCells ? {} : Object.fromEntries(texts) }
  })
  return { rows: textsRows, leftOut }
}

const EMPTY_FILE = 'is empty: save it again in the spreadsheet program'
const EXTRA_CELLS =
  'it has more cells than the first line: put a text with a comma, semicolon or tab into quotation marks'

/** Removes empty cells at the end, which spreadsheets also write. */
const trimEmptyCells = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** `Focal point` and `focalPoint` are the same heading. */
const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

/** Returns why no text can be read below these headings. */
function findHeadingProblem(headings: readonly string[], textColumns: readonly string[]): string | undefined {
  if (headings.length === 0) return EMPTY_FILE
  const wanted = `its first line must name the column “${FILE_COLUMN}” and at least one of ${new Intl.ListFormat('en-GB').format(textColumns.map((name) => `“${name}”`))}`
  if (!headings.includes(FILE_COLUMN)) return `has no column “${FILE_COLUMN}”: ${wanted}`
  if (!headings.some((name) => textColumns.includes(name))) return `has no column with texts: ${wanted}`
  const repeated = [FILE_COLUMN, ...textColumns].find((name) => headings.indexOf(name) !== headings.lastIndexOf(name))
  return repeated && `has the column “${repeated}” twice: remove one of them`
}
