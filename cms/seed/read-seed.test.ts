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

test('fits the model, and every file is there', async () => {
  expect(await listSeedProblems(seed, { mediaFolder: 'public/media' })).toEqual([])
})

test('the types of a file let optional fields out, and no others', () => {
  const whole = { photo: 'red', altText: 'All red', focalPoint: null, caption: 'Red' }
  const { caption: _, focalPoint: __, ...sparse } = whole
  const { altText: ___, ...broken } = whole
  expectTypeOf<{ one: typeof whole; two: typeof sparse }>().toExtend<SeedFile<'galleryImage'>>()
  expectTypeOf<{ one: typeof broken }>().not.toExtend<SeedFile<'galleryImage'>>()
})

test('has one file for each content type', async () => {
  const files = Object.keys(model).map(getSeedEntriesFile)
  const found = await readdir('cms/seed/entries')
  expect(found.map((name) => `cms/seed/entries/${name}`).sort()).toEqual(files.sort())
})

test('comes in publishing order: what is linked to stands before what links to it', () => {
  const published = new Set(seed.assets.map(({ id }) => id))
  for (const entry of seed.entries) {
    expect(getSeedLinks(entry).filter(({ id }) => !published.has(id))).toEqual([])
    published.add(entry.id)
  }
})

test('holds nothing that no page shows', () => {
  const linked = new Set(seed.entries.flatMap((entry) => getSeedLinks(entry).map(({ id }) => id)))
  const shown = [...seed.assets, ...seed.entries].map(({ id }) => id).filter((id) => !linked.has(id))
  expect(shown).toEqual([
    'site-settings',
    'home-page',
    'services-page',
    'gallery-page',
    'mainline-page',
    'contact-page',
    'redirect-mainline-pipeline', // an address of its own
  ])
})

test('names assets by their files, and as editors can tell them apart', () => {
  for (const { id, file } of seed.assets) expect(id).toBe(file.replace(/\.[a-z0-9]+$/, '').replace('/', '-'))
  expect(new Set(seed.assets.map(({ title }) => title)).size).toBe(seed.assets.length)
})

test('has the navigation of requirements §2, all enabled', () => {
  expect(inOrder(navigationItems, settings['site-settings'].navigation)).toEqual([
    { name: 'Home', route: '/', isEnabled: true },
    { name: 'Gallery', route: '/gallery', isEnabled: true },
    { name: 'Services', route: '/services', isEnabled: true },
    { name: 'Contact', route: '/contact', isEnabled: true },
  ])
})

test('has a hero with film and poster on four pages, a header picture on the fifth (requirements §2, §7)', () => {
  const pages = [home['home-page'], services['services-page'], gallery['gallery-page'], contact['contact-page']]
  const shown = inOrder(
    heroes,
    pages.map(({ hero }) => hero),
  )
  expect(shown.map(({ videoFile, poster }) => [file(videoFile), file(poster)])).toEqual([
    ['videos/home-webVideo-low.mp4', 'posters/home.jpg'],
    ['videos/services-webVideo-low.mp4', 'posters/services.jpg'],
    ['videos/gallery-webVideo-low.mp4', 'posters/gallery.jpg'],
    ['videos/contact-webVideo-high.mp4', 'posters/contact.jpg'],
  ])
  expect(shown.map(({ header, title }) => `${header}: ${title}`)).toEqual([
    'Energy services and pipeline construction: Pipelines built\nto outlast us',
    'Services: What We Do',
    'Gallery: Past Work and Projects',
    'Contact Us: Drop Us A Line',
  ])
  expect(file(mainline['mainline-page'].headerImage)).toBe('mainline-header.jpg')
})

test('has the company film (requirements §9) and four facts on Home', () => {
  const { filmId, watchLabel, facts: ids } = home['home-page']
  expect({ filmId, watchLabel }).toEqual({ filmId: '313814309', watchLabel: 'Watch Now' })
  expect(inOrder(facts, ids).map(({ figure, unit }) => `${figure} ${unit}`)).toEqual([
    '250+ miles',
    '4–42 in.',
    '200+ years',
    '6 states',
  ])
})

test('has three panels, of which the first leads to the mainline page (requirements §2)', () => {
  const shown = inOrder(panels, services['services-page'].panels)
  expect(shown.map(({ header, linkRoute, linkLabel }) => [header, linkRoute, linkLabel])).toEqual([
    ['Main pipeline', '/mainlinepipeline', 'See the sixteen stages'],
    ['Pipe fabrication', null, null],
    ['Stations', null, null],
  ])
})

test('has 13 affiliations, in rows of 5, 5 and 3', () => {
  const shown = inOrder(affiliations, services['services-page'].affiliations)
  expect(shown.map(({ kind }) => kind)).toEqual([
    ...Array<string>(5).fill('Safety and compliance'),
    ...Array<string>(5).fill('Trade unions'),
    ...Array<string>(3).fill('Associations'),
  ])
  expect(new Set(shown.map(({ name }) => name)).size).toBe(13)
})

test('has 120 photographs, 30 rows of 4, in the order of their files (requirements §3)', () => {
  const files = inOrder(photos, gallery['gallery-page'].images).map(({ photo }) => file(photo) ?? '')
  expect(files).toHaveLength(30 * 4)
  expect(files.filter((name, place) => name.startsWith(`gallery/${`${place + 1}`.padStart(3, '0')}-`))).toEqual(files)
})

test('has the 16 stages of requirements §3, in order', () => {
  const labels = inOrder(stages, mainline['mainline-page'].stages).map(({ label }) => label)
  expect(labels.join(', ')).toBe(
    'Clearing, Grading, Environmental, Ditching, Blasting, Stringing, Bending, Welding, Coating, Lowering In, Tie-In, Back Filling, Testing, ROW Cleanup, Road Bore, HDD',
  )
})

test('says of every picture something of its own, in one form', () => {
  const texts = [
    ...Object.values(photos).map(({ altText }) => altText),
    ...Object.values(stages).map(({ imageAlt }) => imageAlt),
    ...Object.values(panels).map(({ imageAlt }) => imageAlt),
    ...Object.values(heroes).map(({ posterAlt }) => posterAlt),
    mainline['mainline-page'].headerImageAlt,
  ]
  expect(texts.filter((text) => !/^[A-Z][^\n]*[^.\s]$/.test(text))).toEqual([])
  expect(texts.filter((text) => /\b(picture|photo|photograph|image) of\b/i.test(text))).toEqual([])
  expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([])
})

/** The entries that a list names, in its order. */
function inOrder<Fields>(entries: Readonly<Record<string, Fields>>, ids: readonly string[]): readonly Fields[] {
  return ids.flatMap((id) => entries[id] ?? [])
}

const file = (asset: string) => seed.assets.find(({ id }) => id === asset)?.file
