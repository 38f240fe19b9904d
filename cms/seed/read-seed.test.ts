import { readdir } from 'node:fs/promises'
import { expect, expectTypeOf, test } from 'vitest'
import { model } from '#cms/model/model.ts'
import affiliations from './entries/affiliation.json'
import contact from './entries/contact-page.json'
import facts from './entries/fact.json'
import photos from './entries/gallery-image.json'
import gallery from './entries/gallery-page.json'
import home from './entries/home-page.json'
import mainline from './entries/mainline-page.json'
import navigationItems from './entries/navigation-item.json'
import stages from './entries/pipeline-stage.json'
import panels from './entries/service-panel.json'
import services from './entries/services-page.json'
import settings from './entries/site-settings.json'
import heroes from './entries/video-hero.json'
import { readSeed } from './read-seed.ts'
import { getSeedEntriesFile, type SeedFile } from './seed-types.ts'
import { getSeedLinks } from './validate-links.ts'
import { listSeedProblems } from './validate-seed.ts'

const seed = readSeed()

test('matches the model, and all files exist', async () => {
  expect(await listSeedProblems(seed, { mediaFolder: 'public/media' })).toEqual([])
})

test('the types of a seed file allow missing optional fields only', () => {
  const complete = { photo: 'red', altText: 'All red', focalPoint: null, caption: 'Red' }
  const { caption: _, focalPoint: __, ...sparse } = complete
  const { altText: ___, ...broken } = complete
  expectTypeOf<{ a: typeof complete; b: typeof sparse }>().toExtend<SeedFile<'galleryImage'>>()
  expectTypeOf<{ a: typeof broken }>().not.toExtend<SeedFile<'galleryImage'>>()
})

test('has one file for each content type', async () => {
  const files = Object.keys(model).map(getSeedEntriesFile)
  const names = await readdir('cms/seed/entries')
  expect(names.map((name) => `cms/seed/entries/${name}`).sort()).toEqual(files.sort())
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
  expect(unlinked).toEqual([
    'site-settings',
    'home-page',
    'services-page',
    'gallery-page',
    'mainline-page',
    'contact-page',
    'redirect-mainline-pipeline', // has its own path
  ])
})

test('derives asset ids from the files, and has unique titles', () => {
  for (const { id, file } of seed.assets) expect(id).toBe(file.replace(/\.[a-z0-9]+$/, '').replace('/', '-'))
  expect(new Set(seed.assets.map(({ title }) => title)).size).toBe(seed.assets.length)
})

test('has the navigation of requirements §2, all enabled', () => {
  expect(pickInOrder(navigationItems, settings['site-settings'].navigation)).toEqual([
    { name: 'Home', route: '/', isEnabled: true },
    { name: 'Gallery', route: '/gallery', isEnabled: true },
    { name: 'Services', route: '/services', isEnabled: true },
    { name: 'Contact', route: '/contact', isEnabled: true },
  ])
})

test('has a hero with video and poster on four pages, and a header picture on the fifth (requirements §2, §7)', () => {
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

test('has the company video (requirements §9) and four facts on Home', () => {
  const { filmId, watchLabel, facts: ids } = home['home-page']
  expect({ filmId, watchLabel }).toEqual({ filmId: '313814309', watchLabel: 'Watch Now' })
  expect(pickInOrder(facts, ids).map(({ figure, unit }) => `${figure} ${unit}`)).toEqual([
    '250+ miles',
    '4–42 in.',
    '200+ years',
    '6 states',
  ])
})

test('has three panels, and the first links to the mainline page (requirements §2)', () => {
  const servicePanels = pickInOrder(panels, services['services-page'].panels)
  expect(servicePanels.map(({ header, linkRoute, linkLabel }) => [header, linkRoute, linkLabel])).toEqual([
    ['Main pipeline', '/mainlinepipeline', 'See the sixteen stages'],
    ['Pipe fabrication', null, null],
    ['Stations', null, null],
  ])
})

test('has 13 affiliations, in rows of 5, 5 and 3', () => {
  const listed = pickInOrder(affiliations, services['services-page'].affiliations)
  expect(listed.map(({ kind }) => kind)).toEqual([
    ...Array<string>(5).fill('Safety and compliance'),
    ...Array<string>(5).fill('Trade unions'),
    ...Array<string>(3).fill('Associations'),
  ])
  expect(new Set(listed.map(({ name }) => name)).size).toBe(13)
})

test('has 120 photos, 30 rows of 4, in the order of their files (requirements §3)', () => {
  const files = pickInOrder(photos, gallery['gallery-page'].images).map(({ photo }) => getFile(photo) ?? '')
  expect(files).toHaveLength(30 * 4)
  expect(files.filter((name, index) => name.startsWith(`gallery/${`${index + 1}`.padStart(3, '0')}-`))).toEqual(files)
})

test('has the 16 stages of requirements §3, in order', () => {
  const labels = pickInOrder(stages, mainline['mainline-page'].stages).map(({ label }) => label)
  expect(labels.join(', ')).toBe(
    'Clearing, Grading, Environmental, Ditching, Blasting, Stringing, Bending, Welding, Coating, Lowering In, Tie-In, Back Filling, Testing, ROW Cleanup, Road Bore, HDD',
  )
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
