import { expect, test } from 'vitest'
import { createTestContent, createTestImageFile, createTestVideoFile, runRule } from '#cms/check/test-content.ts'
import { checkAssetFiles } from './asset-files.ts'

const drawing = { url: 'https://a.example/a.svg', contentType: 'image/svg+xml', details: { size: 9 } }

test('pictures, films and drawings that are whole are in order', () => {
  const assets = { picture: createTestImageFile(), film: createTestVideoFile(), drawing }
  expect(runRule(checkAssetFiles, createTestContent({ assets }))).toEqual([])
})

test.each([
  [null, 'is missing'],
  [{ ...createTestImageFile(), url: undefined }, 'is missing'],
  [{ ...createTestImageFile(), contentType: undefined }, 'no known kind'],
  [{ ...createTestImageFile(), details: undefined }, 'its size is not known'],
  [{ ...createTestImageFile(), details: { size: 0 } }, 'is empty'],
  [{ ...createTestImageFile(), details: { size: 9 } }, 'width and height'],
])('%o is named', (file, words) => {
  expect(runRule(checkAssetFiles, createTestContent({ assets: { a: file } }))).toEqual([
    expect.stringMatching(new RegExp(`^broken a: .*${words}.*: upload it again$`)),
  ])
})
