import { expect, test } from 'vitest'
import { createDraftQuery } from './draft-query.ts'

test.each([
  ['query Q { a(id: "1") { b } c }', 'query Q{a(id:"1" preview:true){b __typename}c(preview:true)}'],
  ['{ a(preview: false) { b } }', '{a(preview:true){b __typename}}'],
  ['{ a { __typename b { c } } }', '{a(preview:true){__typename b{c __typename}}}'],
  ['{ a { kind: __typename } }', '{a(preview:true){kind:__typename __typename}}'],
  ['{ __typename kind: __typename a { b } }', '{__typename kind:__typename a(preview:true){b __typename}}'],
  ['{ ... on Query { a { b } } ... { c } }', '{...on Query{a(preview:true){b __typename}}...{c(preview:true)}}'],
  [
    '{ ...Root } fragment Root on Query { a { ...Part } } fragment Part on A { b { c } }',
    '{...Root}fragment Root on Query{a(preview:true){...Part __typename}}fragment Part on A{b{c __typename}}',
  ],
])('rewrites %s for drafts', (query, expected) => expect(createDraftQuery(query)).toBe(expected))

test.each([
  ['an empty query', ''],
  ['other syntax', 'SELECT * FROM entries'],
  ['a mutation', 'mutation { a }'],
  ['a subscription', 'subscription { a }'],
  ['two operations', 'query A { a } query B { b }'],
  ['a mutation beside a query', 'query A { a } mutation B { b }'],
  ['a fragment alone', 'fragment A on B { c }'],
  ['a definition of a type', '{ a } type B { c: Int }'],
  ['a type of the schema, deep inside', '{ a { ... on B { __type(name: "C") { name } } } }'],
  ['the schema, under another name', '{ a: __schema { types { name } } }'],
  ['a query with too many tokens', `{ ${'a '.repeat(2_000)} }`],
  ['a query with too many levels', '{a'.repeat(2_000) + '}'.repeat(2_000)],
])('returns null for %s', (_, query) => expect(createDraftQuery(query)).toBeNull())
