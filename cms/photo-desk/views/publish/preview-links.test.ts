import { expect, test } from 'vitest'
import { createPreviewUrl, getPublishedPath } from './preview-links.tsx'

const PARAMETERS = { previewUrl: 'https://www.site.example/preview?secret=abc&path=%2F' }

test('opens the drafts of a page', () => {
  expect(createPreviewUrl(PARAMETERS, '/gallery')).toBe('https://www.site.example/preview?secret=abc&path=%2Fgallery')
})

test.each([{}, undefined, { previewUrl: '' }, { previewUrl: 'javascript:alert(1)' }])(
  'returns no URL for the parameters %j',
  (parameters) => {
    expect(createPreviewUrl(parameters, '/gallery')).toBeUndefined()
  },
)

test('the published page ends the preview, where the site has one', () => {
  expect(getPublishedPath(PARAMETERS, '/gallery')).toBe('/preview/leave?path=%2Fgallery')
  expect(getPublishedPath({}, '/gallery')).toBe('/gallery')
})
