import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  findFileSizeProblem,
  findFileTypeProblem,
  findLogoSizeProblem,
  findPhotoSizeProblem,
  formatMegabytes,
  hashFile,
  MAX_SOURCE_BYTES,
} from './picture-file.ts'

test('an empty or too large file has a problem', () => {
  expect(findFileSizeProblem(0, MAX_SOURCE_BYTES)).toBe('is empty: export it again')
  expect(findFileSizeProblem(MAX_SOURCE_BYTES, MAX_SOURCE_BYTES)).toBeUndefined()
  expect(findFileSizeProblem(20_560_000, 20_000_000)).toBe('has 20.6 MB; at most 20 MB are possible: export it smaller')
})

test('a picture that is too small has a problem', () => {
  expect(findPhotoSizeProblem({ width: 960, height: 1_440 })).toBeUndefined()
  expect(findPhotoSizeProblem({ width: 1_439, height: 960 })).toMatch(/^is 1439 px wide and 960 px high; a photograph/)
  expect(findLogoSizeProblem({ width: 200, height: 400 })).toBeUndefined()
  expect(findLogoSizeProblem({ width: 399, height: 399 })).toMatch(/^is 399 px wide and 399 px high; a PNG must be/)
})

test.each([
  ['zip', 'photograph', 'is a ZIP archive, not a photograph: unpack it and add the files in it'],
  ['pdf', 'photograph', 'is a PDF, not a photograph: export the picture in it'],
  ['video', 'photograph', 'is a film, not a photograph: leave it out'],
  ['svg', 'photograph', 'is SVG: export it as JPEG'],
  ['unknown', 'photograph', 'cannot be read as a picture: export it again, as JPEG'],
  ['heic', 'photograph', undefined],
  ['jpeg', 'logo', 'is JPEG: a logo is SVG or PNG, on a transparent ground'],
  ['unknown', 'logo', 'cannot be read as a picture: export it again, as SVG or PNG'],
  ['svg', 'logo', undefined],
] as const)('the problem of a file of the type %s as a %s is: %s', (fileType, name, problem) => {
  expect(findFileTypeProblem(fileType, name)).toBe(problem)
})

test.each([
  [1_500_000, '1.5 MB'],
  [12_345_678_900, '12,345.7 MB'],
])('formats %i bytes', (bytes, text) => {
  expect(formatMegabytes(bytes)).toBe(text)
})

test('hashes a file as other programs do', async () => {
  const content = new TextEncoder().encode('a photograph')
  expect(await hashFile(content)).toBe(createHash('sha256').update(content).digest('hex').slice(0, 12))
})
