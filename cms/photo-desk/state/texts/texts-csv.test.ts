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
  const { rows, leftOut, problem } = read(content)
  expect({ leftOut, problem }).toEqual({ leftOut: [] })
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
  ['file,alt\nc,"d', /^has a quotation mark in line 2 that is not closed/],
  ['file,alt\n\nc,"d\ne,"f"\n', /^has a quotation mark in line 3 that is not closed/],
  ['file,alt\nc,"d" e\n', /^has a quotation mark in line 2 that is not closed, or has text behind it/],
  ['file,alt\n"c\nd",e\n\nf,"g\n\nh,i\n', /^has a quotation mark in line 5/],
  ['PK\u0003\u0004\0', /^is not a text file/],
  ['', /^is empty/],
  [' \n,,\n', /^is empty/],
  ['sep=;\n', /^is empty/],
  [
    'picture,text\na,b',
    /^has no column “file”: its first line must name the column “file” and at least one of “alt”, “caption” and “focalPoint”$/,
  ],
  ['a.jpg,A text\nb.jpg,Another text', /^has no column “file”/],
  ['file,photographer\na.jpg,Jane', /^has no column with texts: its first line must name the column “file” and/],
  ['file,alt,Alt\na.jpg,One,Two', /^has the column “alt” twice/],
])('says why it reads nothing of %j', (content, problem) => {
  expect(read(content)).toMatchObject({ rows: [], leftOut: [], problem: expect.stringMatching(problem) })
})

test('reads the rest of a file, and names the columns and lines that are left out', () => {
  const { rows, leftOut, problem } = read(
    'file,Photographer,,alt\na.jpg,Jane,x,A text\n,Jane,,No file\nb.jpg,,,A,text\n',
  )
  expect(problem).toBeUndefined()
  expect(rows[0]).toMatchObject({ file: 'a.jpg', texts: { altText: 'A text' } })
  expect(leftOut).toEqual([
    { line: 1, message: 'the column “Photographer” is not one of the desk' },
    { line: 1, message: 'the column 3, which has no name, is not one of the desk' },
    { line: 3, message: 'it has no file name' },
    { line: 4, message: expect.stringMatching(/^it has more cells than the first line/) },
  ])
})
