import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvParseError, parseCsv } from './read-texts-file.ts'

const parseCells = (text: string) => parseCsv(text).map((row) => row.cells)

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
  expect(parseCsv('a,b\n"c\nd",e\n\nf,g\n').map(({ line }) => line)).toEqual([1, 2, 5])
})

test.each([
  ['a,b\nc,"d', 2, 'a quotation mark is not closed'],
  ['a,b\nc,"d" e\n', 2, 'there is text after a closing quotation mark'],
])('rejects %j with the line', (text, line, message) => {
  expect(() => parseCsv(text)).toThrow(CsvParseError)
  expect(() => parseCsv(text)).toThrow(expect.objectContaining({ line, message }))
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
