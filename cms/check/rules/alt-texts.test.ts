import { expect, test } from 'vitest'
import {
  createAssetLink,
  createTestContent,
  createTestImageFile,
  runRule,
} from '#tests/setup/contentful/checked-content.ts'
import { checkAltTexts } from './alt-texts.ts'

const gallery = (...alts: readonly (string | undefined)[]) =>
  createTestContent({
    entries: Object.fromEntries(
      alts.map((altText, index) => [`p${index}`, ['galleryImage', { altText, photo: createAssetLink(`a${index}`) }]]),
    ),
    assets: Object.fromEntries(
      alts.map((_, index) => [`a${index}`, { ...createTestImageFile(), fileName: `valves-at-dusk-${index}.webp` }]),
    ),
  })

test.each([
  'Welder at dusk',
  'Valves at dusk 0',
  'Photographer on the spoil bank',
  'Image-guided drilling rig at the river',
  'Logo of the union on a hard hat',
  'Schweißer bei Nacht',
  'عامل لحام عند الغروب',
])('accepts “%s”', (alt) => {
  expect(runRule(checkAltTexts, gallery(alt))).toEqual([])
})

test.each([undefined, '', '  \n'])('reports a missing alternative text: %j', (alt) => {
  expect(runRule(checkAltTexts, gallery(alt))).toEqual([
    'error p0.altText: Alternative text is empty: describe the picture for people who cannot see it',
  ])
})

const DESCRIBE = 'describe the picture for people who cannot see it'
const CAMERAS = 'DSC DSCN DSCF IMG image PXL dcim MVI GOPR Screenshot scan photo picture'.split(' ')
const TYPES = 'jpg jpeg png webp gif avif heic tif tiff svg mp4 MOV'.split(' ')
const NOTHING =
  'Image a&photo the&photograph pictures pic img graphic Logo poster video film banner header alt alt&text text'
const REDUNDANT =
  'A&picture&of a&photo&showing image&that&shows photograph&of pic&of the&graphic&of shot&of film&of video&of'

test.each([
  [`is a file name: ${DESCRIBE}`, [...CAMERAS.map((name) => `${name}_0042`), 'valves-at-dusk-0', 'Valves–at–dusk–0']],
  [`is a file name: ${DESCRIBE}`, ['IMG 2044', 'img-20', ...TYPES.map((type) => `crew-at-river.${type}`)]],
  [
    `says nothing of this picture: ${DESCRIBE}`,
    ['2024-08-01', '🔥🔥🔥🔥🔥', 'untitled', 'test 12', 'TODO', 'n/a', 'photo 3.'],
  ],
  [`says nothing of this picture: ${DESCRIBE}`, NOTHING.split(' ').map((text) => text.replaceAll('&', ' '))],
  [
    'begins with words like “picture of”, which a screen reader adds itself: remove them',
    REDUNDANT.split(' ').map((text) => `${text.replaceAll('&', ' ')} a welder`),
  ],
  [`has 1 character but needs at least 5: ${DESCRIBE}`, ['W']],
  [`has 4 characters but needs at least 5: ${DESCRIBE}`, ['Pipe']],
])('reports a text that %s', (reason, texts) => {
  const line = `warning p0.altText: Alternative text ${reason}`
  expect(texts.map((text) => [text, ...runRule(checkAltTexts, gallery(text))])).toEqual(
    texts.map((text) => [text, line]),
  )
})

test('reports a repeated text at the second picture', () => {
  expect(runRule(checkAltTexts, gallery('Welder at dusk', 'Two workers', 'welder at dusk.'))).toEqual([
    'warning p2.altText: Alternative text is the same as that of another picture (valves-at-dusk-0.webp): describe what is different',
  ])
})

test('accepts the same text for the same picture', () => {
  const photo = { altText: 'Welder at dusk', photo: createAssetLink('a') }
  const panel = { imageAlt: 'Welder at dusk', image: createAssetLink('a') }
  const content = createTestContent({
    entries: { one: ['galleryImage', photo], two: ['servicePanel', panel] },
    assets: { a: createTestImageFile() },
  })
  expect(runRule(checkAltTexts, content)).toEqual([])
})

test('reports a text that equals the caption', () => {
  const twice = { altText: 'Welder at dusk', caption: 'Welder, at dusk' }
  expect(runRule(checkAltTexts, createTestContent({ entries: { p: ['galleryImage', twice] } }))).toEqual([
    `warning p.altText: Alternative text is the same as the caption, so screen readers read it twice: ${DESCRIBE}, or remove the caption`,
  ])
})

test('checks all pictures that have an alternative text field', () => {
  const types = ['videoHero', 'servicePanel', 'pipelineStage', 'mainlinePage', 'galleryImage', 'affiliation'] as const
  const content = createTestContent({ entries: Object.fromEntries(types.map((type) => [type, [type, {}] as const])) })
  expect(checkAltTexts(content).map(({ target, field }) => `${target?.id}.${field}`)).toEqual([
    'videoHero.posterAlt',
    'servicePanel.imageAlt',
    'pipelineStage.imageAlt',
    'mainlinePage.headerImageAlt',
    'galleryImage.altText',
  ])
})

test('requires the text of an optional picture only if there is one', () => {
  const content = (fields: object) => createTestContent({ entries: { contact: ['contactPage', fields] } })
  expect(runRule(checkAltTexts, content({}))).toEqual([])
  expect(runRule(checkAltTexts, content({ mapImage: createAssetLink('plan') }))).toEqual([
    'error contact.mapImageAlt: Alternative text of the map image is empty: describe the picture for people who cannot see it',
  ])
})
