import { printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createGraphqlSchema } from '#cms/graphql/create-graphql-schema.ts'
import { modelContentTypes } from '#cms/graphql/print-model-schema.ts'
import type { QueryFile } from './broken-queries.ts'
import { compareSchemas, formatTypesReport, withReadableErrors } from './generate-types.ts'

const before = `
  type Query { page(id: String!): Page, seo: Seo }
  type Page { title: String, count: Int, seo: Seo }
  type Seo { title: String, image: String }
`
const files: readonly QueryFile[] = [
  { file: 'home.graphql', text: 'query Home {\n  page(id: "home") {\n    title\n    seo { ...Seo }\n  }\n}\n' },
  { file: 'other.graphql', text: 'query Other { page(id: "other") { count seo { ...Seo } } }' },
  { file: 'parts.graphql', text: 'fragment Seo on Seo {\n  title\n  image\n}\nfragment Unused on Page { title }' },
]
const effects = (after: string) => compareSchemas(after, before, files)
const fresh = { stale: [], isWritten: true }

test('the same model breaks nothing; neither does what is added, nor a fragment that nobody uses', () => {
  expect(effects(before)).toEqual({ breakingChanges: [], broken: [], changed: [] })
  const more = effects(before.replace('count: Int', 'count: Int, more: String'))
  expect(more).toEqual({ breakingChanges: [], broken: [], changed: [] })
})

test('a field that is gone is named with its query, file and line', () => {
  expect(effects(before.replace('title: String, count', 'count'))).toEqual({
    breakingChanges: ['Page.title was removed.'],
    broken: [
      {
        file: 'home.graphql',
        line: 3,
        name: 'query Home',
        queries: ['Home'],
        problem: 'Cannot query field "title" on type "Page".',
      },
      expect.objectContaining({ file: 'parts.graphql', line: 5, name: 'fragment Unused', queries: [] }),
    ],
    changed: [],
  })
})

test('a field of a fragment breaks every query that uses the fragment', () => {
  const { broken } = effects(before.replace(', image: String', ''))
  expect(broken).toEqual([
    expect.objectContaining({ file: 'parts.graphql', line: 3, name: 'fragment Seo', queries: ['Home', 'Other'] }),
  ])
  expect(formatTypesReport({ breakingChanges: [], broken, changed: [], stale: [], isWritten: false })).toContain(
    '  parts.graphql:3 fragment Seo (in Home, Other): Cannot query field "image" on type "Seo".',
  )
})

test('a field that becomes a link breaks the query that reads it as a text', () => {
  const { broken, breakingChanges } = effects(before.replace('title: String, count', 'title: Seo, count'))
  expect(breakingChanges).toEqual(['Page.title changed type from String to Seo.'])
  expect(broken[0]).toMatchObject({
    file: 'home.graphql',
    line: 3,
    problem: expect.stringContaining('selection of subfields'),
  })
})

test('a value of another kind breaks no query, but whoever reads its answer: the query is named, and written', () => {
  const { broken, changed, breakingChanges } = effects(before.replace('image: String', 'image: Boolean'))
  expect({ broken, changed }).toEqual({
    broken: [],
    changed: [
      {
        file: 'parts.graphql',
        line: 3,
        name: 'fragment Seo',
        queries: ['Home', 'Other'],
        problem: '"image" was String, and is Boolean',
      },
    ],
  })
  expect(formatTypesReport({ breakingChanges, broken, changed, stale: ['a.ts'], isWritten: true })).toBe(
    `
What the model takes away from the committed schema:
  Seo.image changed type from String to Boolean.

Queries that get another kind of answer (npm run check shows who reads it):
  parts.graphql:3 fragment Seo (in Home, Other): "image" was String, and is Boolean

Wrote a.ts`.slice(1),
  )
})

test.each([['<<<<<<< HEAD\n'], ['type Seo { title: String }\n']])(
  'a committed schema that a merge has spoilt (%j) is written anew',
  (spoilt) => {
    expect(compareSchemas(before, spoilt + before, files)).toEqual({ breakingChanges: [], broken: [], changed: [] })
  },
)

test('an argument that becomes required, and a type that is gone', () => {
  expect(
    effects(
      before.replace('seo: Seo }', 'seo: Seo }').replace('page(id: String!)', 'page(id: String!, locale: String!)'),
    ).broken[0],
  ).toMatchObject({
    name: 'query Home',
    problem: expect.stringContaining('"locale"'),
  })
  const gone = before
    .replace('title: String, count: Int, seo: Seo', 'title: String, count: Int')
    .replace(', seo: Seo', '')
  expect(effects(gone.replace(/type Seo.*/, '')).breakingChanges).toContain('Seo was removed.')
})

test('a schema that was never committed has no changes; its queries are checked', () => {
  expect(compareSchemas(before.replace(', image: String', ''), undefined, files)).toMatchObject({
    breakingChanges: [],
    broken: [{ name: 'fragment Seo' }],
  })
})

describe('for people', () => {
  test('fresh, written and stale files', () => {
    const nothing = { breakingChanges: [], broken: [], changed: [], ...fresh }
    expect(formatTypesReport(nothing)).toBe('Generated files are fresh.')
    expect(formatTypesReport({ ...nothing, stale: ['a.ts', 'b.ts'] })).toBe('Wrote a.ts\nWrote b.ts')
    expect(formatTypesReport({ ...nothing, stale: ['a.ts'], isWritten: false })).toBe(
      'a.ts is stale: write it anew with npm run types',
    )
  })

  test('breaking changes, broken queries, and that nothing is written', () => {
    const text = formatTypesReport({ ...effects(before.replace(', image: String', '')), stale: [], isWritten: false })
    expect(text).toBe(
      `
What the model takes away from the committed schema:
  Seo.image was removed.

Queries that break:
  parts.graphql:3 fragment Seo (in Home, Other): Cannot query field "image" on type "Seo".

Nothing is written: change these queries, or the model, and run this again.`.slice(1),
    )
  })

  test('the schema alone, where it is to be printed', () => {
    expect(formatTypesReport({ breakingChanges: [], broken: [], changed: [], ...fresh, schema: 'type Query\n' })).toBe(
      'type Query',
    )
  })
})

test('of the real model: a renamed field of the gallery is found', () => {
  const schema = (rename: (id: string) => string) =>
    printSchema(
      createGraphqlSchema(
        modelContentTypes.map((type) => ({
          ...type,
          fields: type.fields.map((field) => ({
            ...field,
            id: type.id === 'galleryPage' ? rename(field.id) : field.id,
          })),
        })),
      ),
    )
  const query = { file: 'gallery.graphql', text: '{ galleryPageCollection(limit: 1) { items { gridTitle } } }' }
  const after = schema((id) => (id === 'gridTitle' ? 'heading' : id))
  expect(
    compareSchemas(
      after,
      schema((id) => id),
      [query],
    ),
  ).toMatchObject({
    breakingChanges: expect.arrayContaining(['GalleryPage.gridTitle was removed.']),
    broken: [{ file: 'gallery.graphql', line: 1, problem: expect.stringContaining('"gridTitle"') }],
  })
})

const schema = 'type Query { a: Int }'
const field = (id: string, type: string) => ({ id, name: id, type, validations: [] })
const post = { id: 'post', name: 'Post', fields: [field('title', 'Symbol')] }

test('what can be read is what it is', () => expect(withReadableErrors(() => 7)).toBe(7))

test('a query that is no GraphQL is named by file and line', () => {
  const read = () =>
    withReadableErrors(() =>
      compareSchemas(schema, undefined, [{ file: 'home.graphql', text: 'query Home {\n  a b(\n}' }]),
    )
  expect(read).toThrow(
    expect.objectContaining({
      name: 'UserError',
      message: expect.stringMatching(/^home\.graphql:3: Syntax Error: .*; correct it$/),
    }),
  )
})

test('a sentence of graphql-js ends where ours goes on', () => {
  expect(() =>
    withReadableErrors(() => compareSchemas(schema, undefined, [{ file: 'home.graphql', text: '' }])),
  ).toThrow('home.graphql:1: Syntax Error: Unexpected <EOF>; correct it')
})

test('two content types of one name in GraphQL are named', () => {
  expect(() => withReadableErrors(() => createGraphqlSchema([post, { ...post, id: 'Post' }]))).toThrow(
    expect.objectContaining({ name: 'UserError', message: expect.stringMatching(/post.*; change it in cms\/model$/i) }),
  )
})

test('a mistake of our own is none of somebody’s', () => {
  const mistake = new TypeError('x is not a function')
  expect(() =>
    withReadableErrors(() => {
      throw mistake
    }),
  ).toThrow(mistake)
})
