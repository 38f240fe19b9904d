import { expect, test } from 'vitest'
import { createAssetLink, createTestContent, createTestImageFile, runRule } from '#cms/check/test-content.ts'
import { checkAltTexts } from './alt-texts.ts'

const gallery = (...alts: readonly (string | undefined)[]) =>
  createTestContent({
    entries: Object.fromEntries(
      alts.map((altText, index) => [`p${index}`, ['galleryImage', { altText, photo: createAssetLink(`a${index}`) }]]),
    ),
    assets: Object.fromEntries(
      alts.map((_, index) => [`a${index}`, { ...createTestImageFile(), fileName: `valves-at-dusk-${index}.jpg` }]),
    ),
  })

test.each([
  'Welder at dusk',
  'Valves at dusk 0',
  'Photographer on the spoil bank',
  'Image-guided drilling rig at the river',
  'Logo of the union on a hard hat',
  'Image of the river in a welder’s visor'.replace('Image of the', 'The'),
  'Schweißer bei Nacht',
  'عامل لحام عند الغروب',
])('“%s” says something', (alt) => {
  expect(runRule(checkAltTexts, gallery(alt))).toEqual([])
})

test.each([undefined, '', '  \n'])('%j is missing', (alt) => {
  expect(runRule(checkAltTexts, gallery(alt))).toEqual([
    'broken p0.altText: Alt text is empty: say what somebody who cannot see it should know',
  ])
})

test.each([
  ['DSC_0042.jpg', 'a file’s name'],
  ['IMG_2044', 'a file’s name'],
  ['PXL_20240801_101112', 'a file’s name'],
  ['crew-at-river.jpeg', 'a file’s name'],
  ['valves-at-dusk-0', 'a file’s name'],
  ['Image', 'says nothing'],
  ['a photo', 'says nothing'],
  ['The picture 3', 'says nothing'],
  ['Untitled', 'says nothing'],
  ['2024-08-01', 'says nothing'],
  ['🔥🔥🔥🔥🔥', 'says nothing'],
  ['Picture of a welder', '“picture of”'],
  ['A photo showing two workers', '“picture of”'],
  ['an image of the yard', '“picture of”'],
  ['Pipe', 'has 4 characters, and needs at least 5'],
])('“%s” is of no use', (alt, reason) => {
  expect(runRule(checkAltTexts, gallery(alt))).toEqual([
    expect.stringMatching(new RegExp(`^should p0\\.altText: Alt text .*${reason}`)),
  ])
})

test('the same words under two pictures are named once, at the second', () => {
  expect(runRule(checkAltTexts, gallery('Welder at dusk', 'Two workers', 'welder at dusk.'))).toEqual([
    'should p2.altText: Alt text is the same as that of another picture (p0): say what is different here',
  ])
})

test('the same picture in two places may have the same words', () => {
  const photo = { altText: 'Welder at dusk', photo: createAssetLink('a') }
  const panel = { imageAlt: 'Welder at dusk', image: createAssetLink('a') }
  const content = createTestContent({
    entries: { one: ['galleryImage', photo], two: ['servicePanel', panel] },
    assets: { a: createTestImageFile() },
  })
  expect(runRule(checkAltTexts, content)).toEqual([])
})

test('a caption that says the same is heard twice', () => {
  const twice = { altText: 'Welder at dusk', caption: 'Welder, at dusk' }
  expect(runRule(checkAltTexts, createTestContent({ entries: { p: ['galleryImage', twice] } }))).toEqual([
    expect.stringContaining('is the same as the caption'),
  ])
})

test('every picture that has words of its own is looked at', () => {
  const content = createTestContent({
    entries: {
      hero: ['videoHero', {}],
      panel: ['servicePanel', {}],
      stage: ['pipelineStage', {}],
      page: ['mainlinePage', {}],
      photo: ['galleryImage', {}],
      logo: ['affiliation', {}],
    },
  })
  expect(checkAltTexts(content).map(({ target, field }) => `${target?.id}.${field}`)).toEqual([
    'hero.posterAlt',
    'panel.imageAlt',
    'stage.imageAlt',
    'page.headerImageAlt',
    'photo.altText',
  ])
})
