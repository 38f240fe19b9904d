import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { externalUrlSchema, imageSchema, linesSchema, paragraphsSchema } from './field-schemas.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: 'https://cdn.example/media' } }))

const parseUrl = (url: string) => z.safeParse(imageSchema, { url, width: 3, height: 2 }).data?.url

test('resolves a relative URL against the asset prefix', () => {
  expect(parseUrl('derived/a.jpg')).toBe('https://cdn.example/media/derived/a.jpg')
})

test.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//a.example/a.jpg', '   '])(
  'rejects the picture URL %s',
  (url) => {
    expect(parseUrl(url)).toBeUndefined()
  },
)

test('sets a default size for an SVG without a size', () => {
  const svg = { url: 'https://a.example/a.svg', width: null, height: null }
  expect(z.parse(imageSchema, svg)).toEqual({ ...svg, width: 180, height: 90 })
})

test('rejects a picture without a size, which would shift the layout', () => {
  expect(z.safeParse(imageSchema, { url: 'https://a.example/a.jpg', width: null, height: 2 }).success).toBe(false)
})

test.each(['http://a.example', 'javascript:alert(1)', '//a.example'])('rejects the external link %s', (link) => {
  expect(z.safeParse(externalUrlSchema, link).success).toBe(false)
})

test('splits paragraphs at empty lines, and lines at line breaks', () => {
  expect(z.parse(paragraphsSchema, 'one\nstill one\n \ntwo')).toEqual(['one\nstill one', 'two'])
  expect(z.parse(linesSchema, 'Pipelines built\nto outlast us')).toEqual(['Pipelines built', 'to outlast us'])
})
