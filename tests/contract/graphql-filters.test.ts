import { LOCAL_TOKENS } from 'contentful-local/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { publishEveryField } from './every-field-space.ts'
import { createDraftEntry, publishEntry, startTestContentful, type TestContentful, toLink } from './test-contentful.ts'

let local: TestContentful

/** Adds entries to `full` and `sparse`. */
beforeAll(async () => {
  local = await startTestContentful()
  await publishEveryField(local)
  await publishEntry(local, 'everyField', 'low', {
    title: 'Low tide',
    count: 1,
    rating: 1,
    day: '2024-05-06T09:00:00+02:00',
    open: false,
    words: ['red'],
    single: toLink('Entry', 'second-note'),
  })
  await createDraftEntry(local, 'everyField', 'draft', { title: 'Draft', count: 50 })
})

afterAll(() => local[Symbol.asyncDispose]())

const searchResponse = z.object({
  found: z.object({ total: z.number(), items: z.array(z.object({ sys: z.object({ id: z.string() }) })) }),
})

async function findIds(collection: string, variables?: Record<string, unknown>) {
  const declaration = variables ? `query ($where: EveryFieldFilter, $order: [EveryFieldOrder])` : ''
  const { data, errors } = await local.queryGraphql(
    `${declaration} { found: ${collection} { total items { sys { id } } } }`,
    {
      variables,
    },
  )
  expect(errors).toBeUndefined()
  return searchResponse.parse(data).found.items.map(({ sys }) => sys.id)
}

const findWhere = async (filter: string) => (await findIds(`everyFieldCollection(where: { ${filter} })`)).toSorted()

test.each([
  ['title: "Full"', ['full']],
  ['title_not: "Full"', ['low', 'sparse']],
  ['title_in: ["Full", "Sparse", "None"]', ['full', 'sparse']],
  ['title_not_in: ["Full", "Sparse"]', ['low']],
  ['title_contains: "TIDE"', ['low']],
  ['title_not_contains: "tide"', ['full', 'sparse']],
  ['body_exists: true', ['full']],
  ['body_contains: "longer text"', ['full']],
  ['count: 7', ['full']],
  ['count_gt: 1', ['full']],
  ['count_gte: 1', ['full', 'low']],
  ['count_lt: 7', ['low']],
  ['count_lte: 7', ['full', 'low']],
  ['rating_in: [1, 4]', ['low']],
  ['day: "2024-05-06T07:00:00.000Z"', ['low']],
  ['day_gt: "2024-05-06T07:00:00.000Z"', ['full']],
  ['open: false', ['low']],
  ['open_exists: false', ['sparse']],
  ['data_exists: true', ['full']],
  ['place_exists: true', ['full']],
  ['story_exists: false', ['low', 'sparse']],
  ['story_contains: "bold word"', ['full']],
  ['words_contains_all: ["red", "green"]', ['full']],
  ['words_contains_some: ["red", "blue"]', ['full', 'low']],
  ['words_contains_none: ["green"]', ['low', 'sparse']],
  ['picture_exists: true', ['full']],
  ['filesCollection_exists: false', ['low', 'sparse']],
  ['single_exists: true', ['full', 'low']],
  ['single: { text_contains: "second" }', ['low']],
  ['single: { rank_gt: 0, OR: [{ rank: 1 }, { text: "None" }] }', ['low']],
  ['either: { text: "Said once" }', ['full']],
  ['either: { sys: { id: "first-note" } }', []],
  ['notes: { rank: 1 }', ['full']],
  ['mixed: { text_contains: "first" }', ['full']],
  ['sys: { id_in: ["low", "full"], publishedVersion_gte: 1 }', ['full', 'low']],
  ['sys: { publishedAt_lt: "2000-01-01T00:00:00Z" }', []],
  ['contentfulMetadata: { tags_exists: false }', ['full', 'low', 'sparse']],
  ['title_not: "Full", count_exists: true', ['low']],
  ['AND: [{ count_gt: 0 }, { open: true }]', ['full']],
  ['OR: [{ count: 1 }, { title: "Sparse" }]', ['low', 'sparse']],
  ['OR: [{ AND: [{ count: 1 }, { open: true }] }, { title: "Full" }]', ['full']],
])('where %s', async (filter, ids) => {
  expect(await findWhere(filter)).toEqual(ids)
})

test.each([
  ['title_ASC', ['full', 'low', 'sparse']],
  ['title_DESC', ['sparse', 'low', 'full']],
  ['count_ASC', ['low', 'full', 'sparse']],
  ['count_DESC', ['full', 'low', 'sparse']],
  ['day_ASC', ['low', 'full', 'sparse']],
  ['open_DESC', ['full', 'low', 'sparse']],
  ['sys_id_DESC', ['sparse', 'low', 'full']],
  ['mood_ASC, title_DESC', ['full', 'sparse', 'low']],
])('order %s', async (order, ids) => {
  expect(await findIds(`everyFieldCollection(order: [${order}])`)).toEqual(ids)
})

test('orders by publication time, newest first, by default', async () => {
  expect(await findIds('everyFieldCollection')).toEqual(['low', 'full', 'sparse'])
})

test('accepts filter and order as variables', async () => {
  const collection = 'everyFieldCollection(where: $where, order: $order)'
  expect(await findIds(collection, { where: { count_gte: 1 }, order: ['count_DESC'] })).toEqual(['full', 'low'])
  expect(await findIds(collection, {})).toEqual(['low', 'full', 'sparse'])
})

test('total and pagination apply to the filtered entries', async () => {
  const query =
    '{ noteCollection(where: { rank_exists: true }, order: [rank_ASC], skip: 1, limit: 1) { total items { rank } } }'
  expect((await local.queryGraphql(query)).data).toEqual({ noteCollection: { total: 2, items: [{ rank: 2 }] } })
})

test('filters and orders link lists, single links and assets', async () => {
  const { data, errors } = await local.queryGraphql(`{ everyField(id: "full") {
    notesCollection(order: [rank_ASC]) { items { rank } }
    second: notesCollection(where: { rank: 1 }) { total items { text } }
    mixedCollection(where: { text_contains: "said" }) { total items { __typename } }
    single(where: { rank: 2 }) { rank } other: single(where: { rank: 1 }) { rank } }
    assetCollection(where: { width: 30, contentType_contains: "jpeg" }, order: [size_DESC]) { total items { width } }
    none: assetCollection(where: { title: "nowhere" }) { total } }`)
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    everyField: {
      notesCollection: { items: [{ rank: 1 }, { rank: 2 }] },
      second: { total: 1, items: [{ text: 'The second note' }] },
      mixedCollection: { total: 1, items: [{ __typename: 'Quote' }] },
      single: { rank: 2 },
      other: null,
    },
    assetCollection: { total: 1, items: [{ width: 30 }] },
    none: { total: 0 },
  })
})

test('finds drafts with the preview token only', async () => {
  const query = '{ found: everyFieldCollection(preview: true, where: { count_gt: 7 }) { total items { sys { id } } } }'
  const { data } = await local.queryGraphql(query, { token: 'local-preview' })
  expect(searchResponse.parse(data).found.items).toEqual([{ sys: { id: 'draft' } }])
  expect(await findWhere('count_gt: 7')).toEqual([])
})

test.each([
  ['everyFieldCollection(where: { body_gt: "a" }) { total }', 'body_gt'],
  ['everyFieldCollection(where: { place_within_circle: 1 }) { total }', 'place_within_circle'],
  ['everyFieldCollection(where: { single: { single_exists: true } }) { total }', 'single_exists'],
  ['everyFieldCollection(where: { either: { speaker: "x" } }) { total }', 'speaker'],
  ['everyFieldCollection(where: { day: "tomorrow" }) { total }', 'DateTime'],
  ['everyFieldCollection(order: [body_ASC]) { total }', 'body_ASC'],
  ['everyFieldCollection(order: [story_ASC]) { total }', 'story_ASC'],
  ['everyFieldCollection(order: [single_ASC]) { total }', 'single_ASC'],
  ['everyFieldCollection(order: [words_ASC]) { total }', 'words_ASC'],
  ['everyField(id: "full") { filesCollection(where: {}) { total } }', 'where'],
  ['everyField(id: "full") { mixedCollection(order: []) { total } }', 'order'],
  ['everyFieldCursorCollection { limit }', 'everyFieldCursorCollection'],
  ['everyFieldCollection(where: { hidden_exists: true }) { total }', 'hidden_exists'],
  ['everyField(id: "full") { hidden }', 'hidden'],
])('rejects %s, and names the unsupported part', async (query, expectedText) => {
  const { status, errors } = await local.queryGraphql(`{ ${query} }`)
  expect(status).toBe(400)
  expect(errors?.[0]?.message).toContain(expectedText)
})

test('rejects a filter by null, because its meaning is undocumented', async () => {
  const { data, errors } = await local.queryGraphql('{ everyFieldCollection(where: { title: null }) { total } }')
  expect(data).toEqual({ everyFieldCollection: null })
  expect(errors).toMatchObject([
    { message: expect.stringContaining("'title'"), extensions: { contentful: { code: 'UNSUPPORTED_LOCALLY' } } },
  ])
})

/** The ids of the entries that the delivery API finds. */
async function findIdsInRest(parameters: Record<string, string>) {
  const query = new URLSearchParams({ content_type: 'everyField', access_token: LOCAL_TOKENS.delivery, ...parameters })
  const response = await fetch(`${local.url}/cdn/spaces/local/entries?${query}`)
  const { items } = searchResponse.shape.found.parse(await response.json())
  return items.map(({ sys }) => sys.id).toSorted()
}

test.each([
  ['title_contains: "tid"', { 'fields.title[match]': 'tid' }, ['low']],
  ['title_contains: "ide"', { 'fields.title[match]': 'ide' }, []],
  ['body_contains: "long tex"', { 'fields.body[match]': 'long tex' }, ['full']],
  ['story_contains: "bol"', { 'fields.story[match]': 'bol' }, ['full']],
  ['story_contains: "old"', { 'fields.story[match]': 'old' }, []],
  ['title_in: ["Full", "Sparse"]', { 'fields.title[in]': 'Full,Sparse' }, ['full', 'sparse']],
  ['title_not_in: ["Full", "Sparse"]', { 'fields.title[nin]': 'Full,Sparse' }, ['empty', 'low']],
  ['count_not: 7', { 'fields.count[ne]': '7' }, ['empty', 'low', 'sparse']],
  ['day_lte: "2024-05-06T07:00:00Z"', { 'fields.day[lte]': '2024-05-06T07:00:00Z' }, ['low']],
  ['words_exists: true', { 'fields.words[exists]': 'true' }, ['full', 'low']],
  ['words_exists: false', { 'fields.words[exists]': 'false' }, ['empty', 'sparse']],
  ['words_contains_all: ["red", "green"]', { 'fields.words[all]': 'red,green' }, ['full']],
  ['words_contains_none: ["green"]', { 'fields.words[nin]': 'green' }, ['empty', 'low', 'sparse']],
])('GraphQL %s finds the same entries as REST %j', async (filter, parameters, ids) => {
  await using _ = await publishEmpty()
  expect(await findWhere(filter)).toEqual(ids)
  expect(await findIdsInRest(parameters)).toEqual(ids)
})

/** Publishes an entry with an empty list, which is deleted at the end of the test. */
async function publishEmpty(): Promise<AsyncDisposable> {
  await publishEntry(local, 'everyField', 'empty', { title: 'Empty', words: [] })
  return {
    [Symbol.asyncDispose]: async () => {
      await local.client.entry.unpublish({ entryId: 'empty' })
      await local.client.entry.delete({ entryId: 'empty' })
    },
  }
}

test('rejects a filter by null also if there is no entry to filter', async () => {
  const { errors } = await local.queryGraphql(
    '{ quoteCollection(where: { text: "None", OR: [{ speaker: null }] }) { total } }',
  )
  expect(errors).toMatchObject([{ message: expect.stringContaining("'speaker'") }])
})
