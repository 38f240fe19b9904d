import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvParseError, parseCsv } from './read-texts-file.ts'

const cells = (text: string) => parseCsv(text).map((row) => row.cells)

test.each([
  ['commas', 'file,alt\na.jpg,A text\n'],
  ['semicolons', 'file;alt\na.jpg;A text\n'],
  ['tabs', 'file\talt\na.jpg\tA text\n'],
  ['CRLF, and the mark of UTF-8', '\ufefffile,alt\r\na.jpg,A text\r\n'],
  ['no line break at the end', 'file,alt\na.jpg,A text'],
  ['quotation marks round everything', '"file";"alt"\n"a.jpg";"A text"\n'],
  ['empty lines', '\nfile,alt\n\n,\na.jpg,A text\n\n'],
])('reads %s', (_, text) => {
  expect(cells(text)).toEqual([
    ['file', 'alt'],
    ['a.jpg', 'A text'],
  ])
})

test('separators, line breaks and quotation marks may stand in a quoted cell', () => {
  expect(cells('a;"b;""c""\r\nd"\ne;')).toEqual([
    ['a', 'b;"c"\r\nd'],
    ['e', ''],
  ])
})

test('each row knows the line that it begins in', () => {
  expect(parseCsv('a,b\n"c\nd",e\n\nf,g\n').map(({ line }) => line)).toEqual([1, 2, 5])
})

test.each([
  ['a,b\nc,"d', 2, 'a quotation mark is not closed'],
  ['a,b\nc,"d" e\n', 2, 'something stands after a closing quotation mark'],
])('%j is refused with its line', (text, line, message) => {
  expect(() => parseCsv(text)).toThrow(CsvParseError)
  expect(() => parseCsv(text)).toThrow(expect.objectContaining({ line, message }))
})

test('what is written as CSV comes back', () => {
  const row = fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 })
  const filled = fc.array(row, { minLength: 1 }).map((rows) => [['file', 'alt'], ...rows.map((one) => ['x', ...one])])
  fc.assert(
    fc.property(filled, fc.constantFrom(',', ';', '\t'), (rows, separator) => {
      const quoted = rows.map((one) => one.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
      expect(cells(`${quoted.join('\r\n')}\r\n`)).toEqual(rows)
    }),
  )
})
