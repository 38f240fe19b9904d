import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { matchTextsFile } from './match-texts-file.ts'
import { parseTextsCsv } from './texts-csv.ts'

const createRow = (id: string, fileNames: readonly string[], values: DeskPicture['values'] = {}): DeskPicture => ({
  id,
  name: fileNames[0] ?? id,
  fileNames,
  values,
  state: 'draft',
})

function match(csv: string, rows: readonly DeskPicture[]) {
  const file = parseTextsCsv(new TextEncoder().encode(csv), PHOTO_TYPE)
  const { changes, leftOut } = matchTextsFile(file, rows, PHOTO_TYPE)
  return { changes: changes.map(({ row: { id, name }, ...change }) => ({ id, name, ...change })), leftOut }
}

test('finds pictures by file name or title, with or without extension, folder and capitals', () => {
  const rows = [
    createRow('a', ['Crew 1.JPG']),
    { ...createRow('removed', ['Crew 1.JPG']), state: 'removed' as const },
    createRow('b', ['pipe-2.webp', 'Pipe 2']),
    createRow('c', ['Ditch.heic']),
    createRow('d', ['café.jpg'.normalize('NFD')]),
  ]
  const csv = 'file,alt\ncrew 1.jpg,First text\nPipe 2,Second text\nphotos\\ditch.jpeg,Third text\ncafé.jpg,Fourth text'
  expect(match(csv, rows)).toEqual({
    changes: [
      { id: 'a', name: 'Crew 1.JPG', field: 'altText', value: 'First text' },
      { id: 'b', name: 'pipe-2.webp', field: 'altText', value: 'Second text' },
      { id: 'c', name: 'Ditch.heic', field: 'altText', value: 'Third text' },
      { id: 'd', name: 'café.jpg'.normalize('NFD'), field: 'altText', value: 'Fourth text' },
    ],
    leftOut: [],
  })
})

test('prefers an exact name to one without extension', () => {
  const rows = [createRow('jpg', ['crew.jpg']), createRow('png', ['crew.png'])]
  expect(match('file,alt\ncrew.png,A text', rows).changes).toMatchObject([{ id: 'png' }])
})

test('leaves texts out that are the same or empty', () => {
  const rows = [
    createRow('a', ['a.jpg'], { altText: 'Old text', caption: 'Texas' }),
    createRow('b', ['b.jpg'], { altText: 'Same text' }),
  ]
  const { changes } = match('file,alt,caption\na.jpg,New text,\nb.jpg,Same text,', rows)
  expect(changes).toEqual([{ id: 'a', name: 'a.jpg', field: 'altText', value: 'New text' }])
})

test('leaves out lines and texts with a reason, in order, and reads the rest', () => {
  const rows = [createRow('a', ['a.jpg']), createRow('b', ['twice.jpg']), createRow('c', ['twice.jpg'])]
  const csv =
    'file,alt,caption,by\nunknown.jpg,A text\na.jpg,Bad,Texas\na.jpg,A text again\ntwice.jpg,A text\n,No file\nb,c,d,e,f'
  const { changes, leftOut } = match(csv, rows)
  expect(leftOut).toEqual([
    { line: 1, message: 'the column “by” is not one of the desk' },
    { line: 2, message: '“unknown.jpg” is not a photograph of this list' },
    { line: 3, column: 'alt', message: 'has 3 characters: write 5 to 160' },
    { line: 4, message: 'line 3 has the texts of the same photograph' },
    { line: 5, message: '“twice.jpg” is the name of several photographs: enter these texts in the table' },
    { line: 6, message: 'it has no file name' },
    { line: 7, message: expect.stringMatching(/^it has more cells/) },
  ])
  expect(changes).toEqual([{ id: 'a', name: 'a.jpg', field: 'caption', value: 'Texas' }])
})

test('writes a text with line breaks on one line, as a paste does', () => {
  const { changes } = match('file,alt\na.jpg,"A crew\nat work"', [createRow('a', ['a.jpg'])])
  expect(changes).toMatchObject([{ value: 'A crew at work' }])
})
