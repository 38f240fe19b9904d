import { expect, test } from 'vitest'
import {
  createAssetLink,
  createTestContent,
  createTestImageFile,
  createTestVideoFile,
  runRule,
} from '#cms/check/test-content.ts'
import { model } from '#cms/model/model.ts'
import { checkImageSizes, MIN_IMAGE_WIDTHS } from './image-size.ts'

const hero = (poster: ReturnType<typeof createTestImageFile>, film = createTestVideoFile()) =>
  createTestContent({
    entries: { hero: ['videoHero', { poster: createAssetLink('poster'), videoFile: createAssetLink('film') }] },
    assets: { poster, film },
  })

test('a picture and a film as the help texts ask for are in order', () => {
  expect(runRule(checkImageSizes, hero(createTestImageFile(1_920, 1_080, 424_000)))).toEqual([])
})

test.each([
  [hero(createTestImageFile(1_920, 1_080, 21_000_000)), 'broken poster: The file has 21 MB, more than the 20 MB'],
  [hero(createTestImageFile(1_920, 1_080, 4_200_000)), 'should poster: The picture has 4.2 MB: make it 4 MB at most'],
  [hero(createTestImageFile(2_000, 6_000)), 'should poster: The picture is 2000 × 6000 px'],
  [hero(createTestImageFile(), createTestVideoFile(3_500_000)), 'should film: The film has 3.5 MB'],
  [hero(createTestImageFile(1_280, 720)), 'should hero.poster: Poster shows “poster”, which is 1280 px wide'],
])('what is too heavy or too small is named', (content, line) => {
  expect(runRule(checkImageSizes, content)).toEqual([expect.stringContaining(line)])
})

test('a drawing is as large as its place', () => {
  const drawing = {
    url: 'https://a.example/a.svg',
    contentType: 'image/svg+xml',
    details: { size: 9, image: { width: 90, height: 30 } },
  }
  const content = (logo: ReturnType<typeof createTestImageFile>) =>
    createTestContent({ entries: { union: ['affiliation', { logo: createAssetLink('logo') }] }, assets: { logo } })
  expect(runRule(checkImageSizes, content(drawing))).toEqual([])
  expect(runRule(checkImageSizes, content(createTestImageFile(300, 100)))).toHaveLength(1)
})

test('each least width is the one that editors read under the field', () => {
  const helps = new Map<string, string>(
    Object.values(model).flatMap(({ id, fields }) =>
      Object.entries(fields).map(([name, { help }]) => [`${id}.${name}`, help] as const),
    ),
  )
  for (const [place, width] of Object.entries(MIN_IMAGE_WIDTHS)) expect(helps.get(place)).toContain(String(width))
})
