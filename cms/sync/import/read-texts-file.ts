import { readFile } from 'node:fs/promises'
import { UserError } from '#shared/user-error.ts'
import type { PictureTexts, PictureType } from './picture-type.ts'

/** What one row says of one picture. */
export interface PictureTextsRow {
  /** `texts.csv, line 3`: as messages call it. */
  readonly place: string
  /** The picture, as the row names it; folders with the slash. */
  readonly file: string
  readonly texts: PictureTexts
}

const FILE = 'file'

/** Reads a CSV file with a heading: `file`, and a column for each text. Throws `UserError` with what is wrong, and its line. */
export async function readTextsFile(path: string, { columns }: PictureType): Promise<readonly PictureTextsRow[]> {
  const content = await readFile(path).catch(() => {
    throw new UserError(`${path} cannot be read: correct the path`)
  })
  const [heading, ...rows] = rowsIn(path, content)
  const known = [FILE, ...Object.keys(columns)]
  const spelled = new Map(known.map((column) => [plain(column), column]))
  const headings = filled(heading?.cells ?? []).map((cell) => spelled.get(plain(cell)) ?? cell.trim())
  const flaws = headingFlaws(headings, known)
  if (flaws.length > 0) throw new UserError(flaws.map((flaw) => `${path}, line ${heading?.line ?? 1}: ${flaw}`))

  const valueIn = ({ cells }: CsvRow, column: string) => cells[headings.indexOf(column)]?.trim() || null
  const read = rows.map((row) => {
    const texts = Object.entries(columns).map(([column, { field }]) => [field, valueIn(row, column)])
    const isLong = filled(row.cells).length > headings.length
    return {
      place: `${path}, line ${row.line}`,
      file: valueIn(row, FILE)?.replaceAll('\\', '/') ?? '',
      texts: Object.fromEntries(texts),
      flaw: isLong ? 'more cells than headings; put a text with separators in it into quotation marks' : undefined,
    }
  })
  const flawed = read.flatMap(({ place, file, flaw = file === '' ? 'names no file' : undefined }) =>
    flaw ? [`${place}: ${flaw}`] : [],
  )
  if (flawed.length > 0) throw new UserError(flawed)
  return read
}

/** Without the empty cells at the end, which spreadsheets write as well. */
const filled = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

/** `Focal point` is `focalPoint`. */
const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

function rowsIn(path: string, content: Buffer): readonly CsvRow[] {
  try {
    return parseCsv(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    if (error instanceof CsvParseError) throw new UserError(`${path}, line ${error.line}: ${error.message}`)
    throw new UserError(`${path} is not UTF-8: save it as “CSV UTF-8”`)
  }
}

function headingFlaws(headings: readonly string[], known: readonly string[]): readonly string[] {
  const spelled = `the first line names the columns: ${known.join(', ')}`
  const unknown = headings.filter((name) => !known.includes(name))
  const twice = headings.filter((name, place) => headings.indexOf(name) !== place)
  return [
    ...unknown.map((name) => `there is no column "${name}"; ${spelled}`),
    ...twice.map((name) => `the column "${name}" is there twice`),
    ...(headings.includes(FILE) ? [] : [`the column "${FILE}" is missing; ${spelled}`]),
  ]
}

/** A record of a CSV file, and where it begins. */
interface CsvRow {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Why a CSV file cannot be read. */
export class CsvParseError extends Error {
  override readonly name = 'MalformedCsv'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** One cell, quoted or not, and what ends it: a separator, a line break, the end. Sticky: it begins where the last one ended. */
const cellPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*|))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

/** Reads CSV (RFC 4180) as spreadsheets write it: with their mark, their line breaks, and `;` or tabs where the comma stands in numbers. Empty lines are no rows. */
export function parseCsv(text: string): readonly CsvRow[] {
  const content = text.replace(/^\ufeff/, '')
  const pattern = cellPattern(separatorOf(content))
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let begun = 1
  while (pattern.lastIndex < content.length || cells.length > 0) {
    const at = pattern.lastIndex
    const [whole, quoted, plain = '', end = ''] = pattern.exec(content) ?? []
    if (whole === undefined) throw new CsvParseError(line, flawAt(content, at))
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    if (end !== '' && !/[\r\n]/.test(end)) continue
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: begun, cells })
    cells = []
    begun = line
  }
  return rows
}

/** The first one outside of quotes: of the headings, none holds another. */
const separatorOf = (content: string) => /[,;\t]/.exec(content.replace(/"[^"]*"/g, ''))?.[0] ?? ','

const flawAt = (content: string, at: number) =>
  content[at] === '"' && !/^"(?:[^"]|"")*"/.test(content.slice(at))
    ? 'a quotation mark is not closed'
    : 'something stands after a closing quotation mark'
