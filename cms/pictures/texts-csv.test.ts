import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from './texts-csv.ts'

const parseCells = (text: string) => parseCsv(text).rows.map((row) => row.cells)

test.each([
  ['commas', 'file,alt\na.jpg,A text\n'],
  ['semicolons', 'file;alt\na.jpg;A text\n'],
  ['tabs', 'file\talt\na.jpg\tA text\n'],
  ['CRLF and a byte order mark', '\ufefffile,alt\r\na.jpg,A text\r\n'],
  ['no line break at the end', 'file,alt\na.jpg,A text'],
  ['quoted cells', '"file";"alt"\n"a.jpg";"A text"\n'],
  ['empty lines', '\nfile,alt\n\n,\na.jpg,A text\n\n'],
])('reads %s', (_, text) => {
  expect(parseCells(text)).toEqual([
    ['file', 'alt'],
    ['a.jpg', 'A text'],
  ])
})

test('reads separators, line breaks and quotation marks in a quoted cell', () => {
  expect(parseCells('a;"b;""c""\r\nd"\ne;')).toEqual([
    ['a', 'b;"c"\r\nd'],
    ['e', ''],
  ])
})

test('returns the first line of each row', () => {
  expect(parseCsv('a,b\n"c\nd",e\n\nf,g\n').rows.map(({ line }) => line)).toEqual([1, 2, 5])
})

test.each([
  ['a,b\nc,"d', 2, 'a quotation mark is not closed'],
  ['a,b\nc,"d" e\n', 2, 'there is text after a closing quotation mark'],
])('reports a syntax error of %j with the line', (text, line, message) => {
  expect(parseCsv(text)).toEqual({ rows: [{ line: 1, cells: ['a', 'b'] }], problems: [{ line, message }] })
})

test('continues with the next line after a syntax error', () => {
  const text = 'a,b\nc,"d" e\n\nf,g\r\nh,"i\nj,"k"\nl,"m'
  expect(parseCsv(text)).toEqual({
    rows: [
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['f', 'g'] },
      { line: 6, cells: ['j', 'k'] },
    ],
    problems: [
      { line: 2, message: 'there is text after a closing quotation mark' },
      { line: 5, message: 'there is text after a closing quotation mark' },
      { line: 7, message: 'a quotation mark is not closed' },
    ],
  })
})

test('reads any text, with each line in at most one row or problem', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\ufeff') })
  fc.assert(
    fc.property(text, (content) => {
      const { rows, problems } = parseCsv(content)
      const lines = [...rows, ...problems].map(({ line }) => line)
      expect(new Set(lines).size).toBe(lines.length)
      expect(Math.max(0, ...lines)).toBeLessThanOrEqual(content.split(/\r\n|\n|\r/).length)
    }),
  )
})

test('parses generated CSV', () => {
  const row = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 })
  const table = fc
    .array(row, { minLength: 1 })
    .map((rows) => [['file', 'alt'], ...rows.map((values) => ['x', ...values])])
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, separator) => {
      const quoted = rows.map((values) => values.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
      expect(parseCells(`${quoted.join('\r\n')}\r\n`)).toEqual(rows)
    }),
  )
})
