import { expect, test } from 'vitest'
import { toSeedEntries } from './to-seed-entries.ts'

const createEntry = (id: string, type: string, fields: Record<string, unknown>) => ({
  sys: { id, contentType: { sys: { id: type } } },
  fields,
})
const createLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })
const assetIds = new Set(['red'])
/** Other published entries, which links may refer to. */
const others = [createEntry('fact-a', 'fact', {}), createEntry('seo', 'seo', {}), createEntry('hero', 'videoHero', {})]

function convert(id: string, type: string, fields: Record<string, unknown>) {
  const { entries, ...result } = toSeedEntries([...others, createEntry(id, type, fields)], assetIds)
  return { entries: entries.filter((entry) => entry.id === id), ...result }
}

const home = {
  name: 'Home',
  seo: createLink('Entry', 'seo'),
  hero: createLink('Entry', 'hero'),
  watchLabel: 'Watch',
  filmId: '313814309',
  filmTitle: 'Film',
  facts: [createLink('Entry', 'fact-a')],
}

test('converts links to ids and empty fields to null, in the order of the model', () => {
  const fields = { photo: 'red', altText: 'All red', focalPoint: null, caption: null }
  const photo = convert('photo', 'galleryImage', { altText: 'All red', photo: createLink('Asset', 'red') })
  expect(photo).toEqual({
    entries: [{ id: 'photo', type: 'galleryImage', fields }],
    notes: [],
    problems: [],
  })
  expect(Object.keys(photo.entries[0]?.fields ?? {})).toEqual(Object.keys(fields))
  expect(convert('home', 'homePage', home).entries[0]?.fields).toMatchObject({ seo: 'seo', facts: ['fact-a'] })
  expect(convert('home', 'homePage', { ...home, facts: undefined }).entries[0]?.fields).toMatchObject({ facts: null })
})

test('converts an optional unpublished link to null with a note', () => {
  const { entries, notes } = convert('seo', 'seo', { title: 'T', shareImage: createLink('Asset', 'blue') })
  expect(entries[0]?.fields.shareImage).toBeNull()
  expect(notes).toEqual([
    'entry seo: shareImage is pulled without the asset blue, which is not published; publish it and pull again to include it; the link in the space is kept',
  ])
})

test('reports a required unpublished link with entry, field and fix', () => {
  expect(convert('home', 'homePage', { ...home, hero: createLink('Entry', 'draft') }).problems).toEqual([
    {
      id: 'home',
      line: 'entry home: hero links to the entry draft, which is not published; publish it in Contentful, or link another',
    },
  ])
})

test('skips types and fields that are not in the model with one note each', () => {
  const published = [
    createEntry('a', 'fact', { figure: '6', text: 'states', source: 'Report' }),
    createEntry('b', 'fact', { figure: '7', text: 'states', source: 'Report' }),
    createEntry('c', 'blogPost', { title: 'News' }),
    createEntry('d', 'blogPost', { title: 'More' }),
    createEntry('e', 'constructor', {}),
  ]
  const { entries, notes } = toSeedEntries(published, assetIds)
  expect(entries.map(({ id, fields }) => [id, Object.keys(fields)])).toEqual([
    ['a', ['figure', 'unit', 'text']],
    ['b', ['figure', 'unit', 'text']],
  ])
  expect(notes).toEqual([
    'the field source of fact is skipped: the model does not have it',
    'entries of the type blogPost are skipped: the model does not have it',
    'entries of the type constructor are skipped: the model does not have it',
  ])
})

test.each([
  [
    'an object in a text field',
    'fact',
    { text: 'A', figure: { nodeType: 'document' } },
    'figure is {"nodeType":"document"}',
  ],
  ['a list in a text field', 'fact', { text: 'A', figure: ['6'] }, 'figure is ["6"]'],
  [
    'a list of other values',
    'homePage',
    { ...home, facts: [createLink('Entry', 'fact-a'), 'fact-a'] },
    'facts is [{"sys":{"type":"Link","linkType":"Entry","id":"fact-a"}},"…,',
  ],
  ['a link in place of a list', 'homePage', { ...home, facts: home.hero }, 'facts is {"sys"'],
  ['a link to another space', 'homePage', { ...home, hero: { sys: { type: 'ResourceLink' } } }, 'hero is {"sys"'],
])('reports %s', (_, type, fields, start) => {
  expect(convert('a', type, fields).problems[0]?.line).toMatch(/, which does not match the model; update/)
  expect(convert('a', type, fields).problems[0]?.line).toContain(`entry a: ${start}`)
})
