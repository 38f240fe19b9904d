import { createGraphqlSchema } from 'contentful-local/schema'
import { printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { modelContentTypes } from '#cms/model/print-model-schema.ts'
import type { QueryFile } from '#scripts/build/query-files.ts'
import { compareSchemas, withReadableErrors } from './generate-types.ts'
import { formatTypesReport } from './types-report.ts'

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
const compare = (after: string) => compareSchemas(after, before, files)
const upToDate = { stale: [], isWritten: true, modelFiles: [], routeProblems: [] }

test('reports nothing for the same model, for an added field, and for an unused fragment', () => {
  expect(compare(before)).toEqual({ breakingChanges: [], broken: [], changed: [] })
  const extended = compare(before.replace('count: Int', 'count: Int, more: String'))
  expect(extended).toEqual({ breakingChanges: [], broken: [], changed: [] })
})

test('reports a removed field with query, file and line', () => {
  expect(compare(before.replace('title: String, count', 'count'))).toEqual({
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

test('reports every query that uses a broken fragment', () => {
  const { broken } = compare(before.replace(', image: String', ''))
  expect(broken).toEqual([
    expect.objectContaining({ file: 'parts.graphql', line: 3, name: 'fragment Seo', queries: ['Home', 'Other'] }),
  ])
  expect(formatTypesReport({ ...upToDate, breakingChanges: [], broken, changed: [], isWritten: false })).toContain(
    '  parts.graphql:3 fragment Seo (in Home, Other): Cannot query field "image" on type "Seo".',
  )
})

test('reports a query that reads a field as text after it has become a link', () => {
  const { broken, breakingChanges } = compare(before.replace('title: String, count', 'title: Seo, count'))
  expect(breakingChanges).toEqual(['Page.title changed type from String to Seo.'])
  expect(broken[0]).toMatchObject({
    file: 'home.graphql',
    line: 3,
    problem: expect.stringContaining('selection of subfields'),
  })
})

test('reports a changed type of a value without breaking the query', () => {
  const { broken, changed, breakingChanges } = compare(before.replace('image: String', 'image: Boolean'))
  expect({ broken, changed }).toEqual({
    broken: [],
    changed: [
      {
        file: 'parts.graphql',
        line: 3,
        name: 'fragment Seo',
        queries: ['Home', 'Other'],
        problem: '"image" changes from String to Boolean',
      },
    ],
  })
  expect(formatTypesReport({ ...upToDate, breakingChanges, broken, changed, stale: ['a.ts'] })).toBe(
    `
Breaking changes of the schema:
  Seo.image changed type from String to Boolean.

Queries whose result type changes (npm run check finds the code that reads it):
  parts.graphql:3 fragment Seo (in Home, Other): "image" changes from String to Boolean

Wrote a.ts`.slice(1),
  )
})

test.each([['<<<<<<< HEAD\n'], ['type Seo { title: String }\n']])(
  'ignores an invalid committed schema (%j)',
  (prefix) => {
    expect(compareSchemas(before, prefix + before, files)).toEqual({ breakingChanges: [], broken: [], changed: [] })
  },
)

test('reports a new required argument and a removed type', () => {
  expect(
    compare(
      before.replace('seo: Seo }', 'seo: Seo }').replace('page(id: String!)', 'page(id: String!, locale: String!)'),
    ).broken[0],
  ).toMatchObject({
    name: 'query Home',
    problem: expect.stringContaining('"locale"'),
  })
  const withoutSeo = before
    .replace('title: String, count: Int, seo: Seo', 'title: String, count: Int')
    .replace(', seo: Seo', '')
  expect(compare(withoutSeo.replace(/type Seo.*/, '')).breakingChanges).toContain('Seo was removed.')
})

test('checks the queries without a committed schema', () => {
  expect(compareSchemas(before.replace(', image: String', ''), undefined, files)).toMatchObject({
    breakingChanges: [],
    broken: [{ name: 'fragment Seo' }],
  })
})

describe('formatTypesReport', () => {
  test('prints up-to-date, written and outdated files', () => {
    const empty = { breakingChanges: [], broken: [], changed: [], ...upToDate }
    expect(formatTypesReport(empty)).toBe('The generated files are up to date.')
    expect(formatTypesReport({ ...empty, stale: ['a.ts', 'b.ts'] })).toBe('Wrote a.ts\nWrote b.ts')
    expect(formatTypesReport({ ...empty, stale: ['a.ts'], isWritten: false })).toBe(
      'a.ts is out of date: run npm run types',
    )
    expect(formatTypesReport({ ...empty, stale: ['a.ts'], modelFiles: ['model.gen.ts'] })).toBe(
      'Wrote model.gen.ts\nWrote a.ts',
    )
  })

  test('prints pages without a route', () => {
    const empty = { breakingChanges: [], broken: [], changed: [], ...upToDate }
    expect(formatTypesReport({ ...empty, routeProblems: ['The page /a has no route'] })).toBe(
      'Pages and routes:\n  The page /a has no route\n\nThe generated files are up to date.',
    )
  })

  test('prints breaking changes and broken queries', () => {
    const text = formatTypesReport({
      ...upToDate,
      ...compare(before.replace(', image: String', '')),
      isWritten: false,
    })
    expect(text).toBe(
      `
Breaking changes of the schema:
  Seo.image was removed.

Broken queries:
  parts.graphql:3 fragment Seo (in Home, Other): Cannot query field "image" on type "Seo".

Nothing is written: change these queries, or the model, and run this again.`.slice(1),
    )
  })

  test('prints the schema only', () => {
    expect(
      formatTypesReport({ breakingChanges: [], broken: [], changed: [], ...upToDate, schema: 'type Query\n' }),
    ).toBe('type Query')
  })
})

test('reports a renamed field of the real model', () => {
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

test('returns the result', () => expect(withReadableErrors(() => 7)).toBe(7))

test('reports the file and line of an invalid query', () => {
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

test('removes the final full stop of a message of graphql-js', () => {
  expect(() =>
    withReadableErrors(() => compareSchemas(schema, undefined, [{ file: 'home.graphql', text: '' }])),
  ).toThrow('home.graphql:1: Syntax Error: Unexpected <EOF>; correct it')
})

test('reports content types with the same GraphQL name', () => {
  expect(() => withReadableErrors(() => createGraphqlSchema([post, { ...post, id: 'Post' }]))).toThrow(
    expect.objectContaining({ name: 'UserError', message: expect.stringMatching(/post.*; change it in cms\/model$/i) }),
  )
})

test('throws other errors unchanged', () => {
  const error = new TypeError('x is not a function')
  expect(() =>
    withReadableErrors(() => {
      throw error
    }),
  ).toThrow(error)
})
