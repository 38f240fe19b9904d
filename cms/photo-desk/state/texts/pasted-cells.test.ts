import { expect, test } from 'vitest'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import type { TextColumn } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { parsePastedCells, parseQuotedCell, placePastedCells, toCellValue } from './pasted-cells.ts'

test.each([
  ['one', 'one'],
  ['one\r\n', 'one'],
  ['one\ntwo\n', 'one / two'],
  ['one\ttwo\r\nthree\tfour\r\n', 'one | two / three | four'],
  ['one\t\n\tfour\n', 'one |  /  | four'],
  ['one\n\nthree\n', 'one /  / three'],
  ['one\t', 'one | '],
  ['', ''],
  ['"two\nlines"\tb\nc\td', 'two\nlines | b / c | d'],
  ['"a ""quoted"" word"\tb', 'a "quoted" word | b'],
  ['"Big" Jim', '"Big" Jim'],
  ['"Quoted"\t"B"\n', '"Quoted" | "B"'],
  ['24" pipe\n36" pipe', '24" pipe / 36" pipe'],
  ['"not closed\tb\n"Big" Jim', '"not closed | b / "Big" Jim'],
])('parses %j as a spreadsheet copies it', (text, cells) => {
  expect(
    parsePastedCells(text)
      .map((row) => row.join(' | '))
      .join(' / '),
  ).toBe(cells)
})

test.each([
  ['"A 42"" pipe\non skids"', 'A 42" pipe on skids'],
  ['"A 42"" pipe on skids"\r\n', 'A 42" pipe on skids'],
  ['"First line\nsecond line"', 'First line second line'],
  ['"a\tb"', 'a\tb'],
  ['"""Big""\nJim"', '"Big" Jim'],
  ['"Quoted"', undefined],
  ['"Quoted"\n', undefined],
  ['""', undefined],
  ['24" pipe', undefined],
  ['A text ', undefined],
  ['one\ntwo', undefined],
  ['"two\nlines"\tb', undefined],
])('takes the quotation marks of a spreadsheet off the single cell %j, and no others', (text, cell) => {
  expect(parseQuotedCell(text)).toBe(cell)
})

const createRow = (id: string): DeskPicture => ({ id, name: id, fileNames: [id], values: {}, state: 'draft' })
const createColumn = (field: string): TextColumn => ({ field, label: field, help: '', isRequired: false, choices: [] })

test('places cells to the right and down, and counts those that are beyond the table', () => {
  const [first, second] = [createRow('first'), createRow('second')]
  const cells = [
    ['Alt 1', 'Caption 1', 'beyond', ''],
    ['Alt 2', ''],
    ['beyond', ''],
  ]
  expect(placePastedCells(cells, [first, second], [createColumn('altText'), createColumn('caption')])).toEqual({
    changes: [
      { row: first, field: 'altText', value: 'Alt 1' },
      { row: first, field: 'caption', value: 'Caption 1' },
      { row: second, field: 'altText', value: 'Alt 2' },
      { row: second, field: 'caption', value: null },
    ],
    extraCells: 2,
  })
})

test.each([
  ['  two\r\n lines ', [], 'two lines'],
  [' ', [], null],
  ['associations', ['Trade unions', 'Associations'], 'Associations'],
  ['Other', ['Trade unions', 'Associations'], 'Other'],
])('turns the text %j into a value', (text, choices, value) => {
  expect(toCellValue(text, choices)).toBe(value)
})
