import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { parseTextsCsv } from './texts-csv.ts'

const read = (content: string | Uint8Array) =>
  parseTextsCsv(typeof content === 'string' ? new TextEncoder().encode(content) : content, PHOTO_TYPE)

const encodeUtf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

const ROWS = 'file,alt,caption\na.jpg,"A weld, at dusk",Résumé\n'
const TABS = ROWS.replaceAll('"', '').replace('weld,', 'weld;').replaceAll(',', '\t').replace(';', ',')

test.each<readonly [string, string | Uint8Array]>([
  ['commas', ROWS],
  ['no line break at the end', ROWS.trimEnd()],
  ['CRLF and a byte order mark', `\ufeff${ROWS.replaceAll('\n', '\r\n')}`],
  ['CR', ROWS.replaceAll('\n', '\r')],
  ['tabs', TABS],
  ['“Unicode text” of Excel', encodeUtf16(TABS)],
  ['UTF-16 of the other byte order', encodeUtf16(TABS).reduce(swapBytes, new Uint8Array(encodeUtf16(TABS).length))],
  ['“CSV” of Excel', new Uint8Array(Buffer.from(ROWS, 'latin1'))],
  ['quoted cells with semicolons', '"file";"alt";"caption"\n"a.jpg";"A weld, at dusk";"Résumé"\n'],
  ['spaces around cells', 'file, alt , caption\n a.jpg , "A weld, at dusk" , Résumé \n'],
  ['empty lines, rows and cells', '\nfile,alt,caption,,\n\n,,\na.jpg,"A weld, at dusk",Résumé,,\n\n'],
  ['a line with the separator', 'sep=;\r\nfile;alt;caption\r\na.jpg;A weld, at dusk;Résumé\r\n'],
  ['any separator in this line', '"SEP=|"\nfile|alt|caption\na.jpg|A weld, at dusk|Résumé'],
])('reads %s', (_, content) => {
  const { rows, problems } = read(content)
  expect(problems).toEqual([])
  expect(rows.map(({ file, texts }) => [file, texts.altText, texts.caption])).toEqual([
    ['a.jpg', 'A weld, at dusk', 'Résumé'],
  ])
})

function swapBytes(swapped: Uint8Array, byte: number, index: number): Uint8Array {
  swapped[index ^ 1] = byte
  return swapped
}

test.each([
  ['"A ""B"" c"', 'A "B" c'],
  ['"two\r\nlines"', 'two\nlines'],
  ['"""B""\nc"', '"B"\nc'],
  ['24" pipe', '24" pipe'],
  ['the "Big" one', 'the "Big" one'],
])('reads the cell %s', (cell, text) => {
  expect(read(`file,alt\na.jpg,${cell}\n`).rows).toMatchObject([{ texts: { altText: text } }])
})

test('says that the encoding is assumed', () => {
  expect(read(ROWS).isEncodingAssumed).toBe(false)
  expect(read(new Uint8Array(Buffer.from(ROWS, 'latin1'))).isEncodingAssumed).toBe(true)
})

test('returns the first line of each row', () => {
  const lines = (content: string) => read(content).rows.map(({ line }) => line)
  expect(lines('file,alt\r\na.jpg,"c\r\nd"\r\n\r\n,\r\nb.jpg,g\r\n')).toEqual([2, 6])
  expect(lines('sep=;\nfile;alt\na.jpg;b\n')).toEqual([3])
})

test.each([
  ['file,alt\nc,"d', 2, expect.stringMatching(/^a quotation mark is not closed/)],
  ['file,alt\n\nc,"d\ne,"f"\n', 3, expect.stringMatching(/^a quotation mark is not closed/)],
  ['file,alt\nc,"d" e\n', 2, expect.stringMatching(/^a quotation mark is not closed, or has text behind it/)],
  ['file,alt\n"c\nd",e\n\nf,"g\n\nh,i\n', 5, expect.stringMatching(/^a quotation mark is not closed/)],
  ['file,alt\nc,d,e\n', 2, expect.stringMatching(/^more cells than headings/)],
  ['PK\u0003\u0004\0', null, expect.stringMatching(/^is not a text file/)],
])('reports %j with its line', (content, line, message) => {
  expect(read(content).problems).toEqual([{ line, message }])
})
