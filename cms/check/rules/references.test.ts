import { expect, test } from 'vitest'
import {
  createAssetLink,
  createEntryLink,
  createTestContent,
  createTestImageFile,
  createTestVideoFile,
  runRule,
} from '#tests/setup/contentful/checked-content.ts'
import { checkReferences } from './references.ts'

const home = (fields: object) => ['homePage', { name: 'Home', ...fields }] as const
const waiting = createTestContent({
  entries: {
    hero: ['videoHero', { name: 'Hero of Home' }],
    fact: ['fact', { text: 'Miles' }],
    post: ['blogPost', { title: 'News' }],
  },
  assets: { still: createTestImageFile(), film: createTestVideoFile() },
})

test.each([
  [
    { facts: [createEntryLink('gone')] },
    'facts: Facts links to something that is deleted or archived (gone): remove it from the list, or replace it with one of the type Fact',
  ],
  [
    { hero: createEntryLink('fact') },
    'hero: Hero links to “Miles”, which is of the type Fact: choose one of the type Video hero',
  ],
  [
    { facts: [createEntryLink('post')] },
    'facts: Facts links to “post”, which is of the type blogPost: remove it from the list, or replace it with one of the type Fact',
  ],
  [{ hero: createAssetLink('film') }, 'hero: Hero links to a file: choose one of the type Video hero'],
  [{ hero: 'hero' }, 'hero: Hero is not a link: choose again'],
  [{ facts: [createEntryLink('fact'), 'fact'] }, 'facts: Facts is not a list of links: choose entries'],
])('reports %j', (fields, text) => {
  const content = createTestContent({
    entries: { home: home(fields), fact: ['fact', { text: 'Miles' }], post: ['blogPost', {}] },
    assets: { film: createTestVideoFile() },
  })
  expect(runRule(checkReferences, content, waiting)).toEqual([`error home.${text}`])
})

test('a deleted entry that a draft of the list leaves out waits for its publication', () => {
  const published = createTestContent({ entries: { home: home({ facts: [createEntryLink('gone')] }) } })
  const corrected = createTestContent({ entries: { home: home({ facts: [] }) } })
  expect(runRule(checkReferences, published, corrected)).toEqual([])
})

test('links from what visitors see to an unpublished entry are errors of that entry, except in lists', () => {
  const content = createTestContent({
    entries: { home: home({ hero: createEntryLink('hero'), facts: [createEntryLink('fact')] }) },
  })
  expect(runRule(checkReferences, content, waiting)).toEqual([
    'error hero: “Home” uses this as Hero, but it is not published: publish it, or choose another one there',
  ])
})

test('reports a video in a picture field, and an unpublished picture', () => {
  const hero = { poster: createAssetLink('film'), videoFile: createAssetLink('still') }
  const content = createTestContent({ entries: { hero: ['videoHero', hero] }, assets: { film: createTestVideoFile() } })
  expect(runRule(checkReferences, content, waiting)).toEqual([
    'error still: “a.mp4” uses this as Video file, but it is not published: publish it, or choose another one there',
    'error hero.poster: Poster links to “film”, which is a film: choose a picture',
  ])
})

test('names what a field of a file links to instead', () => {
  const paper = { ...createTestImageFile(), contentType: 'application/pdf' }
  const content = createTestContent({
    entries: {
      hero: ['videoHero', { poster: createAssetLink('paper'), videoFile: createAssetLink('still') }],
      fact: ['galleryImage', { photo: createEntryLink('fact') }],
    },
    assets: { paper, still: createTestImageFile() },
  })
  expect(runRule(checkReferences, content)).toEqual([
    'error hero.videoFile: Video file links to “still”, which is a picture: choose a film',
    'error hero.poster: Poster links to “paper”, which is a file of another type (application/pdf): choose a picture',
    'error fact.photo: Photo links to an entry: choose a picture',
  ])
})

test('reports an SVG as share image', () => {
  const content = createTestContent({
    entries: {
      home: ['seo', { shareImage: createAssetLink('drawing') }],
      union: ['affiliation', { logo: createAssetLink('drawing') }],
    },
    assets: { drawing: { url: 'https://a.example/a.svg', contentType: 'image/svg+xml' } },
  })
  expect(runRule(checkReferences, content)).toEqual([
    'error home.shareImage: Share image links to “drawing”, which is an SVG, and those are not shown with shared links: choose a JPEG or PNG',
  ])
})
