import { expect, test, vi } from 'vitest'
import { createTestPublishing } from '#tests/setup/server/site.ts'
import { createContentfulPreview, findPageOfEntry } from './contentful-preview.ts'

vi.mock('#cms/check/pending-changes.ts', () => ({ findPendingChanges: async () => ({ unpublished: [], refused: [] }) }))

const link = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })
const entry = (id: string, type: string, fields: Record<string, unknown> = {}) => ({
  sys: { id, contentType: { sys: { id: type } } },
  fields,
})
const ENTRIES = [
  entry('hero-home', 'videoHero'),
  entry('hero-gallery', 'videoHero'),
  entry('hero-spare', 'videoHero'),
  entry('photo', 'galleryImage'),
  entry('home', 'homePage', { hero: link('hero-home') }),
  entry('gallery', 'galleryPage', { hero: link('hero-gallery'), images: [link('photo')] }),
  entry('texts', 'interfaceTexts', { other: link('settings') }),
  entry('settings', 'siteSettings', { interfaceTexts: link('texts') }),
]

test.each([
  ['hero-home', '/'],
  ['hero-gallery', '/gallery'],
  ['photo', '/gallery'],
  ['gallery', '/gallery'],
  ['hero-spare', undefined],
  ['texts', undefined], // a circle of links
  ['nobody', undefined],
])('%s is shown on %s', (id, path) => {
  expect(findPageOfEntry(ENTRIES, id)).toBe(path)
})

test('an editor is told the first page that could not be rebuilt, and why', async () => {
  const failures = ['/a', '/b'].map((what) => ({ what, reason: 'No space left' }))
  const state = { status: 'failed', failingSince: null, failures, isUpdating: false } as const
  const { updates } = createTestPublishing(state).publishing
  const at = { host: 'cms.invalid', basePath: '', insecure: false, spaceId: 'a', environmentId: 'master', token: 'b' }
  const { readState } = createContentfulPreview({
    ...{ secret: '', editorOrigins: [], siteUrl: '', shouldCheckLinks: false, updates },
    ...{ graphql: { url: '', token: '' }, preview: { api: 'preview', ...at }, delivery: { api: 'delivery', ...at } },
  })
  expect(await readState()).toEqual({ unpublished: [], refused: [], rebuildProblem: '/a: No space left' })
})
