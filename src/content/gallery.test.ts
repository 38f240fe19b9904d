import { afterEach, expect, test, vi } from 'vitest'
import bundled from './bundled/gallery.json' with { type: 'json' }
import { fetchCmsContent, mapSeedContent, UnknownQueryError } from './cms-content.ts'
import { generateGalleryImages } from './gallery.ts'

vi.mock('#src/env.ts', () => ({
  env: {
    assetPrefix: '/media',
    siteUrl: 'https://site.example',
  },
}))
afterEach(() => vi.restoreAllMocks())

const mockContentful = (body: unknown, status = 200) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const ENDPOINT = { url: 'http://cms.invalid', headers: {}, timeoutMs: 1_000 }
const fetchGallery = async () => (await fetchCmsContent('gallery', ENDPOINT)).content
const page = bundled.galleryPageCollection.items[0]
if (!page) throw new Error('The bundled gallery has no page')
const createPhotos = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...page.imagesCollection.items[index % page.imagesCollection.items.length],
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

test('fetches 1,000 photos with one request', async () => {
  const items = createPhotos(1_000)
  const fetch = mockContentful(createResponse({ total: items.length, items }))
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

test('in preview mode, sends the name of the query in place of its text', async () => {
  const bodies: unknown[] = []
  const all = createPhotos(1_500)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(String(init?.body))
    bodies.push(body)
    const { skip = 0 } = body.variables
    return Response.json(createResponse({ total: all.length, items: all.slice(skip, skip + 1_000) }))
  })
  const { content, query } = await fetchCmsContent('gallery', { ...ENDPOINT, queryName: 'gallery' })
  expect(content.images).toHaveLength(1_500)
  expect(bodies).toEqual([
    { name: 'gallery', variables: {} },
    { name: 'gallery', variables: { skip: 1_000 } },
  ])
  expect(query, 'for live preview').toContain('query Gallery')
})

test('a name that the server does not know is an error of its own', async () => {
  mockContentful('{}', 409)
  await expect(fetchCmsContent('gallery', { ...ENDPOINT, queryName: 'gallery' })).rejects.toThrow(UnknownQueryError)
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
  ['HTML', '<html>', 200, 'JSON'],
  ['a truncated body', '{"data":{"galleryPa', 200, 'JSON'],
  ['500', '{}', 500, 'responded with 500'],
  ['429', '{}', 429, 'responded with 429'],
  ['an error without data', '{"errors":[{"message":"TOO_COMPLEX_QUERY"}]}', 200, 'TOO_COMPLEX_QUERY'],
  ['no page', '{"data":{"galleryPageCollection":{"items":[]}}}', 200, 'the entry is missing'],
  ['no photos', JSON.stringify(createResponse({ total: 0, items: [] })), 200, 'no valid photo'],
])('%s: is not shown', async (_, body, status, message) => {
  mockContentful(body, status)
  await expect(fetchGallery()).rejects.toThrow(message)
})

test('generates the gallery if the seed has no photos', async () => {
  const removedItems = page.imagesCollection.items.splice(0)
  try {
    expect(mapSeedContent('gallery').images).toEqual(generateGalleryImages(page.gridTitle))
  } finally {
    page.imagesCollection.items.push(...removedItems)
  }
})

test('§3 the generated gallery has 120 photos without responsive sources', () => {
  const images = generateGalleryImages('On the right-of-way')
  expect(images).toHaveLength(120)
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
