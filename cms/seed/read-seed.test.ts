import { cp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import contactFile from './entries/contact.json'
import galleryFile from './entries/gallery.json'
import homeFile from './entries/home.json'
import mainlineFile from './entries/mainline.json'
import servicesFile from './entries/services.json'
import siteFile from './entries/site.json'
import { readSeed } from './read-seed.ts'
import { SeedFileError } from './read-seed-files.ts'
import { getSeedEntriesFile } from './seed-files.ts'
import { getSeedLinks } from './validate-links.ts'
import { listSeedProblems } from './validate-seed.ts'

const { contactPage: contact } = contactFile
const { galleryPage: gallery, galleryImage: photos } = galleryFile
const { homePage: home } = homeFile
const { mainlinePage: mainline, pipelineStage: stages } = mainlineFile
const { servicesPage: services, servicePanel: panels } = servicesFile
const { videoHero: heroes } = siteFile

const seed = readSeed()

test('matches the model, and all files exist', async () => {
  expect(await listSeedProblems(seed, { mediaFolder: 'public/media' })).toEqual([])
})

test.each([
  ['homePage', 'home'],
  ['fact', 'home'],
  ['galleryImage', 'gallery'],
  ['affiliation', 'services'],
  ['siteSettings', 'site'],
  ['seo', 'site'],
  ['redirect', 'site'],
])('the entries of %s are in %s.json', (type, name) =>
  expect(getSeedEntriesFile(type)).toBe(`cms/seed/entries/${name}.json`),
)

describe('reports seed files that cannot be read', () => {
  let folder: string
  beforeEach(async () => {
    folder = await createTestFolder()
    await cp('cms/seed', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') })
  })

  const readProblems = (): readonly string[] => {
    try {
      readSeed(folder)
      return []
    } catch (error) {
      if (!(error instanceof SeedFileError)) throw error
      return error.lines.map((line) => line.replace(folder, 'seed'))
    }
  }
  const write = (name: string, text: string) => writeFile(join(folder, name), text)

  test('none for the seed, for hidden files and for part files', async () => {
    for (const name of ['.DS_Store', 'home.json.1.part', 'home.json~']) await write(`entries/${name}`, '')
    expect(readProblems()).toEqual([])
    expect(readSeed(folder)).toEqual(seed)
  })

  test('invalid JSON, with its line', async () => {
    await write('entries/home.json', '{\n  "homePage": {}\n  "fact": {}\n}\n')
    expect(readProblems()).toEqual([
      expect.stringMatching(/^seed\/entries\/home\.json:3: is not JSON: Expected ',' or '}' after property value/),
    ])
    await write('assets.json', '[]')
    expect(readProblems()[1]).toBe('seed/assets.json:1: is not a JSON object; correct it, or undo its changes')
  })

  test('a content type in the file of another page, an unknown one, and one without entries', async () => {
    await write('entries/home.json', '{\n  "galleryImage": {},\n  "facts": {},\n  "fact": [],\n  "old": {}\n}\n')
    const isUnknown = 'is not a content type of the model; remove it, or spell it as one of homePage, fact'
    expect(readProblems()).toEqual([
      'seed/entries/home.json:2: galleryImage belongs in cms/seed/entries/gallery.json; move it there',
      expect.stringContaining(`seed/entries/home.json:3: facts ${isUnknown}`),
      'seed/entries/home.json:4: fact is not an object; write { "<entry id>": { <fields> } }',
      expect.stringContaining(`seed/entries/home.json:5: old ${isUnknown}`),
    ])
  })

  test('an unknown file and a missing file', async () => {
    await rename(join(folder, 'entries/home.json'), join(folder, 'entries/start.json'))
    expect(readProblems()).toEqual([
      expect.stringMatching(
        /^seed\/entries\/start\.json: is not a file of the seed; move its entries to .*home\.json.*, or/,
      ),
      'seed/entries/home.json: the file is missing; restore it, or add it',
    ])
  })
})

test('is in publishing order: link targets come first', () => {
  const published = new Set(seed.assets.map(({ id }) => id))
  for (const entry of seed.entries) {
    expect(getSeedLinks(entry).filter(({ id }) => !published.has(id))).toEqual([])
    published.add(entry.id)
  }
})

test('contains no unused entry or asset', () => {
  const linked = new Set(seed.entries.flatMap((entry) => getSeedLinks(entry).map(({ id }) => id)))
  const unlinked = [...seed.assets, ...seed.entries].map(({ id }) => id).filter((id) => !linked.has(id))
  const types: ReadonlyMap<string, ContentType> = new Map(Object.entries(model))
  const roots = seed.entries.filter(({ type }) => type === 'siteSettings' || types.get(type)?.path !== undefined)
  const redirects = ['redirect-mainline-pipeline'] // has its own path
  expect(unlinked.toSorted()).toEqual([...roots.map(({ id }) => id), ...redirects].toSorted())
})

test('§1 the panels name what is fabricated and which stations are built, and a fact the states', () => {
  const fabrication = 'Spools, racks, platforms, structural fabrication, hydrotested, Design and build, modular skids'
  const stations =
    'Cryogenic gas plants, compressor stations, oil pumping stations, terminals, pressure reduction facilities'
  const states = 'Texas, Oklahoma, New Mexico, Pennsylvania, Ohio, West Virginia'
  for (const word of fabrication.split(', ')) expect(panels['panel-pipe-fabrication'].text).toContain(word)
  for (const word of stations.split(', ')) expect(panels['panel-stations'].text).toContain(word)
  const facts = Object.values(homeFile.fact).map(({ text }) => text)
  for (const state of states.split(', ')) expect(facts.join()).toContain(state)
})

test('derives asset ids from the files, and has unique titles', () => {
  for (const { id, file } of seed.assets) expect(id).toBe(file.replace(/\.[a-z0-9]+$/, '').replace('/', '-'))
  expect(new Set(seed.assets.map(({ title }) => title)).size).toBe(seed.assets.length)
})

test('§2 has a hero with video and poster on four pages, and a header picture on the fifth', () => {
  const pages = [home['home-page'], services['services-page'], gallery['gallery-page'], contact['contact-page']]
  const pageHeroes = pickInOrder(
    heroes,
    pages.map(({ hero }) => hero),
  )
  expect(pageHeroes.map(({ videoFile, poster }) => [getFile(videoFile), getFile(poster)])).toEqual([
    ['videos/home-webVideo-low.mp4', 'posters/home.jpg'],
    ['videos/services-webVideo-low.mp4', 'posters/services.jpg'],
    ['videos/gallery-webVideo-low.mp4', 'posters/gallery.jpg'],
    ['videos/contact-webVideo-high.mp4', 'posters/contact.jpg'],
  ])
  expect(pageHeroes.map(({ header, title }) => `${header}: ${title}`)).toEqual([
    'Energy services and pipeline construction: Pipelines built\nto outlast us',
    'Services: What We Do',
    'Gallery: Past Work and Projects',
    'Contact Us: Drop Us A Line',
  ])
  expect(getFile(mainline['mainline-page'].headerImage)).toBe('mainline-header.jpg')
})

test('§3 has 120 photos, 30 rows of 4, in the order of their files', () => {
  const files = pickInOrder(photos, gallery['gallery-page'].images).map(({ photo }) => getFile(photo) ?? '')
  expect(files).toHaveLength(30 * 4)
  expect(files.filter((name, index) => name.startsWith(`gallery/${`${index + 1}`.padStart(3, '0')}-`))).toEqual(files)
})

test('describes every picture with a unique text in the same form', () => {
  const texts = [
    ...Object.values(photos).map(({ altText }) => altText),
    ...Object.values(stages).map(({ imageAlt }) => imageAlt),
    ...Object.values(panels).map(({ imageAlt }) => imageAlt),
    ...Object.values(heroes).map(({ posterAlt }) => posterAlt),
    mainline['mainline-page'].headerImageAlt,
  ]
  expect(texts.filter((text) => !/^[A-Z][^\n]*[^.\s]$/.test(text))).toEqual([])
  expect(texts.filter((text) => /\b(picture|photo|photograph|image) of\b/i.test(text))).toEqual([])
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

/** Returns the entries with these ids, in their order. */
function pickInOrder<Fields>(entries: Readonly<Record<string, Fields>>, ids: readonly string[]): readonly Fields[] {
  return ids.flatMap((id) => entries[id] ?? [])
}

const getFile = (assetId: string) => seed.assets.find(({ id }) => id === assetId)?.file
