import { expect, test, vi } from 'vitest'
import { fieldSchemas, toLines, toParagraphs } from './field-schemas.ts'
import { factEntry } from './generated/entry-schemas.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const parseImageUrl = (url: string) => fieldSchemas.image().safeParse({ url, width: 3, height: 2 }).data?.url

test('prefixes a relative URL with the asset prefix', () => {
  expect(parseImageUrl('derived/a.jpg')).toBe('/media/derived/a.jpg')
})

test.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//a.example/a.jpg', '   '])(
  'rejects %s as an image URL',
  (url) => {
    expect(parseImageUrl(url)).toBeUndefined()
  },
)

test('an SVG without dimensions gets the default size', () => {
  const drawing = { url: 'https://a.example/a.svg', width: null, height: null }
  expect(fieldSchemas.image().parse(drawing)).toEqual({ ...drawing, width: 180, height: 90 })
})

test('rejects an image without a size, because the layout would shift', () => {
  expect(fieldSchemas.image().safeParse({ url: 'https://a.example/a.jpg', width: null, height: 2 }).success).toBe(false)
})

test.each(['http://a.example', 'javascript:alert(1)', '//a.example'])('rejects the external URL %s', (link) => {
  expect(fieldSchemas.url().safeParse(link).success).toBe(false)
})

test.each(['2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T00:00:00.000-06:00'])(
  'returns the day of %s',
  (date) => {
    expect(fieldSchemas.date().parse(date)).toBe('2026-12-31')
  },
)

test.each(['31.12.2026', '2026-02-30T00:00:00.000Z', '', null])('rejects the date %s', (date) => {
  expect(fieldSchemas.date().safeParse(date).success).toBe(false)
})

test('a list of lines has the valid ones, and is invalid without any if it is required', () => {
  const optional = fieldSchemas.lineList({ isRequired: false })
  expect(optional.parse(['Welding', ' ', 7, null, ' Coating '])).toEqual(['Welding', 'Coating'])
  expect(optional.parse([''])).toEqual([])
  expect(optional.parse(null)).toEqual([])
  expect(fieldSchemas.lineList({ isRequired: true }).safeParse([]).success).toBe(false)
})

test('an optional list whose entries are all unpublished is empty', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const optional = fieldSchemas.linkList(factEntry, { isRequired: false })
  expect(optional.parse({ items: [null, null] })).toEqual([])
  expect(fieldSchemas.linkList(factEntry, { isRequired: true }).safeParse({ items: [null] }).success).toBe(false)
  vi.restoreAllMocks()
})

test('splits paragraphs at empty lines and lines at line breaks', () => {
  expect(toParagraphs('one\nstill one\n \ntwo')).toEqual(['one\nstill one', 'two'])
  expect(toLines('Pipelines built\nto outlast us')).toEqual(['Pipelines built', 'to outlast us'])
})
