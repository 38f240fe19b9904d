import { expect, test } from 'vitest'
import { everyFieldAssetId, everyFieldEntries, publishEveryField } from './every-field-model.ts'
import { publishEntry, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishEveryField(local)

async function queryData(query: string) {
  const { data, errors } = await local.queryGraphql(query)
  expect(errors).toBeUndefined()
  return data
}

const fullFields = everyFieldEntries.find(({ id }) => id === 'full')?.fields ?? {}

test('returns values of all field types but dates as they were saved, and null for missing ones, also for lists', async () => {
  const fields = 'title slug mood body count rating open data place { lat lon } words'
  const query = `{ full: everyField(id: "full") { ${fields} } everyField(id: "sparse") { title body count open data place { lat } words story { json } picture { url }
    single { text } either { __typename } filesCollection { total } mixedCollection { total } } }`
  const { full, everyField } = { full: {}, everyField: {}, ...(await queryData(query)) }
  const { title, slug, mood, body, count, rating, open, data, place, words } = fullFields
  expect(full).toEqual({ title, slug, mood, body, count, rating, open, data, place, words })
  expect(everyField).toEqual({
    title: 'Sparse',
    ...Object.fromEntries(
      'body count open data place words story picture single either'.split(' ').map((id) => [id, null]),
    ),
    filesCollection: null,
    mixedCollection: null,
  })
})

test('resolves links to one content type, to several types and to any type', async () => {
  const query = `{ everyField(id: "full") {
    picture { title width }
    single { __typename text }
    either { __typename ... on Note { rank } ... on Quote { speaker } }
    anything { __typename sys { id } ... on EveryField { title } }
    filesCollection { items { sys { id } } }
    notesCollection { total items { rank } }
    mixedCollection { total items { __typename ... on Entry { sys { id } } ... on Note { rank } } }
    severalCollection { items { __typename sys { id } } } } }`
  const toItem = (__typename: string, id: string) => ({ __typename, sys: { id } })
  expect(await queryData(query)).toEqual({
    everyField: {
      picture: { title: everyFieldAssetId, width: 30 },
      single: { __typename: 'Note', text: 'The first note' },
      either: { __typename: 'Quote', speaker: 'Somebody' },
      anything: { __typename: 'EveryField', sys: { id: 'sparse' }, title: 'Sparse' },
      filesCollection: { items: [{ sys: { id: everyFieldAssetId } }] },
      notesCollection: { total: 2, items: [{ rank: 2 }, { rank: 1 }] },
      mixedCollection: { total: 2, items: [toItem('Quote', 'a-quote'), { ...toItem('Note', 'first-note'), rank: 2 }] },
      severalCollection: { items: [toItem('Note', 'second-note'), toItem('EveryField', 'sparse')] },
    },
  })
})

test('returns rich text as JSON, with linked and embedded entries and assets', async () => {
  const query = `{ everyField(id: "full") { story { json links {
    assets { hyperlink { title } block { title } }
    entries { inline { __typename sys { id } } hyperlink { sys { id } } block { ... on Quote { speaker } } }
    resources { block { sys { urn } } } } } } }`
  const picture = { title: everyFieldAssetId }
  expect(await queryData(query)).toEqual({
    everyField: {
      story: {
        json: fullFields.story,
        links: {
          assets: { hyperlink: [picture], block: [picture] },
          entries: {
            inline: [{ __typename: 'Note', sys: { id: 'second-note' } }],
            hyperlink: [{ sys: { id: 'first-note' } }],
            block: [{ speaker: 'Somebody' }],
          },
          resources: { block: [] },
        },
      },
    },
  })
})

test('entryCollection returns entries of all types, and _node finds any entry by id', async () => {
  const query = `{ entryCollection(order: [sys_id_ASC]) { total items { __typename sys { id } } }
    _node(id: "a-quote") { _id __typename ... on Quote { speaker } }
    _nodes(ids: ["first-note", "nowhere"]) { _id } }`
  const types = {
    'a-quote': 'Quote',
    'first-note': 'Note',
    full: 'EveryField',
    'second-note': 'Note',
    sparse: 'EveryField',
  }
  const items = Object.entries(types).map(([id, __typename]) => ({ __typename, sys: { id } }))
  expect(await queryData(query)).toEqual({
    entryCollection: { total: 5, items },
    _node: { _id: 'a-quote', __typename: 'Quote', speaker: 'Somebody' },
    _nodes: [{ _id: 'first-note' }, null],
  })
})

test('returns public tags, and filters by them', async () => {
  await local.client.tag.createWithId({ tagId: 'seen' }, { name: 'Seen', sys: { visibility: 'public' } })
  await local.client.tag.createWithId({ tagId: 'secret' }, { name: 'Secret', sys: { visibility: 'private' } })
  const entryId = 'first-note'
  const note = await local.client.entry.get({ entryId })
  const metadata = { tags: [toLink('Tag', 'seen'), toLink('Tag', 'secret')] }
  await local.client.entry.publish({ entryId }, await local.client.entry.update({ entryId }, { ...note, metadata }))
  const createTagQuery = (list: string) =>
    `noteCollection(where: { contentfulMetadata: { tags: { ${list} } } }) { items { sys { id } } }`
  expect(
    await queryData(`{ note(id: "first-note") { contentfulMetadata { tags { id name } concepts { id } } }
      all: ${createTagQuery('id_contains_all: ["seen"]')} none: ${createTagQuery('id_contains_none: ["seen"]')} }`),
  ).toEqual({
    note: { contentfulMetadata: { tags: [{ id: 'seen', name: 'Seen' }], concepts: [] } },
    all: { items: [{ sys: { id: 'first-note' } }] },
    none: { items: [{ sys: { id: 'second-note' } }] },
  })
})

test.each([
  ['2026-12-31', '2026-12-31T00:00:00.000Z'],
  ['2026-12-31T12:00-06:00', '2026-12-31T12:00:00.000-06:00'],
  ['2026-12-31T12:00:05.12345Z', '2026-12-31T12:00:05.123Z'],
])('returns the date %s with its time: %s', async (day, returned) => {
  await publishEntry(local, 'everyField', `dated-${day.replace(/\W/g, '-')}`, { title: day, day })
  const query = `{ everyFieldCollection(where: { title: "${day}" }) { items { day } } }`
  expect(await queryData(query)).toEqual({ everyFieldCollection: { items: [{ day: returned }] } })
})
