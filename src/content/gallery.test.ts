import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '#src/settings.ts'
import bundled from './bundled/gallery.json' with { type: 'json' }
import { galleryQueryOptions, generateGalleryImages } from './gallery.ts'

vi.mock('#src/env.ts', () => ({
  env: {
    contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' },
    assetPrefix: '/media',
    contentTimeoutMs: 1_500,
  },
}))
afterEach(() => vi.restoreAllMocks())

const quiet = () => vi.spyOn(console, 'warn').mockImplementation(() => {})
const contentfulAnswers = (body: unknown, status = 200) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const gallery = () => new QueryClient().fetchQuery(galleryQueryOptions())
const page = bundled.galleryPageCollection.items[0]
if (!page) throw new Error('The bundled gallery has no page')
const photographs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...page.imagesCollection.items[index % 120],
    sys: { id: `photo-${index}` },
  }))
const answerWith = (imagesCollection: unknown) => ({
  data: { galleryPageCollection: { items: [{ ...page, imagesCollection }] } },
})

test('every photograph comes in the editors’ order', async () => {
  contentfulAnswers({ data: bundled })
  expect((await gallery()).images.map((image) => image.id)).toEqual(
    page.imagesCollection.items.map((item) => item.sys.id),
  )
})

test('a photograph without its file costs only itself, and is named once', async () => {
  const warn = quiet()
  const items = page.imagesCollection.items.map((item, index) => (index === 6 ? { ...item, photo: null } : item))
  contentfulAnswers(answerWith({ total: 120, items }))
  expect((await gallery()).images).toHaveLength(119)
  expect((await gallery()).images).toHaveLength(119)
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`Gallery image ${items[6]?.sys.id} omitted`))
})

test('a link to an unpublished photograph costs that photograph', async () => {
  quiet()
  const items = page.imagesCollection.items.map((item, index) => (index === 3 ? null : item))
  contentfulAnswers(answerWith({ total: 120, items }))
  expect((await gallery()).images).toHaveLength(119)
})

test.each([1, 121, 1_000])('%i photographs are one question, and all are shown', async (count) => {
  const items = photographs(count)
  const fetch = contentfulAnswers(answerWith({ total: count, items }))
  expect((await gallery()).images.map(({ id }) => id)).toEqual(items.map(({ sys }) => sys.id))
  expect(fetch).toHaveBeenCalledOnce()
})

test('5,000, which no list of Contentful holds, are read to their end', async () => {
  const all = photographs(5_000)
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { skip = 0 } = JSON.parse(String(init?.body)).variables
    return Response.json(answerWith({ total: all.length, items: all.slice(skip, skip + 1_000) }))
  })
  expect((await gallery()).images.map(({ id }) => id)).toEqual(all.map(({ sys }) => sys.id))
  expect(fetch).toHaveBeenCalledTimes(5)
})

test('a collection that says it holds more than it gives is not asked for ever', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { skip = 0 } = JSON.parse(String(init?.body)).variables
    return Response.json(answerWith({ total: 5_000, items: skip === 0 ? photographs(7) : [] }))
  })
  expect((await gallery()).images).toHaveLength(7)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test.each([
  ['HTML', '<html>', 200],
  ['a cut-off body', '{"data":{"galleryPa', 200],
  ['500', '{}', 500],
  ['429', '{}', 429],
  ['an error without data', '{"errors":[{"message":"TOO_COMPLEX_QUERY"}]}', 200],
  ['no page', '{"data":{"galleryPageCollection":{"items":[]}}}', 200],
  [
    'a page without its hero',
    JSON.stringify({ data: { galleryPageCollection: { items: [{ ...page, hero: null }] } } }),
    200,
  ],
])('%s: the bundled copy stands in', async (_, body, status) => {
  quiet()
  contentfulAnswers(body, status)
  expect((await gallery()).images).toHaveLength(120)
})

test('a refresh that fails keeps what is on the screen', async () => {
  quiet()
  const client = new QueryClient()
  contentfulAnswers(answerWith({ total: 1, items: page.imagesCollection.items.slice(0, 1) }))
  await client.fetchQuery(galleryQueryOptions())
  contentfulAnswers('', 503)
  expect((await client.fetchQuery({ ...galleryQueryOptions(), staleTime: 0 })).images).toHaveLength(1)
})

const withoutImages = answerWith({ total: 0, items: [] })

test('a CMS without a photograph: what is on the screen stays, or the bundled copy stands in', async () => {
  quiet()
  contentfulAnswers(withoutImages)
  expect((await gallery()).images).toHaveLength(120)
  const client = new QueryClient()
  contentfulAnswers(answerWith({ total: 1, items: page.imagesCollection.items.slice(0, 1) }))
  await client.fetchQuery(galleryQueryOptions())
  contentfulAnswers(withoutImages)
  expect((await client.fetchQuery({ ...galleryQueryOptions(), staleTime: 0 })).images).toHaveLength(1)
})

test('requirements §3: where the seed has none either, the dynamic variant stands in', async () => {
  quiet()
  const kept = page.imagesCollection.items.splice(0)
  try {
    contentfulAnswers(withoutImages)
    expect((await gallery()).images).toEqual(generateGalleryImages(page.gridTitle))
  } finally {
    page.imagesCollection.items.push(...kept)
  }
})

test('requirements §3, §9: the dynamic variant generates 120 entries without responsive sources, 30 rows of 4', () => {
  const images = generateGalleryImages('On the right-of-way')
  const { rows, columns } = settings.gallery
  expect([images.length, rows, columns]).toEqual([rows * columns, 30, 4])
  expect(new Set(images.map(({ id }) => id)).size).toBe(120)
  expect(images[11]).toEqual({
    id: 'gallery-012',
    url: '/media/derived/gallery-012.webp',
    previewImage: '/media/derived/gallery-012-preview.webp',
    useSrcset: false,
    width: 1440,
    height: 960,
    alt: 'On the right-of-way, 12',
  })
})
