import { expect, test } from 'vitest'
import type { FieldValidation } from '#local/shared/content-type-definition.ts'
import { testContentSource, testContentTypes } from '#local/tests/test-model.ts'
import { executeQuery, type QueryOptions } from './execute-query.ts'

const ask = (query: string, more: Partial<QueryOptions> = {}) =>
  executeQuery({ contentTypes: testContentTypes, source: testContentSource, query, ...more })

const codesOf = ({ errors = [] }: ReturnType<typeof ask>) => errors.map(({ extensions }) => extensions.contentful.code)

test.each([
  ['{ photoCollection { items { alt } } }', 100],
  ['{ photoCollection(limit: 120) { items { alt file { url } } } }', 240],
  ['{ photoAlbumCollection(limit: 1) { items { photosCollection(limit: 120) { items { file { url } } } } } }', 241],
  ['{ photoAlbumCollection(limit: 1) { items { photosCollection { items { alt } } } } }', 101],
  ['{ photoAlbumCollection(limit: 1) { items { bestCollection(limit: 100) { items { alt } } } } }', 4],
  ['{ photo(id: "one") { file { url } } asset(id: "a1") { url } }', 3],
  ['{ __schema { types { name } } }', 0],
  ['{ photo(id: "one") { ...A ...A } } fragment A on Photo { file { url } }', 2],
  ['{ a: photo(id: "one") { alt } b: photo(id: "one") { alt } }', 2],
  ['query ($no: Boolean = false) { photo(id: "one") { file @include(if: $no) { url } } }', 1],
  ['{ photo(id: "one") { ... on Entry { sys { id } } ... on Photo { file { url } } } }', 2],
  ['{ _nodes(ids: ["one", "two", "album"]) { ... on Photo { file { url } } } }', 6],
  ['{ _node(id: "one") { ... on Photo { file { url } } ... on PhotoAlbum { bestCollection { items { alt } } } } }', 4],
  ['{ photo(id: "one") { linkedFrom { entryCollection(limit: 20) { total } } } }', 21],
  ['{ photo(id: "one") { linkedFrom { photoAlbumCollection(limit: 2) { items { cover { alt } } } } } }', 5],
])('%s costs %i', (query, cost) => {
  expect(ask(query)).toMatchObject({ status: 200, cost })
})

test('rejects a query with a cost above 11,000, like Contentful', () => {
  const query = `query ($limit: Int) { photoAlbumCollection(limit: $limit) {
    items { photosCollection(limit: 120) { items { file { url } } } } } }`
  const refused = ask(query)
  expect(refused).toMatchObject({ status: 400, cost: 24_100 })
  expect(refused).not.toHaveProperty('data')
  const message = expect.stringContaining('The maximum allowed complexity for a query is 11000 but it was 24100.')
  const details = { maximumCost: 11_000, cost: 24_100 }
  const contentful = { code: 'TOO_COMPLEX_QUERY', requestId: expect.any(String), details }
  expect(refused.errors).toEqual([{ message, extensions: { contentful } }])
  expect(ask(query, { variables: { limit: 1 } })).toMatchObject({ status: 200, cost: 241 })
})

// The query of src/components/features/ctf-components/ctf-product-table in contentful/template-marketing-webapp-nextjs. Its
// space limits the links in rich texts; with 1,000 links each, the query would cost 180,000.
test('a rich text with size limits costs its possible links, and one without 1,000 of each kind', () => {
  const size = { size: { max: 10 } }
  const types = ['embedded-entry-block', 'embedded-entry-inline', 'entry-hyperlink', 'embedded-asset-block']
  const nodes = Object.fromEntries([...types, 'asset-hyperlink'].map((type) => [type, [size]]))
  const cost = (...validations: readonly FieldValidation[]) => {
    const field = { id: 'text', name: 'Text', type: 'RichText', validations }
    const linked = '{ linkedFrom { entryCollection(limit: 1) { total } } }' // of each link
    const query = `{ page(id: "any") { text { json links { assets { block ${linked} } } } } }`
    return ask(query, { contentTypes: [{ id: 'page', name: 'Page', fields: [field] }] }).cost
  }
  expect(cost()).toBe(1 + 2 * 1_000)
  expect(cost({ nodes })).toBe(1 + 2 * 50)
  expect(cost({ nodes }, { enabledNodeTypes: ['embedded-asset-block'] })).toBe(1 + 2 * 10)
  expect(cost({ enabledNodeTypes: ['heading-1'] })).toBe(1)
  expect(cost({ nodes: { ...nodes, 'entry-hyperlink': [] } })).toBe(1 + 2 * 1_000)
  expect(cost({ nodes: 'broken' }, { enabledNodeTypes: 3 })).toBe(1 + 2 * 1_000)
})

test('a broken link affects only its item and is reported', () => {
  const { status, data, errors } = ask(
    '{ photoAlbum(id: "album") { photosCollection(limit: 3) { total items { alt file { url } } } } }',
  )
  expect(status).toBe(200)
  const items = [{ alt: 'Photo one', file: { url: 'https://a.test/a1.jpg' } }, null, { alt: 'Photo two', file: null }]
  expect(data).toEqual({ photoAlbum: { photosCollection: { total: 4, items } } })
  const details = { type: 'PhotoAlbum', field: 'photos', linkType: 'Entry', linkId: 'hidden', linkingEntryId: 'album' }
  expect(errors).toEqual([
    expect.objectContaining({
      message:
        "Query execution error. Link from entry 'album' to entry 'hidden' on field 'photos' within type 'PhotoAlbum' cannot be resolved",
      extensions: { contentful: { code: 'UNRESOLVABLE_LINK', requestId: expect.any(String), details } },
      path: ['photoAlbum', 'photosCollection', 'items', 1],
    }),
    expect.objectContaining({ path: ['photoAlbum', 'photosCollection', 'items', 2, 'file'] }),
  ])
})

test('a link to a content type that the field does not allow has its own error code', () => {
  const answer = ask('{ photoAlbum(id: "album") { title cover { alt } } }')
  expect(answer.data).toEqual({ photoAlbum: { title: 'All', cover: null } })
  expect(codesOf(answer)).toEqual(['UNEXPECTED_LINKED_CONTENT_TYPE'])
})

test('returns drafts of links with the preview token only', () => {
  const query = `{ photoCollection(preview: true) { total }
    photoAlbum(id: "album", preview: true) { photosCollection(limit: 2) { items { sys { id } } } } }`
  expect(codesOf(ask(query))).toEqual(['ACCESS_TOKEN_INVALID'])
  expect(ask(query, { preview: true }).data).toEqual({
    photoCollection: { total: 3 },
    photoAlbum: { photosCollection: { items: [{ sys: { id: 'one' } }, { sys: { id: 'hidden' } }] } },
  })
  expect(ask('{ photoCollection { total } }', { preview: true }).data).toEqual({ photoCollection: { total: 2 } })
})

test('runs the operation that is named, and reads 100 items for a limit of null', () => {
  const query = 'query A { __typename } query B { photoCollection(limit: null) { limit } }'
  expect(ask(query, { operationName: 'B' }).data).toEqual({ photoCollection: { limit: 100 } })
})

test('returns null for an unknown id and for an entry of another type', () => {
  const query = '{ none: photo(id: "none") { alt } album: photo(id: "album") { alt } asset(id: "x") { url } }'
  expect(ask(query).data).toEqual({ none: null, album: null, asset: null })
})

test.each([
  [
    'width: 300, height: 200, quality: 60, resizeStrategy: FILL, resizeFocus: TOP_LEFT, format: AVIF',
    '?w=300&h=200&fit=fill&f=top_left&q=60&fm=avif',
  ],
  ['width: 1, height: 4000, quality: 100, backgroundColor: "rgb:FF00aa"', '?w=1&h=4000&q=100&bg=rgb:ff00aa'],
  ['resizeStrategy: FIT, format: JPG_PROGRESSIVE', '?fm=jpg&fl=progressive'],
  ['format: PNG8, width: null', '?fm=png&fl=png8'],
  ['resizeStrategy: THUMB, cornerRadius: -1', '?fit=thumb&r=max'],
  ['resizeStrategy: PAD, backgroundColor: "rgb:ff00aa", cornerRadius: 4', '?fit=pad&r=4&bg=rgb:ff00aa'],
])(
  'the URL of an image with transform: { %s } is one of the Images API, that of another file is its own',
  (transform, parameters) => {
    const query = `query { image: asset(id: "a1") { ...Url } other: asset(id: "text") { ...Url } }
    fragment Url on Asset { url(transform: { ${transform} }) }`
    expect(ask(query).data).toEqual({
      image: { url: `https://a.test/a1.jpg${parameters}` },
      other: { url: 'https://a.test/text.jpg' },
    })
  },
)

test('linkedFrom finds the entries that link in content without indexes', () => {
  const query = `{ photo(id: "one") { linkedFrom { entryCollection { items { sys { id } } }
    photoAlbumCollection { items { title } } } } asset(id: "a1") { linkedFrom { photoCollection { items { alt } } } } }`
  const album = { sys: { id: 'album' } }
  expect(ask(query).data).toEqual({
    photo: { linkedFrom: { entryCollection: { items: [album] }, photoAlbumCollection: { items: [{ title: 'All' }] } } },
    asset: { linkedFrom: { photoCollection: { items: [{ alt: 'Photo one' }] } } },
  })
})

// "If the requested locale does not exist, an UNKNOWN_LOCALE error is returned for this path":
// https://www.contentful.com/developers/docs/references/graphql/locale-handling
test.each([
  ['{ photoCollection(locale: "de") { total } }', ['photoCollection'], "'de'"],
  ['{ asset(id: "a1") { url title(locale: "fr") } }', ['asset', 'title'], "'fr'"],
  ['{ photo(id: "one") { alt file(locale: "fr") { url } } }', ['photo', 'file'], "'fr'"],
  [
    '{ asset(id: "a1") { linkedFrom(allowedLocales: ["xx"]) { entryCollection { total } } } }',
    ['asset', 'linkedFrom'],
    "'xx'",
  ],
])('an unknown locale affects its path only: %s', (query, path, locale) => {
  const answer = ask(`{ other: asset(id: "a1") { title } ${query.slice(1)}`)
  expect(answer).toMatchObject({ status: 200, data: { other: { title: 'a1' } } })
  expect(answer.data).toHaveProperty(path, null)
  expect(answer.errors).toEqual([expect.objectContaining({ message: expect.stringContaining(locale), path })])
  expect(codesOf(answer)).toEqual(['UNKNOWN_LOCALE'])
})

/** A query of so many bytes, in which a letter has two. */
const ofBytes = (count: number) => `{ photo(id: "x${'ü'.repeat((count - 26) / 2)}") { alt } }`
const repeat = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')
const OF_HIGHEST_COST = repeat(11, 'photoCollection(limit: 1000) { total }')
const withCriteria = (count: number) => ({ variables: { where: { OR: Array(count - 2).fill({ alt: 'a' }) } } })
const LINKED = 'photosCollection(limit: 1, where: { alt: "a", alt_not: "b", alt_in: [] }) { total }'

test('accepts the largest query, cost and filter, and refuses the next larger cost and filter', () => {
  expect(ask(ofBytes(8_192))).toMatchObject({ status: 200, data: { photo: null } })
  expect(ask(`{ ${OF_HIGHEST_COST} }`)).toMatchObject({ status: 200, cost: 11_000 })
  expect(ask(`{ ${OF_HIGHEST_COST} asset(id: "a1") { url } }`)).toMatchObject({ status: 400, cost: 11_001 })
  expect(ask('{ __typename }', withCriteria(500))).toMatchObject({ status: 200 })
  const message = 'Query cannot be executed. Its variables have 501 criteria. The maximum is 500.'
  expect(ask('{ __typename }', withCriteria(501))).toMatchObject({ status: 400, errors: [{ message }] })
})

test.each([
  [`{ photoCollection(limit: 1000) { items { ${repeat(50, 'alt(locale: "x")')} } } }`, 1_000 * (1 + 50 * 5) + 1],
  [`{ ${repeat(28, 'photoCollection(limit: 1, order: alt_ASC) { total }')} }`, 28 * (9_000 + 2)],
  [`{ photoCollection(limit: 1, where: { OR: [${'{alt:"a"}'.repeat(240)}] }) { total } }`, 9_000 + 241 * 1_000 + 2],
  [`{ photoAlbumCollection(limit: 1000) { items { ${LINKED} } } }`, 1_000 * (1 + 3 * 100 + 2) + 1],
  [`{ ${repeat(250, '__schema{types{name}}')} }`, 250 * (1 + 2 * 500)],
])('the values that a query returns and compares are counted (case %#)', (query, count) => {
  const reason = `It returns and compares up to ${count} values. The maximum is 250000.`
  const message = `Query cannot be executed. ${reason} Ask for fewer items (limit), fields or filters.`
  expect(ask(query)).toMatchObject({ status: 400, errors: [{ message }] })
})

test.each([
  ['a cursor', '{ photoCollection(pageNext: "x") { total } }', 'INVALID_QUERY', '"pageNext"'],
  ['no GraphQL', 'photos please', 'INVALID_QUERY', 'photos'],
  ['a change', 'mutation { a }', 'INVALID_QUERY', 'There is no mutation here.'],
  ['no name', 'query A { a: __typename } query B { b: __typename }', 'INVALID_QUERY', 'must name one operation'],
  ['a width too large', '{ asset(id: "a1") { url(transform: { width: 4001 }) } }', 'INVALID_QUERY', 'from 1 to 4000'],
  ['a quality of 0', '{ asset(id: "a1") { url(transform: { quality: 0 }) } }', 'INVALID_QUERY', 'from 1 to 100'],
  [
    'a color',
    '{ asset(id: "a1") { url(transform: { backgroundColor: "#fff" }) } }',
    'INVALID_QUERY',
    'form rgb:ffffff',
  ],
  ['a limit above 1,000', '{ photoCollection(limit: 1001) { total } }', 'BAD_REQUEST', 'from 1 to 1000, not 1001'],
  [
    'a limit of 0',
    '{ photoCollection(limit: 0) { total } }',
    'BAD_REQUEST',
    "'limit' of 'photoCollection' must be from 1",
  ],
  [
    'a negative skip',
    '{ photoCollection(skip: -1) { total } }',
    'BAD_REQUEST',
    "'skip' of 'photoCollection' must not be",
  ],
  ['a missing variable', 'query ($id: String!) { photo(id: $id) { alt } }', 'INVALID_QUERY', '$id'],
  ['more than 8 KB', `${ofBytes(8_192)} `, 'QUERY_TOO_BIG', 'for a query is 8192 bytes but it was 8193 bytes'],
])('rejects %s with its name', (_, query, code, name) => {
  const answer = ask(query)
  expect(answer.status).toBe(400)
  expect(answer).not.toHaveProperty('data')
  expect(codesOf(answer)).toEqual([code])
  expect(answer.errors?.[0]?.message).toContain(name)
})

test.each([
  ['{ photo(id: "a") { linkedFrom { photoAlbumCursorCollection { items { title } } } } }', 'skip and limit'],
  ['query @contentSourceMaps { photoCollection { total } }', 'live preview with sys.id and field names'],
  ['{ photoCollection(where: { place_within_circle: { radius: 1 } }) { total } }', 'a comparison of the locations'],
])('the response to %s names what to use instead', (query, alternative) => {
  expect(ask(query).errors?.[0]?.message).toContain(`Use ${alternative}`)
  const { errors } = ask('{ photo(id: "a") { nope } }')
  expect(errors?.[0]?.message).toBe('Cannot query field "nope" on type "Photo".')
})
