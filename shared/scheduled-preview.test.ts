import { expect, test } from 'vitest'
import { createScheduledPreviewUrl, MAX_SCHEDULED_IDS } from './scheduled-preview.ts'

const PREVIEW_URL = 'https://site.example/preview?secret=a-secret&path=%2Fgallery'
const at = new Date('2026-12-24T18:00:00.000Z')

const readQuery = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('adds the time and the ids to the address of the preview', () => {
  const url = createScheduledPreviewUrl(PREVIEW_URL, { at, publish: ['photo', 'gallery-page'], unpublish: ['old'] })
  expect(url).toMatch(/^https:\/\/site\.example\/preview\?/)
  expect(readQuery(url)).toEqual({
    secret: 'a-secret',
    path: '/gallery',
    at: '2026-12-24T18:00:00.000Z',
    publish: 'photo,gallery-page',
    unpublish: 'old',
  })
})

test('replaces the time and the ids of an earlier call', () => {
  const before = createScheduledPreviewUrl(PREVIEW_URL, { at: new Date(0), publish: ['photo'], unpublish: ['old'] })
  const url = createScheduledPreviewUrl(before, { at, publish: [], unpublish: [] })
  expect(readQuery(url)).toEqual({ secret: 'a-secret', path: '/gallery', at: '2026-12-24T18:00:00.000Z' })
})

test('throws for more ids than a session can hold', () => {
  const publish = Array.from({ length: MAX_SCHEDULED_IDS }, (_, index) => `photo-${index}`)
  expect(createScheduledPreviewUrl(PREVIEW_URL, { at, publish, unpublish: [] })).toContain('photo-299')
  expect(() => createScheduledPreviewUrl(PREVIEW_URL, { at, publish, unpublish: ['old'] })).toThrow(
    'at most 300 scheduled entries and assets, and 301 are scheduled',
  )
})
