import { expect, test, vi } from 'vitest'
import { createTestPublishing } from '#tests/setup/server/site.ts'
import { createContentfulPreview, findPageOfEntry } from './contentful-preview.ts'

const checkSpace = vi.hoisted(() => vi.fn((_: object) => Promise.reject(new Error('no space'))))
vi.mock('#cms/check/check-space.ts', () => ({ checkSpace }))
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

const at = { host: 'cms.invalid', basePath: '', insecure: false, spaceId: 'a', environmentId: 'master', token: 'b' }
const OPTIONS = {
  secret: '',
  editorOrigins: [],
  siteUrl: '',
  shouldCheckLinks: false,
  graphql: { url: '', token: '' },
  preview: { api: 'preview', ...at },
  delivery: { api: 'delivery', ...at },
} as const

test('an editor is told the first page that could not be rebuilt, and why', async () => {
  const failures = ['/a', '/b'].map((what) => ({ what, reason: 'No space left' }))
  const state = { status: 'failed', failingSince: null, failures, isUpdating: false } as const
  const { updates } = createTestPublishing(state).publishing
  const { readState } = createContentfulPreview({ ...OPTIONS, updates })
  expect(await readState()).toEqual({ unpublished: [], refused: [], rebuildProblem: '/a: No space left' })
})

test.each([true, false])('the report opens the links of the space: %s', async (shouldCheckLinks) => {
  const { renderReport } = createContentfulPreview({ ...OPTIONS, shouldCheckLinks, updates: undefined })
  await expect(renderReport()).rejects.toThrow('no space')
  const [source = {}] = checkSpace.mock.lastCall ?? []
  expect(Object.keys(source)).toEqual(expect.arrayContaining(['preview', 'fileChecker']))
  expect('linkChecker' in source).toBe(shouldCheckLinks)
})
