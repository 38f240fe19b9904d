import { expect, test } from 'vitest'
import { createPreviewUrl } from './preview-url.ts'

const PARAMETERS = { previewUrl: 'https://www.site.example/preview?secret=abc&path=%2F' }

test('opens the drafts of a page', () => {
  expect(createPreviewUrl(PARAMETERS, '/gallery')).toBe('https://www.site.example/preview?secret=abc&path=%2Fgallery')
})

test('opens a page as of a time', () => {
  const time = { at: '2026-12-01T08:00:00.000Z', publish: ['a', 'b'], unpublish: ['c'] }
  const url = new URL(createPreviewUrl(PARAMETERS, '/gallery', time) ?? '')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: 'abc',
    path: '/gallery',
    at: '2026-12-01T08:00:00.000Z',
    publish: 'a,b',
    unpublish: 'c',
  })
})

test.each([{}, undefined, { previewUrl: '' }, { previewUrl: 'javascript:alert(1)' }])(
  'returns no URL for the parameters %j',
  (parameters) => {
    expect(createPreviewUrl(parameters, '/gallery')).toBeUndefined()
  },
)
