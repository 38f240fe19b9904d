import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { getSeedEntriesFile } from './seed-files.ts'
import type { Seed, SeedAsset, SeedEntry } from './seed-types.ts'
import { listSeedProblems } from './validate-seed.ts'

const asset: SeedAsset = { id: 'red', file: 'red.jpg', title: 'Red' }
const photo: SeedEntry = {
  id: 'photo',
  type: 'galleryImage',
  fields: { photo: 'red', altText: 'All red', focalPoint: null, caption: null },
}
const fact: SeedEntry = {
  id: 'fact',
  type: 'fact',
  fields: { figure: '6', unit: 'states', text: 'Where we have built' },
}
const item: SeedEntry = { id: 'nav', type: 'navigationItem', fields: { name: 'Home', route: '/', isEnabled: true } }
const redirect: SeedEntry = { id: 'away', type: 'redirect', fields: { from: '/a', to: '/', isPermanent: true } }
const validSeed: Seed = { assets: [asset], entries: [photo, fact, item, redirect] }

let mediaFolder: string

beforeAll(async () => {
  mediaFolder = await createTestFolder(afterAll)
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  await red.jpeg().toFile(join(mediaFolder, 'red.jpg'))
  await red.png().toFile(join(mediaFolder, 'png-inside.jpg'))
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  await red.png().toFile(join(mediaFolder, 'png-inside.svg'))
  await writeFile(join(mediaFolder, 'script.svg'), svg.replace('/>', '><script>alert(1)</script></svg>'))
  await writeFile(join(mediaFolder, 'film.mp4'), Buffer.from('\0\0\0\x18ftypmp42'))
  await writeFile(join(mediaFolder, 'camera.mp4'), Buffer.from('\0\0\0\x14ftypqt  '))
  await writeFile(join(mediaFolder, 'text.mp4'), 'Not the beginning of a film')
  await writeFile(join(mediaFolder, 'huge.jpg'), Buffer.concat([await red.jpeg().toBuffer()], 20_000_001))
  await writeFile(join(mediaFolder, 'large.mp4'), Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42')], 20_000_012))
  await writeFile(join(mediaFolder, 'empty.jpg'), '')
  await writeFile(join(mediaFolder, 'notes.txt'), 'hello')
})

test('accepts a valid seed, also without an optional field, or with the original name of a file', async () => {
  expect(await problems(validSeed)).toEqual([])
  const sparse = { ...photo, fields: { photo: 'red', altText: 'All red' } }
  const assets = [{ ...asset, title: 'T'.repeat(256), originalName: 'IMG 1.JPG' }]
  expect(await problems({ assets, entries: [sparse, fact, item] })).toEqual([])
})

describe('reports file, entry, field and fix:', () => {
  test.each<[problem: string, SeedEntry]>([
    [
      'colour is not a field of galleryImage: remove it, or spell it as one of photo, altText, focalPoint, caption',
      withFields(photo, { colour: 'red' }),
    ],
    ['altText is missing: write one line of text in quotes', { ...photo, fields: { photo: 'red' } }],
    ['altText is required, but null: write one line of text in quotes', withFields(photo, { altText: null })],
    ['altText is 7: write one line of text in quotes', withFields(photo, { altText: 7 })],
    ['altText is "All\\nred": write it on one line', withFields(photo, { altText: 'All\nred' })],
    ['isEnabled is "yes": write true or false', withFields(item, { isEnabled: 'yes' })],
    ['altText has 1 character: write 5 to 160', withFields(photo, { altText: 'R' })],
    [
      `focalPoint is ["${'x'.repeat(57)}…: write one line of text in quotes`,
      withFields(photo, { focalPoint: ['x'.repeat(99)] }),
    ],
    [
      `route is "/a": write one of ${SITE_PATHS.map((path) => `"${path}"`).join(', ')}`,
      withFields(item, { route: '/a' }),
    ],
    [
      'photo links to the unknown asset "blue"; add it to cms/seed/assets.json, or correct the id',
      withFields(photo, { photo: 'blue' }),
    ],
    ['to is 7: write one line of text in quotes', withFields(redirect, { to: 7 })],
    ['not an id; write 1 to 64 of a–z, A–Z, 0–9, hyphen, underscore, full stop', { ...fact, id: 'fact/a' }],
  ])('%s', async (problem, entry) => {
    const entries = validSeed.entries.map((other) => (other.type === entry.type ? entry : other))
    expect(await problems({ ...validSeed, entries })).toEqual([
      `${getSeedEntriesFile(entry.type)}: ${entry.id}: ${problem}`,
    ])
  })

  test.each(['null', '"6 states"', '[]'])('the fields of an entry are %s', async (json) => {
    expect(await problems({ ...validSeed, entries: [{ ...fact, fields: JSON.parse(json) }] })).toEqual([
      'cms/seed/entries/home.json: fact: has no fields; write { "<field>": <value>, … } after the id',
    ])
  })

  test('two entries or two assets share an id', async () => {
    const entries = [...validSeed.entries, { ...fact, id: 'photo' }]
    expect(await problems({ assets: [asset, { ...asset, title: 'Again' }], entries })).toEqual([
      'cms/seed/assets.json: red: the id is already used in cms/seed/assets.json; choose another',
      'cms/seed/entries/home.json: photo: the id is already used in cms/seed/entries/gallery.json; choose another',
    ])
  })

  test('an asset has an empty, a long, a missing and an unknown field', async () => {
    const assets: SeedAsset[] = JSON.parse(
      `[{ "id": "red", "title": "${'T'.repeat(257)}", "path": "red.jpg", "originalName": "" }]`,
    )
    expect(await problems({ ...validSeed, assets })).toEqual([
      'cms/seed/assets.json: red: path is not a field of an asset; remove it, or spell it as one of file, title, originalName',
      'cms/seed/assets.json: red: file is missing or not a text; write its path below the media folder',
      'cms/seed/assets.json: red: title is missing or not one line of text; write 1 to 256 characters',
      'cms/seed/assets.json: red: originalName is not a text; write the name in the space, or remove it',
    ])
  })
})

describe('reports links of a list:', () => {
  const createPage = (images: readonly string[]): SeedEntry => ({
    id: 'gallery',
    type: 'galleryPage',
    fields: { name: 'Gallery', seo: 'seo', hero: 'hero', gridTitle: 'Grid', images },
  })
  const listProblems = async (images: readonly string[]) => {
    const lines = await problems({ ...validSeed, entries: [...validSeed.entries, createPage(images)] })
    return lines.filter((line) => line.includes(': images '))
  }

  test.each([
    ['images has 0 items: give it 1 to 1000', []],
    [
      'images links to the unknown entry "gone"; add it to cms/seed/entries/gallery.json, or correct the id',
      ['photo', 'gone'],
    ],
    ['images links to "fact", a fact; link to a galleryImage', ['photo', 'fact']],
    ['images links to "photo" more than once; keep one', ['photo', 'photo']],
  ])('%s', async (problem, images) => {
    expect(await listProblems(images)).toEqual([`cms/seed/entries/gallery.json: gallery: ${problem}`])
  })
})

test.each([
  'mapLatitude is 97.5: write a number from -90 to 90',
  'hero is 7: write the id of one videoHero',
  'phone is "call us". Write only digits, spaces and the signs + ( ) . / -',
])('reports a number or text that breaks a rule: %s', async (problem) => {
  const contact = {
    id: 'contact',
    type: 'contactPage',
    fields: { hero: 7, mapLatitude: 97.5, phone: 'call us' },
  } as const
  expect(await problems({ ...validSeed, entries: [contact] })).toContain(
    `cms/seed/entries/contact.json: contact: ${problem}`,
  )
})

test('reports two redirects from the same address', async () => {
  const second = { ...redirect, id: 'second', fields: { ...redirect.fields, from: '/a/' } }
  expect(await problems({ ...validSeed, entries: [...validSeed.entries, second] })).toEqual([
    'cms/seed/entries/site.json: second: begins where the redirect from /a to / does, which visitors follow: keep one of the two',
  ])
})

describe('validates files:', () => {
  test.each([
    ['gone.jpg', () => `is not in ${mediaFolder}; put it there, or correct the name`],
    ['empty.jpg', () => 'is empty; replace it'],
    ['png-inside.jpg', () => 'has the content of png, not of jpeg; export it again'],
    ['huge.jpg', () => 'has 20000001 bytes; make it at most 20000000'],
    ['png-inside.svg', () => 'has the content of png, not of svg; export it again'],
    ['camera.mp4', () => 'has the content of mov, not of mp4; export it again'],
    ['text.mp4', () => 'has the content of an unknown format, not of mp4; export it again'],
    ['script.svg', () => 'holds a script; export it as plain SVG'],
    ['notes.txt', () => `has an unknown type; use one of ${Object.keys(MEDIA_TYPES).join(', ')}`],
    ['../red.jpg', () => `is outside ${mediaFolder}; use a file below it`],
  ])('rejects %s', async (file, problem) => {
    expect(await problems({ ...validSeed, assets: [{ ...asset, file }] })).toEqual([
      `cms/seed/assets.json: red: file ${file} ${problem()}`,
    ])
  })

  test('accepts a staged file', async () => {
    const seed = { ...validSeed, assets: [{ ...asset, file: 'uploads/new.jpg' }] }
    const staged = new Map([['uploads/new.jpg', join(mediaFolder, 'red.jpg')]])
    expect(await listSeedProblems(seed, { mediaFolder, staged })).toEqual([])
  })

  test('rejects a video in a picture field', async () => {
    expect(await problems({ ...validSeed, assets: [{ ...asset, file: 'film.mp4' }] })).toEqual([
      'cms/seed/entries/gallery.json: photo: photo links to "red", whose file film.mp4 is of type video; use one of type image',
    ])
  })

  test('rejects a file that is too large for its field', async () => {
    const hero: SeedEntry = { id: 'hero', type: 'videoHero', fields: { videoFile: 'red' } }
    const lines = await problems({ assets: [{ ...asset, file: 'large.mp4' }], entries: [hero] })
    expect(lines.filter((line) => line.includes('large.mp4'))).toEqual([
      'cms/seed/entries/site.json: hero: videoFile links to "red", whose file large.mp4 has 20000012 bytes; make it at most 20000000',
    ])
  })
})

const problems = (seed: Seed) => listSeedProblems(seed, { mediaFolder })

function withFields(entry: SeedEntry, fields: SeedEntry['fields']): SeedEntry {
  return { ...entry, fields: { ...entry.fields, ...fields } }
}
