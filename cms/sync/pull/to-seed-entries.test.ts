import { expect, test } from 'vitest'
import { toSeedEntries } from './to-seed-entries.ts'

const entry = (id: string, type: string, fields: Record<string, unknown>) => ({
  sys: { id, contentType: { sys: { id: type } } },
  fields,
})
const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })
const targets = { entries: new Set(['fact-a', 'seo', 'hero']), assets: new Set(['red']), refused: new Set<string>() }
const one = (id: string, type: string, fields: Record<string, unknown>) =>
  toSeedEntries([entry(id, type, fields)], targets)

const home = {
  name: 'Home',
  seo: link('Entry', 'seo'),
  hero: link('Entry', 'hero'),
  watchLabel: 'Watch',
  filmId: '313814309',
  filmTitle: 'Film',
  facts: [link('Entry', 'fact-a')],
}

test('links become ids, in the order of the model, and what is empty becomes null', () => {
  const photo = one('photo', 'galleryImage', { altText: 'All red', photo: link('Asset', 'red') })
  expect(photo).toEqual({
    entries: [
      {
        id: 'photo',
        type: 'galleryImage',
        fields: { photo: 'red', altText: 'All red', focalPoint: null, caption: null },
      },
    ],
    notes: [],
    problems: [],
  })
  expect(Object.keys(photo.entries[0]?.fields ?? {})).toEqual(['photo', 'altText', 'focalPoint', 'caption'])
  expect(one('home', 'homePage', home).entries[0]?.fields).toMatchObject({ seo: 'seo', facts: ['fact-a'] })
  expect(one('home', 'homePage', { ...home, facts: undefined }).entries[0]?.fields).toMatchObject({ facts: null })
})

test('numbers, yes and no stay what they are', () => {
  expect(one('nav', 'navigationItem', { name: 'Home', route: '/', isEnabled: false }).entries[0]?.fields).toEqual({
    name: 'Home',
    route: '/',
    isEnabled: false,
  })
})

test('a link to what is not published leaves a list, with a note', () => {
  const facts = [link('Entry', 'fact-b'), link('Entry', 'fact-a')]
  const { entries, notes, problems } = one('home', 'homePage', { ...home, facts })
  expect(entries[0]?.fields.facts).toEqual(['fact-a'])
  expect(notes).toEqual([
    'entry home: facts leaves out the entry fact-b, which is not published; publish it and pull again to have it here; the link in the space stays',
  ])
  expect(problems).toEqual([])
})

test('an optional link to what is not published becomes null, with a note', () => {
  const { entries, notes } = one('seo', 'seo', { title: 'T', shareImage: link('Asset', 'blue') })
  expect(entries[0]?.fields.shareImage).toBeNull()
  expect(notes).toEqual([
    'entry seo: shareImage leaves out the asset blue, which is not published; publish it and pull again to have it here; the link in the space stays',
  ])
})

test('a required link to what is not published is a problem that names the entry, the field and the remedy', () => {
  expect(one('home', 'homePage', { ...home, hero: link('Entry', 'draft') }).problems).toEqual([
    {
      id: 'home',
      line: 'entry home: hero links to the entry draft, which is not published; publish it in Contentful, or link another',
    },
  ])
})

test('what the model does not know is left out, and told once', () => {
  const published = [
    entry('a', 'fact', { figure: '6', text: 'states', source: 'Report' }),
    entry('b', 'fact', { figure: '7', text: 'states', source: 'Report' }),
    entry('c', 'blogPost', { title: 'News' }),
    entry('d', 'blogPost', { title: 'More' }),
    entry('e', 'constructor', {}),
  ]
  const { entries, notes } = toSeedEntries(published, targets)
  expect(entries.map(({ id, fields }) => [id, Object.keys(fields)])).toEqual([
    ['a', ['figure', 'unit', 'text']],
    ['b', ['figure', 'unit', 'text']],
  ])
  expect(notes).toEqual([
    'the field source of fact is left out: the model does not have it',
    'entries of the type blogPost are left out: the model does not have it',
    'entries of the type constructor are left out: the model does not have it',
  ])
})

test.each([
  [
    'an object where a text belongs',
    { figure: { nodeType: 'document' }, text: 'states' },
    'figure is {"nodeType":"document"}',
  ],
  ['a list where a text belongs', { figure: ['6'], text: 'states' }, 'figure is ["6"]'],
])('%s is a problem', (_, fields, start) => {
  expect(one('a', 'fact', fields).problems[0]?.line).toContain(`entry a: ${start}, and in the model something else`)
})

test('a link to another space is a problem', () => {
  const hero = { sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'crn:x' } }
  expect(one('home', 'homePage', { ...home, hero }).problems[0]?.line).toMatch(/^entry home: hero is \{"sys"/)
})
