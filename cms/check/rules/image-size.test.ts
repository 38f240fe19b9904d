import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { formatMinSize, MIN_PICTURE_SIZES } from '#cms/pictures/picture-rules.ts'
import {
  createAssetLink,
  createTestContent,
  createTestImageFile,
  createTestVideoFile,
  runRule,
} from '#tests/setup/contentful/checked-content.ts'
import { checkImageSizes } from './image-size.ts'

const hero = (poster: ReturnType<typeof createTestImageFile>, film = createTestVideoFile(2_097_152)) =>
  createTestContent({
    entries: { hero: ['videoHero', { poster: createAssetLink('poster'), videoFile: createAssetLink('film') }] },
    assets: { poster, film },
  })

test.each([
  [hero(createTestImageFile(1_920, 1_080, 21_000_000)), 'error poster: The file has 21 MB, more than the limit'],
  [hero(createTestImageFile(1_920, 1_080, 4_200_000)), 'warning poster: The picture has 4.2 MB: make it 4 MB at most'],
  [hero(createTestImageFile(2_000, 6_000)), 'warning poster: The picture is 2000 × 6000 px'],
  [hero(createTestImageFile(6_000, 2_000)), 'warning poster: The picture is 6000 × 2000 px'],
  [hero(createTestImageFile(), createTestVideoFile(3_500_000)), 'warning film: The film has 3.5 MB'],
  [hero(createTestImageFile(1_280, 720)), 'warning hero.poster: Poster shows “poster”, which is only 1280 px wide'],
])('reports files that are too large or too small', (content, line) => {
  expect(runRule(checkImageSizes, content)).toEqual([expect.stringContaining(line)])
})

test('accepts SVG files of any size', () => {
  const drawing = {
    url: 'https://a.example/a.svg',
    contentType: 'image/svg+xml',
    details: { size: 9, image: { width: 90, height: 30 } },
  }
  const content = (logo: ReturnType<typeof createTestImageFile>) =>
    createTestContent({ entries: { union: ['affiliation', { logo: createAssetLink('logo') }] }, assets: { logo } })
  expect(runRule(checkImageSizes, content(drawing))).toEqual([])
  const wide = { ...drawing, details: { size: 9, image: { width: 9_000, height: 30 } } }
  expect(runRule(checkImageSizes, content(wide))).toEqual([])
  expect(runRule(checkImageSizes, content(createTestImageFile(300, 100)))).toHaveLength(1)
})

test.each([
  [960, 1_440, true],
  [1_440, 480, true],
  [1_439, 960, false],
  [639, 1_440, false],
])('a photo of %i × %i px is large enough: %s', (width, height, isLarge) => {
  const photo = createTestContent({
    entries: { one: ['galleryImage', { photo: createAssetLink('photo') }] },
    assets: { photo: createTestImageFile(width, height) },
  })
  const line = `warning one.photo: Photo shows “photo”, which is only ${width} px wide and ${height} px high and looks blurred: upload it at least 1440 px on the longer side and 640 px wide`
  expect(runRule(checkImageSizes, photo)).toEqual(isLarge ? [] : [line])
})

test('the minimum sizes match the help texts of the model', () => {
  const helps = new Map<string, string>(
    Object.values(model).flatMap(({ id, fields }) =>
      Object.entries(fields).map(([name, { help }]) => [`${id}.${name}`, help] as const),
    ),
  )
  for (const [place, size] of Object.entries(MIN_PICTURE_SIZES)) expect(helps.get(place)).toContain(formatMinSize(size))
})
