import { expect, test } from 'vitest'
import { selectWanted } from './file-intake.tsx'

/** Creates a file as a dialog returns it: with a path if its folder is selected. */
function createFile(path: string): File {
  const file = new File([], path.slice(path.lastIndexOf('/') + 1))
  return Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
}

const select = (...paths: readonly string[]) => selectWanted(paths.map(createFile)).map(({ name }) => name)

test('a folder is added in natural order, without hidden files and those beside pictures', () => {
  expect(
    select(
      'job/10.jpg',
      'job/2.jpg',
      'job/.hidden.jpg',
      'job/.trash/3.jpg',
      'job/notes.txt',
      'job/~$a.jpg',
      'job/Thumbs.db',
      'job/1.aae',
    ),
  ).toEqual(['2.jpg', '10.jpg'])
  expect(select('job/b/1.jpg', 'job/a/2.jpg')).toEqual(['2.jpg', '1.jpg'])
})

test('a document is left out of a folder only, because a file that is selected itself says why it is refused', () => {
  expect(select('notes.pdf', 'texts.csv', '1.jpg', '1.xmp', '.DS_Store')).toEqual(['1.jpg', 'notes.pdf', 'texts.csv'])
})
