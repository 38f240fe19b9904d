import { afterEach, expect, test, vi } from 'vitest'
import bundled from './bundled/gallery.json' with { type: 'json' }
import { fetchCmsContent, mapSeedContent, UnknownQueryError } from './cms-content.ts'
import { generateGalleryImages } from './gallery.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))
afterEach(() => vi.restoreAllMocks())

const mockContentful = (body: BodyInit, status: number) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }))
const ENDPOINT = { url: 'http://cms.invalid', headers: {}, timeoutMs: 1_000 }
const fetchGallery = async () => (await fetchCmsContent('gallery', ENDPOINT)).content
const page = bundled.galleryPageCollection.items[0]
if (!page) throw new Error('The bundled gallery has no page')
const createPhotos = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...page.imagesCollection.items[index % page.imagesCollection.items.length],
    sys: { id: `photo-${index}` },
    caption: `Caption ${index}`,
  }))
const createResponse = (imagesCollection: unknown) => ({
  data: { galleryPageCollection: { items: [{ ...page, imagesCollection }] } },
})

/** Answers requests with a thousand of these photos each. Returns the bodies of the requests. */
function mockPages(photos: ReturnType<typeof createPhotos>, total = photos.length) {
  const bodies: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(String(init?.body))
    bodies.push(body)
    const { skip = 0 } = body.variables
    const errors = [{ message: 'UNRESOLVABLE_LINK' }] // of a photo that is not published
    return Response.json({ ...createResponse({ total, items: photos.slice(skip, skip + 1_000) }), errors })
  })
  return bodies
}

test('§10.1 fetches 5,000 photos, more than a Contentful list can have, with five requests, in the order of the CMS', async () => {
  const all = createPhotos(5_000)
  const requests = mockPages(all)
  const { images } = await fetchGallery()
  expect(images.map(({ id, caption }) => [id, caption])).toEqual(all.map(({ sys, caption }) => [sys.id, caption]))
  expect(requests).toHaveLength(5)
})

test('in preview mode, sends the name of the query in place of its text', async () => {
  const requests = mockPages(createPhotos(1_500))
  const { content, query } = await fetchCmsContent('gallery', { ...ENDPOINT, queryName: 'gallery' })
  expect(content.images).toHaveLength(1_500)
  expect(requests).toEqual([
    { name: 'gallery', variables: {} },
    { name: 'gallery', variables: { skip: 1_000 } },
  ])
  expect(query, 'for live preview').toContain('query Gallery')
})

test('a name that the server does not know is an error of its own', async () => {
  const cancel = vi.fn()
  const fetch = mockContentful(new ReadableStream({ cancel }), 409)
  const headers = { authorization: 'Bearer token' }
  const result = fetchCmsContent('gallery', { ...ENDPOINT, headers, queryName: 'gallery' })
  await expect(result).rejects.toEqual(new UnknownQueryError('The site has been updated'))
  expect(cancel, 'ends the connection').toHaveBeenCalledOnce()
  expect(fetch).toHaveBeenCalledExactlyOnceWith('http://cms.invalid', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"name":"gallery","variables":{}}',
    signal: expect.any(AbortSignal),
  })
})

test('stops if a response has no items although the total is higher', async () => {
  const requests = mockPages(createPhotos(7), 5_000)
  expect((await fetchGallery()).images).toHaveLength(7)
  expect(requests).toHaveLength(2)
})

test('a request ends after the time of the endpoint, or with the page', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted()
    return Response.json({})
  })
  await expect(fetchCmsContent('gallery', ENDPOINT, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(timeout).toHaveBeenCalledExactlyOnceWith(1_000)
})

test.each([
  ['HTML', '<html>', 200, 'JSON'],
  ['a truncated body', '{"data":{"galleryPa', 200, 'JSON'],
  ['500', '{}', 500, 'responded with 500'],
  ['429', '{}', 429, 'responded with 429'],
  ['an error without data', '{"errors":[{"message":"TOO_COMPLEX_QUERY"}]}', 200, 'TOO_COMPLEX_QUERY'],
  ['neither', '{"data":null}', 200, 'Contentful responded without data'],
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

test('§3.7 the generated gallery has 120 photos without responsive sources', () => {
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
