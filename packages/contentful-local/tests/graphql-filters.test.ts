import { expect, test } from 'vitest'
import * as z from 'zod'
import { publishEveryField } from './every-field-model.ts'
import { publishEntry, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishEveryField(local)
await publishEntry(local, 'everyField', 'empty', { title: 'Empty', words: [] })
await publishEntry(local, 'everyField', 'low', {
  title: 'Low tide',
  count: 1,
  rating: 1,
  day: '2024-05-06T09:00:00+02:00',
  open: false,
  words: ['red'],
  single: toLink('Entry', 'second-note'),
})

const searchResponse = z.object({
  found: z.object({ total: z.number(), items: z.array(z.object({ sys: z.object({ id: z.string() }) })) }),
})

async function findIds(collection: string, variables?: Record<string, unknown>) {
  const declaration = variables ? `query ($where: EveryFieldFilter, $order: [EveryFieldOrder])` : ''
  const query = `${declaration} { found: ${collection} { total items { sys { id } } } }`
  const { data, errors } = await local.queryGraphql(query, { variables })
  expect(errors).toBeUndefined()
  return searchResponse.parse(data).found.items.map(({ sys }) => sys.id)
}

const findWhere = async (filter: string) => (await findIds(`everyFieldCollection(where: { ${filter} })`)).toSorted()

test.each<[string, string[]]>([
  ['title_not: "Full"', ['empty', 'low', 'sparse']],
  ['title_in: ["Full", "Sparse", "None"]', ['full', 'sparse']],
  ['title_not_in: ["Full", "Sparse"]', ['empty', 'low']],
  ['title_contains: "TIDE"', ['low']],
  ['title_not_contains: "tide"', ['empty', 'full', 'sparse']],
  ['body_contains: "long tex"', ['full']],
  ['rating_in: [1, 4]', ['low']],
  ['day_gt: "2024-05-06T07:00:00.000Z"', ['full']],
  ['day_lte: "2024-05-06T07:00:00Z"', ['low']],
  ['open_exists: false', ['empty', 'sparse']],
  ['story_exists: false', ['empty', 'low', 'sparse']],
  ['story_contains: "bol"', ['full']],
  ['words_exists: false', ['empty', 'sparse']],
  ['words_contains_all: ["red", "green"]', ['full']],
  ['words_contains_some: ["red", "blue"]', ['full', 'low']],
  ['words_contains_none: ["green"]', ['empty', 'low', 'sparse']],
  ['single_exists: true', ['full', 'low']],
  ['single: { rank_gt: 0, OR: [{ rank: 1 }, { text: "None" }] }', ['low']],
  ['either: { text: "Said once" }', ['full']],
  ['either: { sys: { id: "first-note" } }', []],
  ['notes: { rank: 1 }', ['full']],
  ['sys: { id_in: ["low", "full"], publishedVersion_gte: 1 }', ['full', 'low']],
  ['contentfulMetadata: { tags_exists: false }', ['empty', 'full', 'low', 'sparse']],
  ['OR: [{ AND: [{ count: 1 }, { open: true }] }, { title: "Full" }]', ['full']],
])('where %s', async (filter, ids) => {
  expect(await findWhere(filter)).toEqual(ids)
})

test.each([
  ['count_DESC', ['full', 'low', 'empty', 'sparse']],
  ['day_ASC', ['low', 'full', 'empty', 'sparse']],
  ['open_DESC', ['full', 'low', 'empty', 'sparse']],
  ['sys_id_DESC', ['sparse', 'low', 'full', 'empty']],
  ['mood_ASC, title_DESC', ['full', 'sparse', 'low', 'empty']],
])('order %s', async (order, ids) => {
  expect(await findIds(`everyFieldCollection(order: [${order}])`)).toEqual(ids)
})

test('accepts filter and order as variables, and counts the filtered entries of all pages', async () => {
  const collection = 'everyFieldCollection(where: $where, order: $order)'
  expect(await findIds(collection, { where: { count_gte: 1 }, order: ['count_DESC'] })).toEqual(['full', 'low'])
  // Without an order: by publication time, newest first.
  expect(await findIds(collection, {})).toEqual(['low', 'empty', 'full', 'sparse'])
  const page = 'noteCollection(where: { rank_exists: true }, order: [rank_ASC], skip: 1, limit: 1)'
  const { data } = await local.queryGraphql(`{ ${page} { total items { rank } } }`)
  expect(data).toEqual({ noteCollection: { total: 2, items: [{ rank: 2 }] } })
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

test.each([
  ['everyFieldCollection(where: { body_gt: "a" }) { total }', 'body_gt'],
  ['everyFieldCollection(where: { single: { single_exists: true } }) { total }', 'single_exists'],
  ['everyFieldCollection(where: { either: { speaker: "x" } }) { total }', 'speaker'],
  ['everyFieldCollection(where: { day: "tomorrow" }) { total }', 'DateTime'],
  ['everyFieldCollection(order: [body_ASC]) { total }', 'body_ASC'],
])('rejects %s, and names the unsupported part', async (query, expectedText) => {
  const { status, errors } = await local.queryGraphql(`{ ${query} }`)
  expect(status).toBe(400)
  expect(errors?.[0]?.message).toContain(expectedText)
})

test('rejects a filter by null, because its meaning is undocumented', async () => {
  // No entry has the text, so no value is compared with null.
  const { data, errors } = await local.queryGraphql(
    '{ quoteCollection(where: { text: "None", OR: [{ speaker: null }] }) { total } }',
  )
  expect(data).toEqual({ quoteCollection: null })
  expect(errors).toMatchObject([
    { message: expect.stringContaining("'speaker'"), extensions: { contentful: { code: 'UNSUPPORTED_LOCALLY' } } },
  ])
})
