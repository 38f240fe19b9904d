import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '#src/settings.ts'
import bundled from './bundled/gallery.json' with { type: 'json' }
import { createVisitorClient } from './content-client.ts'
import { contentQueryOptions, loadContent } from './content-query.ts'
import { galleryContent, generateGalleryImages } from './gallery.ts'

vi.mock('#src/env.ts', () => ({
  env: {
    contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' },
    assetPrefix: '/media',
    siteUrl: 'https://site.example',
  },
}))
afterEach(() => vi.restoreAllMocks())

const silenceWarnings = () => vi.spyOn(console, 'warn').mockImplementation(() => {})
const mockContentful = (body: unknown, status = 200) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const contentClient = createVisitorClient()
const fetchGallery = (queryClient = new QueryClient()) => loadContent({ queryClient, contentClient }, galleryContent)
const refetchGallery = (queryClient: QueryClient) =>
  queryClient.fetchQuery({ ...contentQueryOptions(galleryContent, contentClient), staleTime: 0, retry: false })
const page = bundled.galleryPageCollection.items[0]
if (!page) throw new Error('The bundled gallery has no page')
const createPhotos = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...page.imagesCollection.items[index % 120],
    sys: { id: `photo-${index}` },
  }))
const createResponse = (imagesCollection: unknown) => ({
  data: { galleryPageCollection: { items: [{ ...page, imagesCollection }] } },
})

test('returns all photos in the order of the CMS', async () => {
  mockContentful({ data: bundled })
  expect((await fetchGallery()).images.map((image) => image.id)).toEqual(
    page.imagesCollection.items.map((item) => item.sys.id),
  )
})

test('omits a photo without a file and logs it once', async () => {
  const warn = silenceWarnings()
  const items = page.imagesCollection.items.map((item, index) => (index === 6 ? { ...item, photo: null } : item))
  mockContentful(createResponse({ total: 120, items }))
  expect((await fetchGallery()).images).toHaveLength(119)
  expect((await fetchGallery()).images).toHaveLength(119)
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`Gallery image ${items[6]?.sys.id} omitted`))
})

test('omits an unpublished photo', async () => {
  silenceWarnings()
  const items = page.imagesCollection.items.map((item, index) => (index === 3 ? null : item))
  mockContentful(createResponse({ total: 120, items }))
  expect((await fetchGallery()).images).toHaveLength(119)
})

test.each([1, 121, 1_000])('fetches %i photos with one request', async (count) => {
  const items = createPhotos(count)
  const fetch = mockContentful(createResponse({ total: count, items }))
  expect((await fetchGallery()).images.map(({ id }) => id)).toEqual(items.map(({ sys }) => sys.id))
  expect(fetch).toHaveBeenCalledOnce()
})

test('fetches 5,000 photos, more than a Contentful list can have, with five requests', async () => {
  const all = createPhotos(5_000)
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { skip = 0 } = JSON.parse(String(init?.body)).variables
    return Response.json(createResponse({ total: all.length, items: all.slice(skip, skip + 1_000) }))
  })
  expect((await fetchGallery()).images.map(({ id }) => id)).toEqual(all.map(({ sys }) => sys.id))
  expect(fetch).toHaveBeenCalledTimes(5)
})

test('stops if a response has no items although the total is higher', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { skip = 0 } = JSON.parse(String(init?.body)).variables
    return Response.json(createResponse({ total: 5_000, items: skip === 0 ? createPhotos(7) : [] }))
  })
  expect((await fetchGallery()).images).toHaveLength(7)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test.each([
  ['HTML', '<html>', 200],
  ['a truncated body', '{"data":{"galleryPa', 200],
  ['500', '{}', 500],
  ['429', '{}', 429],
  ['an error without data', '{"errors":[{"message":"TOO_COMPLEX_QUERY"}]}', 200],
  ['no page', '{"data":{"galleryPageCollection":{"items":[]}}}', 200],
  [
    'a page without its hero',
    JSON.stringify({ data: { galleryPageCollection: { items: [{ ...page, hero: null }] } } }),
    200,
  ],
])('%s: uses the fallback', async (_, body, status) => {
  silenceWarnings()
  mockContentful(body, status)
  expect((await fetchGallery()).images).toHaveLength(120)
})

test('keeps the shown content if a refetch fails', async () => {
  silenceWarnings()
  const client = new QueryClient()
  mockContentful(createResponse({ total: 1, items: page.imagesCollection.items.slice(0, 1) }))
  await fetchGallery(client)
  mockContentful('', 503)
  await expect(refetchGallery(client)).rejects.toThrow('503')
  expect((await fetchGallery(client)).images).toHaveLength(1)
})

const withoutImages = createResponse({ total: 0, items: [] })

test('without photos in the CMS, keeps the shown content or uses the fallback', async () => {
  silenceWarnings()
  mockContentful(withoutImages)
  expect((await fetchGallery()).images).toHaveLength(120)
  const client = new QueryClient()
  mockContentful(createResponse({ total: 1, items: page.imagesCollection.items.slice(0, 1) }))
  await fetchGallery(client)
  mockContentful(withoutImages)
  await expect(refetchGallery(client)).rejects.toThrow('no valid photo')
  expect((await fetchGallery(client)).images).toHaveLength(1)
})

test('requirements §3: generates the gallery if the fallback has no photos either', async () => {
  silenceWarnings()
  const removedItems = page.imagesCollection.items.splice(0)
  try {
    mockContentful(withoutImages)
    expect((await fetchGallery()).images).toEqual(generateGalleryImages(page.gridTitle))
  } finally {
    page.imagesCollection.items.push(...removedItems)
  }
})

test('requirements §3, §9: the generated gallery has 120 photos without responsive sources, 30 rows of 4', () => {
  const images = generateGalleryImages('On the right-of-way')
  const { rows, columns } = settings.gallery
  expect([images.length, rows, columns]).toEqual([rows * columns, 30, 4])
  expect(new Set(images.map(({ id }) => id)).size).toBe(120)
  expect(images[11]).toEqual({
    id: 'gallery-012',
    src: '/media/derived/gallery-012.webp',
    thumbnailSrc: '/media/derived/gallery-012-preview.webp',
    width: 1440,
    height: 960,
    alt: 'On the right-of-way, 12',
  })
})
