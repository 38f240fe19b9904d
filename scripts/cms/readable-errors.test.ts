import { expect, test } from 'vitest'
import { createGraphqlSchema } from '#cms/graphql/create-graphql-schema.ts'
import { compareSchemas } from './generate-types.ts'
import { withReadableErrors } from './readable-errors.ts'

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
