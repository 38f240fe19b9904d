import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FileType } from './file-type.ts'
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
  expect(findFileSizeProblem(MAX_SOURCE_BYTES + 1, MAX_SOURCE_BYTES)).toMatch(/^has 500 MB, but at most 500 MB/)
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
  expect(findPixelCountProblem({ width: 15_000, height: 10_001 })).toMatch(/^is 15,000 × 10,001 px /)
  expect(findPixelCountProblem({ width: 20_000, height: 15_000 })).toBe(
    'is 20,000 × 15,000 px (300 megapixels), but browsers can read at most 150 megapixels: export it smaller',
  )
})

/** A problem of a photograph and of a logo. */
const both = (text: string) => [text.replace('PICTURE', 'photograph'), text.replace('PICTURE', 'logo')] as const
const TO_LOGO = 'a logo is SVG or PNG, on a transparent ground'
const UNREADABLE = 'cannot be read as a picture: export it again, as'

test.each<[FileType, photograph: string | undefined, logo: string | undefined]>([
  ['jpeg', undefined, `is JPEG: ${TO_LOGO}`],
  ['png', undefined, undefined],
  ['webp', undefined, `is WebP: ${TO_LOGO}`],
  ['heic', undefined, `is HEIC: ${TO_LOGO}`],
  ['avif', undefined, `is AVIF: ${TO_LOGO}`],
  ['svg', 'is SVG: export it as JPEG', undefined],
  ['tiff', 'is TIFF: export it as JPEG', `is TIFF: ${TO_LOGO}`],
  ['eps', 'is EPS: export it as JPEG', `is EPS: ${TO_LOGO}`],
  ['psd', 'is a Photoshop file: export it as JPEG', `is a Photoshop file: ${TO_LOGO}`],
  ['jxl', 'is JPEG XL: export it as JPEG', `is JPEG XL: ${TO_LOGO}`],
  ['raw', ...both('is a RAW file of a camera: export it as JPEG')],
  ['unknown', `${UNREADABLE} JPEG`, `${UNREADABLE} SVG or PNG`],
  ['zip', ...both('is a ZIP archive, not a PICTURE: unpack it and add the files in it')],
  ['pdf', ...both('is a PDF, not a PICTURE: export the picture in it')],
  ['video', ...both('is a film, not a PICTURE: leave it out')],
  ['document', ...both('is a document, not a PICTURE: save the pictures in it as files, and add those')],
])('§10.19 a file of the type %s has this problem as a photograph, and that as a logo', (fileType, ...problems) => {
  expect((['photograph', 'logo'] as const).map((name) => findFileTypeProblem(fileType, name))).toEqual(problems)
})

test('hashes a file as other programs do', async () => {
  const content = new TextEncoder().encode('a photograph')
  expect(await hashFile(content)).toBe(createHash('sha256').update(content).digest('hex').slice(0, 12))
})
