import { buildSchema, Source } from 'graphql'
import { expect, test } from 'vitest'
import { findBrokenQueries, parseQueries } from './site-queries.ts'

const SCHEMA = `
  type Query { page(id: String!): Page, seo: Seo }
  type Page { title: String, seo: Seo }
  type Seo { title: String, image: String }
`
const queries = parseQueries([
  new Source('query Home {\n  page(id: "home") {\n    title\n    seo { ...Seo }\n  }\n}\n', 'home.graphql'),
  new Source('query Other { page(id: "other") { seo { ...Seo } } }', 'other.graphql'),
  new Source('fragment Seo on Seo {\n  title\n  image\n}', 'parts.graphql'),
])
const findProblems = (before = '', after = '') => findBrokenQueries(buildSchema(SCHEMA.replace(before, after)), queries)

test('§11.6 names file, line and query of a removed field, for each query that uses a fragment', () => {
  expect(findProblems()).toEqual([])
  const problem = 'Cannot query field "image" on type "Seo".'
  expect(findProblems(', image: String')).toEqual([
    `parts.graphql:3: query Home: ${problem}`,
    `parts.graphql:3: query Other: ${problem}`,
  ])
})

test('names each field that a query lacks, not only the first', () =>
  expect(findProblems('Page { title: String, seo: Seo', 'Page { more: Int')).toEqual([
    expect.stringContaining('home.graphql:3: query Home: '),
    expect.stringContaining('home.graphql:4: query Home: '),
    expect.stringContaining('other.graphql:1: query Other: '),
  ]))

test('names a text that has become a link, and a new required argument', () => {
  expect(findProblems('Page { title: String', 'Page { title: Seo')).toEqual([
    expect.stringMatching(/^home\.graphql:3: query Home: .*selection of subfields/),
  ])
  expect(findProblems('id: String!', 'id: String!, locale: String!')).toEqual([
    expect.stringMatching(/^home\.graphql:2: query Home: .*"locale"/),
    expect.stringMatching(/^other\.graphql:1: query Other: .*"locale"/),
  ])
})

test('names an image that the query transforms', () => {
  const schema = buildSchema('type Query { url(transform: Int): String }')
  const transformed = parseQueries([new Source('query Home {\n  url(transform: 1)\n}', 'home.graphql')])
  expect(findBrokenQueries(schema, transformed)).toEqual([
    'home.graphql:2: query Home: Pages transform images by <Picture>: omit "transform"',
  ])
})

test('names file and line of a syntax error', () =>
  expect(() => parseQueries([new Source('query Home {\n  a b(\n}', 'home.graphql')])).toThrow(
    expect.objectContaining({
      name: 'UserError',
      message: expect.stringMatching(/^home\.graphql:3: Syntax Error: /),
    }),
  ))
