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

const silenceWarnings = () => vi.spyOn(console, 'warn').mockImplementation(() => {})
const mockResponse = (body: unknown, status = 200) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const fetchGallery = () => new QueryClient().fetchQuery(galleryQueryOptions())
const page = bundled.galleryPageCollection.items[0]
if (!page) throw new Error('The bundled gallery has no page')
const createItems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...page.imagesCollection.items[index % 120],
    sys: { id: `photo-${index}` },
  }))
const createResponse = (imagesCollection: unknown) => ({
  data: { galleryPageCollection: { items: [{ ...page, imagesCollection }] } },
})

test('returns all photos in the order of the CMS', async () => {
  mockResponse({ data: bundled })
  expect((await fetchGallery()).images.map((image) => image.id)).toEqual(
    page.imagesCollection.items.map((item) => item.sys.id),
  )
})

test('omits a photo without a file, and logs it once', async () => {
  const warn = silenceWarnings()
  const items = page.imagesCollection.items.map((item, index) => (index === 6 ? { ...item, photo: null } : item))
  mockResponse(createResponse({ total: 120, items }))
  expect((await fetchGallery()).images).toHaveLength(119)
  expect((await fetchGallery()).images).toHaveLength(119)
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`Gallery image ${items[6]?.sys.id} omitted`))
})

test('omits a link to an unpublished photo', async () => {
  silenceWarnings()
  const items = page.imagesCollection.items.map((item, index) => (index === 3 ? null : item))
  mockResponse(createResponse({ total: 120, items }))
  expect((await fetchGallery()).images).toHaveLength(119)
})

test.each([1, 121, 1_000])('fetches %i photos in one request', async (count) => {
  const items = createItems(count)
  const fetch = mockResponse(createResponse({ total: count, items }))
  expect((await fetchGallery()).images.map(({ id }) => id)).toEqual(items.map(({ sys }) => sys.id))
  expect(fetch).toHaveBeenCalledOnce()
})

test('fetches 5,000 photos in pages of 1,000', async () => {
  const all = createItems(5_000)
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { skip = 0 } = JSON.parse(String(init?.body)).variables
    return Response.json(createResponse({ total: all.length, items: all.slice(skip, skip + 1_000) }))
  })
  expect((await fetchGallery()).images.map(({ id }) => id)).toEqual(all.map(({ sys }) => sys.id))
  expect(fetch).toHaveBeenCalledTimes(5)
})

test('stops at an empty page if the collection’s total is too high', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { skip = 0 } = JSON.parse(String(init?.body)).variables
    return Response.json(createResponse({ total: 5_000, items: skip === 0 ? createItems(7) : [] }))
  })
  expect((await fetchGallery()).images).toHaveLength(7)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test.each([
  ['HTML', '<html>', 200],
  ['a cut-off body', '{"data":{"galleryPa', 200],
  ['status 500', '{}', 500],
  ['status 429', '{}', 429],
  ['an error without data', '{"errors":[{"message":"TOO_COMPLEX_QUERY"}]}', 200],
  ['no page', '{"data":{"galleryPageCollection":{"items":[]}}}', 200],
  [
    'a page without its hero',
    JSON.stringify({ data: { galleryPageCollection: { items: [{ ...page, hero: null }] } } }),
    200,
  ],
])('uses the fallback for a response with %s', async (_, body, status) => {
  silenceWarnings()
  mockResponse(body, status)
  expect((await fetchGallery()).images).toHaveLength(120)
})

test('keeps the shown content if a refetch fails', async () => {
  silenceWarnings()
  const client = new QueryClient()
  mockResponse(createResponse({ total: 1, items: page.imagesCollection.items.slice(0, 1) }))
  await client.fetchQuery(galleryQueryOptions())
  mockResponse('', 503)
  expect((await client.fetchQuery({ ...galleryQueryOptions(), staleTime: 0 })).images).toHaveLength(1)
})

const emptyResponse = createResponse({ total: 0, items: [] })

test('keeps the shown content, or uses the fallback, if the CMS has no photo', async () => {
  silenceWarnings()
  mockResponse(emptyResponse)
  expect((await fetchGallery()).images).toHaveLength(120)
  const client = new QueryClient()
  mockResponse(createResponse({ total: 1, items: page.imagesCollection.items.slice(0, 1) }))
  await client.fetchQuery(galleryQueryOptions())
  mockResponse(emptyResponse)
  expect((await client.fetchQuery({ ...galleryQueryOptions(), staleTime: 0 })).images).toHaveLength(1)
})

test('requirements §3: uses the dynamic variant if the fallback has no photo either', async () => {
  silenceWarnings()
  const removedItems = page.imagesCollection.items.splice(0)
  try {
    mockResponse(emptyResponse)
    expect((await fetchGallery()).images).toEqual(generateGalleryImages(page.gridTitle))
  } finally {
    page.imagesCollection.items.push(...removedItems)
  }
})

test('requirements §3, §9: generates 120 photos without responsive sources, in 30 rows of 4', () => {
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
