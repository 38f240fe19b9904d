import { expect, test } from 'vitest'
import { type ContentVersion, parseContentQuery, printVersionQuery } from './content-query.ts'

function printQuery(query: string, version: ContentVersion): string {
  const document = parseContentQuery(query)
  if (!document) throw new Error('The query is not a content query')
  return printVersionQuery(document, version)
}

test.each([
  ['{ a { b } }', '{a(preview:true){b __typename}}'],
  ['query Q { a(id: "1") { b } c }', 'query Q{a(id:"1" preview:true){b __typename}c(preview:true)}'],
  ['query ($x: Int) { a(limit: $x) { b } }', 'query($x:Int){a(limit:$x preview:true){b __typename}}'],
  ['{ a(preview: false) { b } }', '{a(preview:true){b __typename}}'],
  ['{ a { __typename b { c } } }', '{a(preview:true){__typename b{c __typename}}}'],
  ['{ a { kind: __typename } }', '{a(preview:true){kind:__typename __typename}}'],
  ['{ one: a { ... on B { c { d } } } }', '{one:a(preview:true){...on B{c{d __typename}}__typename}}'],
  ['{ __typename kind: __typename a { b } }', '{__typename kind:__typename a(preview:true){b __typename}}'],
  ['{ ... on Query { a { b } } ... { c } }', '{...on Query{a(preview:true){b __typename}}...{c(preview:true)}}'],
  [
    '{ ...Root } fragment Root on Query { a { ...Part } } fragment Part on A { b { c } }',
    '{...Root}fragment Root on Query{a(preview:true){...Part __typename}}fragment Part on A{b{c __typename}}',
  ],
])('prints %s for drafts', (query, expected) => expect(printQuery(query, 'draft')).toBe(expected))

test.each([
  ['{ a { b } }', '{a(preview:false){b __typename}}'],
  ['{ a(preview: true) { b } ... { c } }', '{a(preview:false){b __typename}...{c(preview:false)}}'],
])('prints %s for published content', (query, expected) => expect(printQuery(query, 'published')).toBe(expected))

test.each([
  ['an empty query', ''],
  ['other syntax', 'SELECT * FROM entries'],
  ['a truncated query', '{ a {'],
  ['a mutation', 'mutation { a }'],
  ['a subscription', 'subscription { a }'],
  ['two operations', 'query A { a } query B { b }'],
  ['a mutation beside a query', 'query A { a } mutation B { b }'],
  ['a fragment alone', 'fragment A on B { c }'],
  ['a definition of a type', '{ a } type B { c: Int }'],
  ['the schema', '{ __schema { types { name } } }'],
  ['a type of the schema, deep inside', '{ a { ... on B { __type(name: "C") { name } } } }'],
  ['the schema, under another name', '{ a: __schema { types { name } } }'],
  ['a query with too many tokens', `{ ${'a '.repeat(2_000)} }`],
  ['a query with too many levels', '{a'.repeat(2_000) + '}'.repeat(2_000)],
])('returns null for %s', (_, query) => expect(parseContentQuery(query)).toBeNull())
