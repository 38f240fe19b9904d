/** A record of a CSV file, and where it begins. */
export interface CsvRow {
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
