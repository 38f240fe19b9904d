import { expect, test } from 'vitest'
import {
  createTestContent,
  createTestImageFile,
  createTestVideoFile,
  runRule,
} from '#tests/setup/contentful/checked-content.ts'
import { checkAssetFiles } from './asset-files.ts'

const picture = createTestImageFile()
const run = (a: typeof picture | null) => runRule(checkAssetFiles, createTestContent({ assets: { a } }))

test.each([
  [null, 'The file is missing, or its upload did not finish'],
  [{ ...picture, url: undefined }, 'The file is missing, or its upload did not finish'],
  [{ ...picture, contentType: undefined }, 'The type of the file is unknown'],
  [{ ...picture, details: undefined }, 'The file is empty, or its size is unknown'],
  [{ ...picture, details: { size: 0 } }, 'The file is empty, or its size is unknown'],
  [{ ...picture, details: { size: 9 } }, 'The width and height of the picture are unknown'],
  [createTestImageFile(9, 0), 'The width and height of the picture are unknown'],
  [createTestImageFile(0, 9), 'The width and height of the picture are unknown'],
])('reports %o', (file, text) => expect(run(file)).toEqual([`error a: ${text}: upload it again`]))

test('accepts films, and drawings without a width', () => {
  const drawing = { ...picture, contentType: 'image/svg+xml', details: { size: 9 } }
  expect([picture, createTestVideoFile(), drawing].flatMap(run)).toEqual([])
})
