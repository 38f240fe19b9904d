import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
const sound: Seed = { assets: [asset], entries: [photo, fact, item] }

let mediaFolder: string

beforeAll(async () => {
  mediaFolder = await mkdtemp(join(tmpdir(), 'seed-media-'))
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  await red.jpeg().toFile(join(mediaFolder, 'red.jpg'))
  await red.png().toFile(join(mediaFolder, 'png-inside.jpg'))
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  await red.png().toFile(join(mediaFolder, 'png-inside.svg'))
  await writeFile(join(mediaFolder, 'svg-inside.png'), drawing)
  await writeFile(join(mediaFolder, 'script.svg'), drawing.replace('/>', '><script>alert(1)</script></svg>'))
  await writeFile(join(mediaFolder, 'logo.svg'), drawing)
  await writeFile(join(mediaFolder, 'film.mp4'), Buffer.from('\0\0\0\x18ftypmp42'))
  await writeFile(join(mediaFolder, 'no-film.mp4'), '<!doctype html>')
  await writeFile(join(mediaFolder, 'mov-inside.mp4'), Buffer.from('\0\0\0\x14ftypqt  '))
  await writeFile(join(mediaFolder, 'huge.jpg'), Buffer.concat([await red.jpeg().toBuffer()], 20_000_001))
  await writeFile(join(mediaFolder, 'empty.jpg'), '')
  await writeFile(join(mediaFolder, 'notes.txt'), 'hello')
})

afterAll(() => rm(mediaFolder, { recursive: true }))

test('finds nothing in a sound seed', async () => {
  expect(await problems(sound)).toEqual([])
})

test('an optional field may be left out', async () => {
  const sparse = { ...photo, fields: { photo: 'red', altText: 'All red' } }
  expect(await problems({ ...sound, entries: [sparse, fact, item] })).toEqual([])
})

describe('names the file, the entry, the field and the remedy when', () => {
  const broken: readonly (readonly [string, SeedEntry, string])[] = [
    [
      'a field is unknown',
      having(photo, { colour: 'red' }),
      'gallery-image.json: photo: colour is not a field of galleryImage; remove it, or spell it as one of photo, altText, focalPoint, caption',
    ],
    [
      'a required field is missing',
      { ...photo, fields: { photo: 'red', focalPoint: null, caption: null } },
      'gallery-image.json: photo: altText is missing; write one line of text in quotes',
    ],
    [
      'a required field is null',
      having(photo, { altText: null }),
      'gallery-image.json: photo: altText is required, but null; write one line of text in quotes',
    ],
    [
      'a value is of the wrong kind',
      having(photo, { altText: 7 }),
      'gallery-image.json: photo: altText is 7; write one line of text in quotes',
    ],
    [
      'a line has a line break',
      having(photo, { altText: 'All\nred' }),
      'gallery-image.json: photo: altText is "All\\nred"; write it on one line',
    ],
    [
      'a yes or no is a word',
      having(item, { isEnabled: 'yes' }),
      'navigation-item.json: nav: isEnabled is "yes"; write true or false',
    ],
    [
      'a text is too short',
      having(photo, { altText: 'Red' }),
      'gallery-image.json: photo: altText has 3 characters; write 5 to 160',
    ],
    [
      'a text is too long',
      having(photo, { altText: 'r'.repeat(161) }),
      'gallery-image.json: photo: altText has 161 characters; write 5 to 160',
    ],
    [
      'a word is not one of the choice',
      having(item, { route: '/about' }),
      'navigation-item.json: nav: route is "/about"; write one of "/", "/gallery", "/services", "/contact", "/mainlinepipeline"',
    ],
    [
      'a link leads to no asset',
      having(photo, { photo: 'blue' }),
      'gallery-image.json: photo: photo names the asset "blue"; add it to cms/seed/assets.json, or correct the id',
    ],
    [
      'an id is not an id',
      { ...fact, id: 'fact/miles' },
      'fact.json: fact/miles: not an id; write 1 to 64 of a–z, A–Z, 0–9, hyphen, underscore, full stop',
    ],
  ]

  test.each(broken)('%s', async (_, entry, line) => {
    const entries = sound.entries.map((other) => (other.type === entry.type ? entry : other))
    expect(await problems({ ...sound, entries })).toEqual([`cms/seed/entries/${line}`])
  })

  test.each(['null', '"6 states"', '[]'])('an entry is %s instead of fields', async (json) => {
    expect(await problems({ ...sound, entries: [{ ...fact, fields: JSON.parse(json) }] })).toEqual([
      'cms/seed/entries/fact.json: fact: has no fields; write { "<field>": <value>, … } after the id',
    ])
  })

  test('two entries share an id', async () => {
    expect(await problems({ ...sound, entries: [...sound.entries, { ...fact, id: 'photo' }] })).toEqual([
      'cms/seed/entries/fact.json: photo: the id is taken in cms/seed/entries/gallery-image.json; choose another',
    ])
  })

  test('two assets share an id', async () => {
    expect(await problems({ ...sound, assets: [asset, { ...asset, title: 'Again' }] })).toEqual([
      'cms/seed/assets.json: red: the id is taken in cms/seed/assets.json; choose another',
    ])
  })

  test('an asset has an empty, a missing and an unknown field', async () => {
    const assets: SeedAsset[] = JSON.parse('[{ "id": "red", "title": "", "path": "red.jpg" }]')
    expect(await problems({ ...sound, assets })).toEqual([
      'cms/seed/assets.json: red: path is not a field of an asset; remove it, or spell it as one of file, title, originalName',
      'cms/seed/assets.json: red: file is missing or no text; write its name below the media folder',
      'cms/seed/assets.json: red: title is missing or no line of text; write 1 to 256 characters',
    ])
  })
})

test('an editor’s own name of a file may stand beside it, but must be a text', async () => {
  expect(await problems({ ...sound, assets: [{ ...asset, originalName: 'IMG 1.JPG' }] })).toEqual([])
  expect(await problems({ ...sound, assets: [{ ...asset, originalName: '' }] })).toEqual([
    'cms/seed/assets.json: red: originalName is no text; write the name that the space shows, or remove it',
  ])
})

describe('of the links in a list, names', () => {
  const page = (images: readonly string[]): SeedEntry => ({
    id: 'gallery',
    type: 'galleryPage',
    fields: { name: 'Gallery', seo: 'seo', hero: 'hero', gridTitle: 'Grid', images },
  })
  const problemsOfList = async (images: readonly string[]) => {
    const found = await problems({ ...sound, entries: [...sound.entries, page(images)] })
    return found.filter((line) => line.includes(': images '))
  }

  test.each([
    ['too few', [], 'images has 0 links; give it 1 to 1000'],
    [
      'one to nothing',
      ['photo', 'gone'],
      'images names the entry "gone"; add it to cms/seed/entries/gallery-image.json, or correct the id',
    ],
    ['one to another type', ['photo', 'fact'], 'images names "fact", a fact; name a galleryImage'],
    ['one that comes twice', ['photo', 'photo'], 'images names "photo" more than once; keep one'],
  ])('%s', async (_, images, problem) => {
    expect(await problemsOfList(images)).toEqual([`cms/seed/entries/gallery-page.json: gallery: ${problem}`])
  })
})

describe('of numbers and patterns, names', () => {
  const contact: SeedEntry = {
    id: 'contact',
    type: 'contactPage',
    fields: { mapLatitude: 97.5, phone: 'call us', email: 'office' },
  }

  test.each([
    'mapLatitude is 97.5; write a number from -90 to 90',
    'phone is "call us"; Digits, spaces, brackets and hyphens only',
    'email is "office"; An e-mail address, as in office@company.com',
  ])('%s', async (problem) => {
    expect(await problems({ ...sound, entries: [contact] })).toContain(
      `cms/seed/entries/contact-page.json: contact: ${problem}`,
    )
  })
})

describe('of redirects, names', () => {
  const redirect = (id: string, from: string, to: string): SeedEntry => ({
    id,
    type: 'redirect',
    fields: { from, to, isPermanent: true },
  })

  test('a circle, before anything is written', async () => {
    const entries = [...sound.entries, redirect('one', '/a', '/b'), redirect('two', '/b', '/a')]
    expect(await problems({ ...sound, entries })).toEqual([
      'cms/seed/entries/redirect.json: one: leads in a circle, /a → /b → /a: let one of them lead to a page',
      'cms/seed/entries/redirect.json: two: leads in a circle, /b → /a → /b: let one of them lead to a page',
    ])
  })

  test('not one that leads to a page', async () => {
    const entries = [...sound.entries, redirect('one', '/a', '/services')]
    expect(await problems({ ...sound, entries })).toEqual([])
  })

  test('a field of the wrong kind, and nothing else of it', async () => {
    const entries = [...sound.entries, having(redirect('one', '/a', '/b'), { to: 7 })]
    expect(await problems({ ...sound, entries })).toEqual([
      'cms/seed/entries/redirect.json: one: to is 7; write one line of text in quotes',
    ])
  })
})

describe('of files, names', () => {
  test.each([
    ['gone.jpg', () => `is not in ${mediaFolder}; put it there, or correct the name`],
    ['empty.jpg', () => 'is empty; put the file there again'],
    ['png-inside.jpg', () => 'is not jpeg inside, but png; export it again'],
    ['no-film.mp4', () => 'is not mp4 inside, but something unreadable; export it again'],
    ['mov-inside.mp4', () => 'is not mp4 inside, but mov; export it again'],
    ['huge.jpg', () => 'has 20000001 bytes; make it at most 20000000'],
    ['svg-inside.png', () => 'is not png inside, but svg; export it again'],
    ['png-inside.svg', () => 'is not svg inside, but png; export it again'],
    ['script.svg', () => 'holds a script; export it as plain SVG'],
    ['notes.txt', () => 'is of an unknown kind; use one of .avif, .jpg, .mp4, .png, .svg, .webp'],
    ['../red.jpg', () => `is outside ${mediaFolder}; name a file below it`],
  ])('%s', async (file, problem) => {
    expect(await problems({ ...sound, assets: [{ ...asset, file }] })).toEqual([
      `cms/seed/assets.json: red: file ${file} ${problem()}`,
    ])
  })

  test('none that is staged somewhere else under its name', async () => {
    const seed = { ...sound, assets: [{ ...asset, file: 'uploads/new.jpg' }] }
    const staged = new Map([['uploads/new.jpg', join(mediaFolder, 'red.jpg')]])
    expect(await listSeedProblems(seed, { mediaFolder, staged })).toEqual([])
  })

  test('a film where a picture belongs', async () => {
    expect(await problems({ ...sound, assets: [{ ...asset, file: 'film.mp4' }] })).toEqual([
      'cms/seed/entries/gallery-image.json: photo: photo names "red", whose file film.mp4 is of kind video; name one of image',
    ])
  })

  test('one that is too large for its field', async () => {
    await writeFile(
      join(mediaFolder, 'large.mp4'),
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(20_000_000)]),
    )
    const hero: SeedEntry = { id: 'hero', type: 'videoHero', fields: { videoFile: 'red' } }
    expect(await problems({ assets: [{ ...asset, file: 'large.mp4' }], entries: [hero] })).toContain(
      'cms/seed/entries/video-hero.json: hero: videoFile names "red", whose file large.mp4 has 20000012 bytes; make it at most 20000000',
    )
  })

  test('not a vector drawing, which is a picture too', async () => {
    expect(await problems({ ...sound, assets: [{ ...asset, file: 'logo.svg' }] })).toEqual([])
  })
})

const problems = (seed: Seed) => listSeedProblems(seed, { mediaFolder })

function having(entry: SeedEntry, fields: SeedEntry['fields']): SeedEntry {
  return { ...entry, fields: { ...entry.fields, ...fields } }
}
