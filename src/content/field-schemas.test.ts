import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { externalUrlSchema, imageSchema, linesSchema, paragraphsSchema } from './field-schemas.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: 'https://cdn.example/media' } }))

const urlOf = (url: string) => z.safeParse(imageSchema, { url, width: 3, height: 2 }).data?.url

test('a relative address stands below the asset prefix', () => {
  expect(urlOf('derived/a.jpg')).toBe('https://cdn.example/media/derived/a.jpg')
})

test.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//a.example/a.jpg', '   '])(
  '%s is no address of a picture',
  (url) => {
    expect(urlOf(url)).toBeUndefined()
  },
)

test('a drawing that names no size has a logo’s', () => {
  const drawing = { url: 'https://a.example/a.svg', width: null, height: null }
  expect(z.parse(imageSchema, drawing)).toEqual({ ...drawing, width: 180, height: 90 })
})

test('a picture without a size is no picture: the layout would shift', () => {
  expect(z.safeParse(imageSchema, { url: 'https://a.example/a.jpg', width: null, height: 2 }).success).toBe(false)
})

test.each(['http://a.example', 'javascript:alert(1)', '//a.example'])('%s is no link to another site', (link) => {
  expect(z.safeParse(externalUrlSchema, link).success).toBe(false)
})

test('an empty line parts paragraphs, a line break lines', () => {
  expect(z.parse(paragraphsSchema, 'one\nstill one\n \ntwo')).toEqual(['one\nstill one', 'two'])
  expect(z.parse(linesSchema, 'Pipelines built\nto outlast us')).toEqual(['Pipelines built', 'to outlast us'])
})
