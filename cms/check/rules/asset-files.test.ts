import { expect, test } from 'vitest'
import { createTestContent, createTestImageFile, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkAssetFiles } from './asset-files.ts'

test.each([
  [null, 'is missing'],
  [{ ...createTestImageFile(), url: undefined }, 'is missing'],
  [{ ...createTestImageFile(), contentType: undefined }, 'type of the file is unknown'],
  [{ ...createTestImageFile(), details: undefined }, 'its size is unknown'],
  [{ ...createTestImageFile(), details: { size: 0 } }, 'is empty'],
  [{ ...createTestImageFile(), details: { size: 9, image: { width: 9, height: 0 } } }, 'width and height'],
])('reports %o', (file, words) => {
  expect(runRule(checkAssetFiles, createTestContent({ assets: { a: file } }))).toEqual([
    expect.stringMatching(new RegExp(`^error a: .*${words}.*: upload it again$`)),
  ])
})
