import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { externalUrlSchema, linesSchema, paragraphsSchema } from './entry-schemas.ts'

test.each(['http://a.example', 'javascript:alert(1)', '//a.example'])('rejects the external URL %s', (link) => {
  expect(z.safeParse(externalUrlSchema, link).success).toBe(false)
})

test('splits paragraphs at empty lines and lines at line breaks', () => {
  expect(z.parse(paragraphsSchema, 'one\nstill one\n \ntwo')).toEqual(['one\nstill one', 'two'])
  expect(z.parse(linesSchema, 'Pipelines built\nto outlast us')).toEqual(['Pipelines built', 'to outlast us'])
})
