import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  findFileSizeProblem,
  findFileTypeProblem,
  findPictureSizeProblem,
  findPixelCountProblem,
  hashFile,
} from './picture-file.ts'
import { MAX_SOURCE_BYTES } from './picture-rules.ts'

test('an empty or too large file has a problem', () => {
  expect(findFileSizeProblem(0, MAX_SOURCE_BYTES)).toBe('is empty: export it again')
  expect(findFileSizeProblem(MAX_SOURCE_BYTES, MAX_SOURCE_BYTES)).toBeUndefined()
  expect(findFileSizeProblem(20_560_000, 20_000_000)).toBe(
    'has 20.6 MB, but at most 20 MB are possible: export it smaller',
  )
})

test.each([
  [960, 1_440, 'photograph'],
  [3_600, 16_200, 'photograph'], // a panorama
  [200, 400, 'logo'],
] as const)('a picture of %i × %i px is large enough for a %s', (width, height, name) => {
  expect(findPictureSizeProblem({ width, height }, name)).toBeUndefined()
})

test.each([
  [
    1_439,
    960,
    'photograph',
    /^is 1439 px wide and 960 px high, but a photograph must .* 1440 px on .*: export it larger$/,
  ],
  // A panorama, whose master would be too narrow.
  [
    3_600,
    16_382,
    'photograph',
    /^is 3600 .* 633 px wide .* on the site, but a photograph .* 640 px wide: cut off a part/,
  ],
  [399, 399, 'logo', /^is 399 px wide and 399 px high, but a logo must be a PNG at least 400 px/],
] as const)('a picture of %i × %i px is too small for a %s', (width, height, name, problem) => {
  expect(findPictureSizeProblem({ width, height }, name)).toMatch(problem)
})

test('a picture with more pixels than browsers read has a problem, with the limit', () => {
  expect(findPixelCountProblem({ width: 15_000, height: 10_000 })).toBeUndefined()
  expect(findPixelCountProblem({ width: 20_000, height: 15_000 })).toBe(
    'is 20,000 × 15,000 px (300 megapixels), but browsers can read at most 150 megapixels: export it smaller',
  )
})

test.each([
  ['zip', 'photograph', 'is a ZIP archive, not a photograph: unpack it and add the files in it'],
  ['pdf', 'photograph', 'is a PDF, not a photograph: export the picture in it'],
  ['video', 'photograph', 'is a film, not a photograph: leave it out'],
  ['svg', 'photograph', 'is SVG: export it as JPEG'],
  ['raw', 'photograph', 'is a RAW file of a camera: export it as JPEG'],
  ['document', 'logo', 'is a document, not a logo: save the pictures in it as files, and add those'],
  ['unknown', 'photograph', 'cannot be read as a picture: export it again, as JPEG'],
  ['unknown', 'logo', 'cannot be read as a picture: export it again, as SVG or PNG'],
  ['psd', 'photograph', 'is a Photoshop file: export it as JPEG'],
  ['jxl', 'photograph', 'is JPEG XL: export it as JPEG'],
  ['jpeg', 'logo', 'is JPEG: a logo is SVG or PNG, on a transparent ground'],
  ['svg', 'logo', undefined],
] as const)('§10.19 the problem of a file of the type %s as a %s is: %s', (fileType, name, problem) => {
  expect(findFileTypeProblem(fileType, name)).toBe(problem)
})

test('hashes a file as other programs do', async () => {
  const content = new TextEncoder().encode('a photograph')
  expect(await hashFile(content)).toBe(createHash('sha256').update(content).digest('hex').slice(0, 12))
})
