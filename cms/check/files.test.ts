import { expect, test } from 'vitest'
import { files } from './files.ts'
import { filmFile, found, pictureFile, testContent } from './test-content.ts'

const drawing = { url: 'https://a.example/a.svg', contentType: 'image/svg+xml', details: { size: 9 } }

test('pictures, films and drawings that are whole are in order', () => {
  const assets = { picture: pictureFile(), film: filmFile(), drawing }
  expect(found(files, testContent({ assets }))).toEqual([])
})

test.each([
  [null, 'is missing'],
  [{ ...pictureFile(), url: undefined }, 'is missing'],
  [{ ...pictureFile(), contentType: undefined }, 'no known kind'],
  [{ ...pictureFile(), details: undefined }, 'its size is not known'],
  [{ ...pictureFile(), details: { size: 0 } }, 'is empty'],
  [{ ...pictureFile(), details: { size: 9 } }, 'width and height'],
])('%o is named', (file, words) => {
  expect(found(files, testContent({ assets: { a: file } }))).toEqual([
    expect.stringMatching(new RegExp(`^broken a: .*${words}.*: upload it again$`)),
  ])
})
