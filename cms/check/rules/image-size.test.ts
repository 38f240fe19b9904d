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

const picture = createTestImageFile

test.each([
  [picture(1_920, 9, 20_000_001), 'error poster: The file has 20 MB, more than the limit of 20 MB: make it smaller'],
  [picture(1_920, 9, 4_000_001), 'warning poster: The picture has 4 MB: make it 4 MB at most, which looks the same'],
  [picture(2_000, 4_001), 'warning poster: The picture is 2000 × 4001 px: 4000 px on the longer side are enough'],
  [picture(4_001, 2_000), 'warning poster: The picture is 4001 × 2000 px: 4000 px on the longer side are enough'],
  [picture(4_000, 4_000, 4_000_000)],
])('reports pictures that are too large, and none at the limit: %#', (poster, ...lines) => {
  expect(runRule(checkImageSizes, hero(poster))).toEqual(lines)
})

test('reports a film that is too large, and pictures that are too small for their place', () => {
  expect(runRule(checkImageSizes, hero(picture(1_919, 720), createTestVideoFile(2_097_153)))).toEqual([
    'warning film: The film has 2.1 MB, which loads slowly on phones: make it 2 MB at most',
    'warning hero.poster: Poster shows “poster”, which is only 1919 px wide and 720 px high and looks blurred: upload it at least 1920 px wide',
  ])
  expect(MIN_PICTURE_SIZES).toMatchObject({
    ...{ 'mainlinePage.headerImage': { width: 1_920 }, 'contactPage.mapImage': { width: 1_920 } },
    ...{ 'servicePanel.image': { width: 1_600 }, 'pipelineStage.image': { width: 1_440 } },
    ...{ 'videoHero.poster': { width: 1_920 }, 'seo.shareImage': { width: 1_200 } },
  })
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
