import { expect, test } from 'vitest'
import {
  createTestContent,
  createTestImageFile,
  createTestVideoFile,
  runRule,
} from '#tests/setup/contentful/checked-content.ts'
import { checkAssetFiles } from './asset-files.ts'

const drawing = { url: 'https://a.example/a.svg', contentType: 'image/svg+xml', details: { size: 9 } }

test('accepts complete images, videos and SVG files', () => {
  const assets = { picture: createTestImageFile(), film: createTestVideoFile(), drawing }
  expect(runRule(checkAssetFiles, createTestContent({ assets }))).toEqual([])
})

test.each([
  [null, 'is missing'],
  [{ ...createTestImageFile(), url: undefined }, 'is missing'],
  [{ ...createTestImageFile(), contentType: undefined }, 'type of the file is unknown'],
  [{ ...createTestImageFile(), details: undefined }, 'its size is unknown'],
  [{ ...createTestImageFile(), details: { size: 0 } }, 'is empty'],
  [{ ...createTestImageFile(), details: { size: 9 } }, 'width and height'],
])('reports %o', (file, words) => {
  expect(runRule(checkAssetFiles, createTestContent({ assets: { a: file } }))).toEqual([
    expect.stringMatching(new RegExp(`^error a: .*${words}.*: upload it again$`)),
  ])
})
