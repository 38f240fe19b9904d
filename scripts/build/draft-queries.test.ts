import { parse, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { contentNames } from '#src/content/cms-content.ts'
import { createDraftQueries, createDraftQuery } from './draft-queries.ts'

test.each([
  ['query Q { a(id: "1") { b } c }', 'query Q{a(id:"1" preview:true){b __typename}c(preview:true)}'],
  [
    'query Q($skip: Int = 0) { a { b(skip: $skip) { c } } }',
    'query Q($skip:Int=0){a(preview:true){b(skip:$skip){c __typename}__typename}}',
  ],
  [
    'query Q { a { ...Part } } fragment Part on A { b { c } }',
    'query Q{a(preview:true){...Part __typename}}fragment Part on A{b{c __typename}}',
  ],
])('rewrites %s for drafts', (query, expected) => {
  expect(stripIgnoredCharacters(createDraftQuery(parse(query)))).toBe(expected)
})

test('each content has a query of its name', async () => {
  expect(Object.keys(await createDraftQueries())).toEqual(expect.arrayContaining([...contentNames]))
})

test('the queries of the site have no other variable than the server accepts', async () => {
  const variables = Object.values(await createDraftQueries()).flatMap((query) => query.match(/\$\w+: \w+/g) ?? [])
  expect(new Set(variables)).toEqual(new Set(['$skip: Int']))
})
