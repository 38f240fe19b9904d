import { expect, test } from 'vitest'
import { references } from './references.ts'
import { assetLink, entryLink, filmFile, found, pictureFile, testContent } from './test-content.ts'

const home = (fields: object) => ['homePage', { name: 'Home', ...fields }] as const
const waiting = testContent({
  entries: {
    home: home({}),
    hero: ['videoHero', { name: 'Hero of Home' }],
    fact: ['fact', { text: 'Miles' }],
    post: ['blogPost', { title: 'News' }],
  },
  assets: { still: pictureFile(), film: filmFile() },
  states: { hero: 'draft', still: 'draft' },
})

test('links to what is published, and of the right kind, are in order', () => {
  const content = testContent({
    entries: {
      home: home({ hero: entryLink('hero'), facts: [entryLink('fact')] }),
      hero: ['videoHero', { poster: assetLink('still'), videoFile: assetLink('film') }],
      fact: ['fact', {}],
    },
    assets: { still: pictureFile(), film: filmFile() },
  })
  expect(found(references, content)).toEqual([])
})

test.each([
  [
    { hero: entryLink('hero') },
    'hero: Hero links to “Hero of Home”, which is not published: publish it, or choose one of the type Video hero',
  ],
  [
    { facts: [entryLink('gone')] },
    'facts: Facts links to something that is deleted or archived (gone): take it out of the list, or put in its place one of the type Fact',
  ],
  [
    { hero: entryLink('fact') },
    'hero: Hero links to “Miles”, which is of the type Fact: choose one of the type Video hero',
  ],
  [
    { facts: [entryLink('post')] },
    'facts: Facts links to “post”, which is of the type blogPost: take it out of the list, or put in its place one of the type Fact',
  ],
  [{ hero: assetLink('film') }, 'hero: Hero links to a file: choose one of the type Video hero'],
  [{ hero: 'hero' }, 'hero: Hero holds something that is no link: empty it and choose again'],
])('%j is named', (fields, text) => {
  const content = testContent({
    entries: { home: home(fields), fact: ['fact', { text: 'Miles' }], post: ['blogPost', {}] },
    assets: { film: filmFile() },
  })
  expect(found(references, content, waiting)).toEqual([`broken home.${text}`])
})

test('a film where a picture is wanted, and a picture that is not published', () => {
  const hero = { poster: assetLink('film'), videoFile: assetLink('still') }
  const content = testContent({ entries: { hero: ['videoHero', hero] }, assets: { film: filmFile() } })
  expect(found(references, content, waiting)).toEqual([
    'broken hero.videoFile: Video file links to “still”, which is not published: publish it, or choose a film',
    'broken hero.poster: Poster links to “film”, whose file is video/mp4: choose a picture',
  ])
})

test('a draft may link to a draft', () => {
  const drafts = testContent({
    entries: { home: home({ hero: entryLink('hero') }), hero: ['videoHero', {}] },
    states: { hero: 'draft', home: 'draft' },
  })
  expect(found(references, drafts)).toEqual([])
})
