import { expect, test } from 'vitest'
import { createContentfulClient, createTrips, fetchError } from './delivery-space.ts'
import { sendRequest } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await createTrips(local)
const client = createContentfulClient(local.url)

const ALL_IDS = ['alps', 'coast', 'river']

/** A search on references: contentful.com/developers/docs/concepts/relational-queries. */
const toReference = (field: string, query: Record<string, string | number | boolean>) => ({
  [`fields.${field}.sys.contentType.sys.id`]: 'trip',
  ...Object.fromEntries(Object.entries(query).map(([name, value]) => [`fields.${field}.${name}`, value])),
})

test.each<[Record<string, string | number | boolean | string[]>, string[]]>([
  [{ 'sys.id': 'coast' }, ['coast']],
  [{ 'sys.id[ne]': 'coast' }, ['alps', 'river']],
  [{ 'sys.id[in]': ['river', 'alps', 'nowhere'] }, ['alps', 'river']],
  [{ 'sys.contentType.sys.id[in]': 'trip,other' }, ALL_IDS],
  [{ 'sys.updatedAt[gte]': '2020-01-01', 'sys.revision': 1 }, ALL_IDS],
  [{ 'sys.createdAt[gte]': '2020-01-01', 'sys.publishedVersion': 1, 'sys.type': 'Entry' }, ALL_IDS],
  [{ 'fields.title': 'River run' }, ['river']],
  // Recorded: contentful-management.rb, entry/search_filter/full_search.yml, full_search_match_operator.yml.
  [{ 'fields.title[match]': 'WALK alp' }, ['alps']],
  [{ 'fields.body[match]': 'wat' }, ['alps']],
  [{ 'fields.stops': 'Hut' }, ['alps', 'coast']],
  [{ 'fields.stops[ne]': 'Pass' }, ['coast', 'river']],
  [{ 'fields.stops[all]': ['Hut', 'Pier'] }, ['coast']],
  [{ 'fields.stops[nin]': 'Pier' }, ['alps', 'river']],
  [{ 'fields.open': false }, ['coast']],
  [{ 'fields.summary[exists]': false }, ['coast', 'river']],
  [{ 'fields.start': '2024-05-01T08:00:00Z' }, ['alps']],
  [{ 'fields.start[gt]': '2024-05-01T08:00:00Z', 'fields.start[lte]': '2024-06-01' }, ['river']],
  [{ 'fields.cover.sys.id': 'hut' }, ['alps']],
  [{ 'fields.next.sys.id[in]': 'alps,river' }, ['coast']],
  [{ 'fields.related.sys.id': 'river' }, ['alps']],
  [{ links_to_entry: 'river' }, ['alps']],
  [{ links_to_asset: 'hut' }, ['alps']],
  [toReference('next', { 'fields.title[match]': 'alpine', 'fields.days[gt]': 2 }), ['coast']],
  [toReference('next', { 'fields.title[match]': 'alpine', 'fields.days[gt]': 3 }), []],
  [{ ...toReference('next', { 'fields.open[exists]': true }), order: '-sys.id' }, ['coast', 'alps']],
  [toReference('related', { 'fields.stops[exists]': false }), ['alps']],
  [toReference('next', {}), ['alps', 'coast']],
  [{ query: 'green walk' }, ['alps']],
  [{ 'metadata.tags.sys.id[in]': 'seen' }, ['alps', 'coast']],
  [{ 'metadata.tags.sys.id[all]': 'seen,unseen' }, []],
  [{ 'metadata.tags.sys.id[nin]': 'seen' }, ['river']],
  [{ locale: 'de', 'fields.title': 'Alpenweg' }, ['alps']],
  // A fallback is no match: contentful.js, issues 386, 1000 and 2196.
  [{ locale: 'de', 'fields.title': 'Coast ride' }, []],
  [{ locale: 'de', 'fields.code': 'c' }, ['coast']],
  [{ locale: 'de', query: 'coast' }, []],
])('finds entries by %j', async (query, ids) => {
  const fullQuery: object = { content_type: 'trip', order: 'sys.id', ...query }
  const response = await client.getEntries({ ...fullQuery })
  expect(response.items.map(({ sys }) => sys.id)).toEqual(ids)
  expect(response.total).toBe(ids.length)
})

test.each([
  ['sys.createdAt', ['river', 'alps', 'coast']], // as first published, not as created
  ['fields.start', ['alps', 'river', 'coast']],
  ['fields.code', ['alps', 'river', 'coast']], // by code points
  ['fields.open,sys.id', ['coast', 'alps', 'river']],
  ['-fields.next.sys.id,-sys.id', ['alps', 'coast', 'river']],
])('orders entries by %j', async (order, ids) => {
  const fullQuery: object = { content_type: 'trip', order }
  const { items } = await client.getEntries({ ...fullQuery })
  expect(items.map(({ sys }) => sys.id)).toEqual(ids)
})

test.each<[Record<string, string | number>, number]>([
  [{ 'fields.title': 'hut' }, 1],
  [{ 'fields.file.contentType': 'image/jpeg' }, 1],
  [{ 'fields.file.fileName[match]': '.png' }, 0],
  [{ 'fields.file.details.size[gt]': 0, order: 'fields.file.details.size' }, 1],
  [{ 'sys.id[in]': 'hut', include: 3 }, 1],
  [{ query: 'HUT.jpg' }, 1],
])('finds assets by %j', async (query, total) => {
  expect((await client.getAssets({ ...query })).total).toBe(total)
})

/** As in the tests of contentful.js: getEntries.test.ts (content types with a search query), getTags.test.ts (sys filters). */
test('searches content types for words, and filters tags by the properties of sys', async () => {
  expect((await client.getContentTypes({ query: 'tri' })).total).toBe(1)
  expect((await client.getContentTypes({ query: 'rip' })).total).toBe(0)
  const count = async (query: object) => (await client.getTags({ ...query })).total
  for (const [path, own, other] of [
    ['name', 'Seen', 'Unseen'],
    ['sys.id', 'seen', 'unseen'],
    ['sys.type', 'Tag', 'Entry'],
    ['sys.visibility', 'public', 'private'],
    ['sys.createdAt[gt]', '2020-01-01', '2999-01-01'],
    ['sys.updatedAt[gt]', '2020-01-01', '2999-01-01'],
  ] as const)
    expect([await count({ [path]: own }), await count({ [path]: other })], path).toEqual([1, 0])
})

test.each<[string, string, string?]>([
  ['include=11', 'include'],
  ['limit=1001', 'limit'],
  ['skip=1&skip=2', 'skip'],
  ['content_type=nope', 'nope'],
  ['content_type=trip&order=-fields.related', 'fields.related'],
  ['fields.title=x', 'content_type'],
  ['content_type=trip&fields.nope=x', 'nope'],
  ['content_type=trip&fields.secret=x', 'secret'],
  ['content_type=trip&fields.next.fields.title=x', 'fields.next.sys.contentType.sys.id'],
  ['content_type=trip&fields.next.sys.contentType.sys.id=trip&fields.next.fields.nope=x', 'nope'],
  ['content_type=trip&fields.title[lt]=x', 'fields.title[lt]'],
  ['content_type=trip&fields.days=three', 'fields.days'],
  ['content_type=trip&fields.days=', 'fields.days'],
  ['content_type=trip&fields.title[exists]=yes', 'fields.title[exists]'],
  ['sys.nope=x', 'sys.nope'],
  ['content_type=trip&select=fields.cover.sys.id', 'cover'],
  ['select=fields.title', 'content_type', 'BadRequest'],
  ['locale=es', 'es', 'BadRequest'],
])('rejects entries?%s, and names the parameter', async (query, expectedText, id = 'InvalidQuery') => {
  const error = await fetchError(local, `/cdn/spaces/local/entries?${query}`)
  expect(error).toMatchObject({ status: 400, id, message: expect.stringContaining(expectedText) })
})

/** As contentful-merge selects: the properties below \`sys\`, of entries and of content types, key by key. */
test.each([
  ['entries?sys.id=alps&select=sys.contentType.sys.id', { sys: { contentType: { sys: { id: 'trip' } } } }],
  ['entries?sys.id=alps&select[0]=sys.id&select[1]=sys.locale', { sys: { id: 'alps', locale: 'en-US' } }],
  ['content_types?select[0]=sys.id&select[1]=name', { sys: { id: 'trip' }, name: 'Trip' }],
])('%s selects', async (path, item) => {
  const headers = { authorization: 'Bearer local-delivery' }
  expect((await sendRequest(local, 'GET', `/cdn/spaces/local/${path}`, { headers })).body.items).toEqual([item])
})

test('the management API filters and orders entries, including drafts and omitted fields', async () => {
  const findIds = async (query: Record<string, unknown>) =>
    (await local.client.entry.getMany({ query: { content_type: 'trip', ...query } })).items.map(({ sys }) => sys.id)
  expect(await findIds({ order: 'fields.days' })).toEqual(['river', 'ghost', 'alps', 'coast'])
  expect(await findIds({ order: '-sys.createdAt,sys.id', skip: 1, limit: 2 })).toEqual(['coast', 'river'])
  expect(await findIds({ 'sys.publishedAt[exists]': false })).toEqual(['ghost'])
  expect(await findIds({ 'sys.archivedAt[exists]': 'true' })).toEqual([])
  expect(await findIds({ 'fields.secret': 'hidden' })).toEqual(['alps'])
  expect(await findIds({ 'metadata.tags.sys.id[all]': 'seen,unseen' })).toEqual(['alps'])
  expect(await findIds({ links_to_entry: 'ghost' })).toEqual(['alps'])
  expect(await findIds({ query: 'tour' })).toEqual(['ghost'])
  expect(await findIds(toReference('related', { 'fields.title[match]': 'ghost' }))).toEqual(['alps'])
  const types = await local.client.contentType.getMany({ query: { name: 'Trip', order: 'name' } })
  expect(types.items.map(({ sys }) => sys.id)).toEqual(['trip'])
  const [hut] = (await local.client.asset.getMany({ query: { 'fields.title[match]': 'HU' } })).items
  const url = String(hut?.fields.file['en-US']?.url)
  expect((await local.client.asset.getMany({ query: { 'fields.file.url': url } })).items).toEqual([hut])
})

/**
 * Recorded in contentful-management.rb: entry/select_operator.yml and asset/select_operator.yml return the selected
 * properties, entry/search_filter/including_linked_entries.yml has no `includes`.
 */
test('the management API answers select, include, order[0] and mimetype_group', async () => {
  const getMany = (path: string, query: Record<string, string>) =>
    local.client.raw.get<{ items: Record<string, object>[] }>(`/spaces/local/environments/master/${path}`, {
      params: query,
    })
  const selected = await getMany('entries', { content_type: 'trip', select: 'sys.id, fields.title', include: '2' })
  expect(selected).not.toHaveProperty('includes')
  expect(selected.items[0]).toEqual({ sys: { id: expect.any(String) }, fields: { title: expect.anything() } })
  const ordered = await getMany('entries', { content_type: 'trip', 'order[0]': '-sys.id', select: 'sys.id' })
  const ids = ordered.items.map(({ sys }) => JSON.stringify(sys))
  expect(ids).toEqual([...ids].sort().reverse())
  await local.client.asset.create({}, { fields: { title: {}, description: {}, file: {} } })
  expect((await getMany('assets', { mimetype_group: 'image' })).items).toMatchObject([{ sys: { id: 'hut' } }])
  expect((await getMany('assets', { mimetype_group: 'pdfdocument' })).items).toEqual([])
})

test.each([
  ['entries?select=sys.nope', 'select'],
  ['entries?locale=de', 'locale'],
  ['assets?links_to_entry=alps', 'links_to_entry'],
  ['assets?mimetype_group=pictures', 'mimetype_group'],
  ['entries?mimetype_group=image', 'mimetype_group'],
])('the management API rejects %s, and names the parameter', async (path, expectedText) => {
  const error = await fetchError(local, `/spaces/local/environments/master/${path}`, 'local-management')
  expect(error).toMatchObject({ status: 400, id: 'InvalidQuery', message: expect.stringContaining(expectedText) })
})
