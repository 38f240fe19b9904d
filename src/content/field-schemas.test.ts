import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { externalUrlSchema, imageSchema, linesSchema, paragraphsSchema } from './field-schemas.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: 'https://cdn.example/media' } }))

const parseImageUrl = (url: string) => z.safeParse(imageSchema, { url, width: 3, height: 2 }).data?.url

test('prefixes a relative URL with the asset prefix', () => {
  expect(parseImageUrl('derived/a.jpg')).toBe('https://cdn.example/media/derived/a.jpg')
})

test.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//a.example/a.jpg', '   '])(
  'rejects %s as an image URL',
  (url) => {
    expect(parseImageUrl(url)).toBeUndefined()
  },
)

test('an SVG without dimensions gets the default size', () => {
  const drawing = { url: 'https://a.example/a.svg', width: null, height: null }
  expect(z.parse(imageSchema, drawing)).toEqual({ ...drawing, width: 180, height: 90 })
})

test('rejects an image without a size, because the layout would shift', () => {
  expect(z.safeParse(imageSchema, { url: 'https://a.example/a.jpg', width: null, height: 2 }).success).toBe(false)
})

test.each(['http://a.example', 'javascript:alert(1)', '//a.example'])('rejects the external URL %s', (link) => {
  expect(z.safeParse(externalUrlSchema, link).success).toBe(false)
})

test('splits paragraphs at empty lines and lines at line breaks', () => {
  expect(z.parse(paragraphsSchema, 'one\nstill one\n \ntwo')).toEqual(['one\nstill one', 'two'])
  expect(z.parse(linesSchema, 'Pipelines built\nto outlast us')).toEqual(['Pipelines built', 'to outlast us'])
})
