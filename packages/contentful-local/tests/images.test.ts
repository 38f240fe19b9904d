import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createAsset, createPicture } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 9"><script>alert(1)</script></svg>'
const VIDEO = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom'),
  Buffer.from(Array.from({ length: 200 }, (_, byte) => byte)),
])

const local = await useSpace()
const getUrl = async (id: string, file: Buffer, contentType: string) =>
  `http:${(await createAsset(local, id, file, contentType)).fields.file['en-US']?.url}`
const photo = await getUrl('photo', await createPicture(300, 200), 'image/jpeg')
const svg = await getUrl('drawing', Buffer.from(SVG), 'image/svg+xml')
const video = await getUrl('video', VIDEO, 'video/mp4')

async function fetchDerivative(parameters: string) {
  const response = await fetch(photo + parameters)
  expect(response.status).toBe(200)
  const content = Buffer.from(await response.arrayBuffer())
  const { format, width, height, compression, isProgressive, isPalette } = await sharp(content).metadata()
  const type = response.headers.get('content-type')
  return { type, format, width, height, compression, isProgressive, isPalette }
}

test.each([
  ['?w=120', { type: 'image/jpeg', format: 'jpeg', width: 120, height: 80 }],
  ['?h=50&fm=webp', { type: 'image/webp', format: 'webp', width: 75, height: 50 }],
  ['?w=100&fm=avif&q=40', { type: 'image/avif', format: 'heif', compression: 'av1', width: 100 }],
  ['?fm=png', { type: 'image/png', format: 'png', width: 300, height: 200 }],
  ['?w=900', { width: 300, height: 200 }],
  ['?w=4000&h=4000&q=100&r=0', { width: 300, height: 200 }],
  ['?w=150&h=150', { width: 150, height: 100 }],
  ['?w=600&fit=scale', { width: 600, height: 400 }],
  ['?w=600&h=300&fit=thumb', { width: 600, height: 300 }],
  ['?w=900&h=600&fit=pad', { width: 900, height: 600 }],
  ['?w=100&h=100&fit=scale', { width: 100, height: 100 }],
  ['?w=100&h=50&fit=thumb&f=faces', { width: 100, height: 50 }],
  ['?w=100&h=900&fit=crop&f=face', { width: 100, height: 200 }],
  // Sites name one side with `fit` (a gist of 2017: ?fm=jpg&w=900&fit=fill).
  ['?w=600&fit=fill', { width: 600, height: 400 }],
  ['?w=60&fm=gif', { type: 'image/gif', format: 'gif', width: 60, height: 40 }],
  ['?w=60&fm=tiff', { type: 'image/tiff', format: 'tiff', width: 60, height: 40 }],
  ['?w=60&fm=jpg&fl=progressive', { type: 'image/jpeg', format: 'jpeg', isProgressive: true }],
  ['?w=60&fm=png&fl=png8', { type: 'image/png', format: 'png', isPalette: true }],
])('%s', async (parameters, expected) => {
  expect(await fetchDerivative(parameters)).toMatchObject(expected)
})

test('rejects derivatives of a truncated picture with a message', async () => {
  const pixels = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, byte) => (byte * 7_919) % 251))
  const jpeg = await sharp(pixels, { raw: { width: 200, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer()
  const url = await getUrl('short', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg')
  const response = await fetch(`${url}?w=50`)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('cannot be read')
})

test('a derivative of a photograph that lies on its side is upright', async () => {
  const turned = sharp(await createPicture(60, 40)).withMetadata({ orientation: 6 })
  const response = await fetch(`${await getUrl('turned', await turned.toBuffer(), 'image/jpeg')}?w=20`)
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 20, height: 30 })
})

test('fill and crop keep the focus area', async () => {
  const twoColors = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 200, height: 50, channels: 3, background: '#0000ff' } }, left: 200, top: 50 },
    ])
    .png()
    .toBuffer()
  const url = await getUrl('halves', twoColors, 'image/png')
  const readMeanColor = async (parameters: string) => {
    const response = await fetch(url + parameters)
    const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
    return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
  }
  expect(await readMeanColor('?w=50&h=50&fit=fill&f=left')).toEqual([255, 0, 0])
  expect(await readMeanColor('?w=50&h=50&fit=fill&f=bottom_right')).toEqual([128, 0, 128])
  expect(await readMeanColor('?w=100&h=50&fit=crop&f=bottom_right')).toEqual([0, 0, 255])
  expect(await readMeanColor('?w=100&h=50&fit=crop')).toEqual([191, 0, 64])
  expect(await readMeanColor('?w=100&h=50&fit=crop&f=top_right')).toEqual([255, 0, 0])
})

/** Reads the color of one pixel of a derivative of the photo as `#rrggbbaa`. */
async function readPixelColor(parameters: string, left: number, top: number) {
  const response = await fetch(photo + parameters)
  const image = sharp(Buffer.from(await response.arrayBuffer())).ensureAlpha()
  const point = await image.extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return `#${point.toString('hex')}`
}

const PHOTO_COLOR = /^#[9ab].[3-4].[01].ff$/

test('rounded corners are transparent, white in a JPEG, or have the requested color', async () => {
  expect(await readPixelColor('?r=20&fm=png', 0, 0)).toMatch(/00$/)
  expect(await readPixelColor('?r=20&fm=png', 10, 10)).toMatch(PHOTO_COLOR)
  expect(await readPixelColor('?r=max&fm=png', 40, 20)).toMatch(/00$/)
  expect(await readPixelColor('?r=max&fm=png', 150, 0)).toMatch(/ff$/)
  expect(await readPixelColor('?r=20', 0, 0)).toMatch(/^#f.f.f.ff$/)
  expect(await readPixelColor('?r=20&fm=png&bg=rgb:00FF00', 0, 0)).toBe('#00ff00ff')
})

test('padding is transparent, white in a JPEG, or has the requested color', async () => {
  expect(await readPixelColor('?w=90&h=90&fit=pad&fm=webp', 45, 2)).toMatch(/00$/)
  expect(await readPixelColor('?w=90&h=90&fit=pad&fm=jpg', 45, 2)).toMatch(/^#f.f.f.ff$/)
  expect(await readPixelColor('?w=90&h=90&fit=pad&fm=png&bg=rgb:102030', 45, 2)).toBe('#102030ff')
  // A picture that is smaller than the requested size is not enlarged.
  expect(await readPixelColor('?w=900&h=600&fit=pad&fm=png&bg=rgb:102030', 5, 5)).toBe('#102030ff')
})

test('files are immutable, have nosniff and are available to all origins', async () => {
  for (const url of [photo, `${photo}?w=50`, svg, video]) {
    const { headers } = await fetch(url, { method: 'HEAD', headers: { origin: 'http://localhost:5173' } })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('returns an SVG unchanged for any parameters, with a policy that forbids scripts', async () => {
  const response = await fetch(`${svg}?w=10&fm=webp`)
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
  expect(await response.text()).toBe(SVG)
})

test('supports range requests for videos', async () => {
  const part = await fetch(video, { headers: { range: 'bytes=10-19' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 10-19/${VIDEO.length}`)
  expect(part.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await part.arrayBuffer())).toEqual(VIDEO.subarray(10, 20))
  expect((await fetch(video, { headers: { range: `bytes=${VIDEO.length}-` } })).status).toBe(416)
})

test.each<[parameters: string, name: string | undefined, text?: string]>([
  ['?w=0', 'w=0'],
  ['?w=4001', 'w=4001'],
  ['?h=0&q=101', 'h=0, the image parameter q=101'],
  ['?q=0', 'q=0'],
  ['?w=1.5', 'w=1.5'],
  ['?w=1&w=2', 'w=1,2'],
  ['?fm=heic', 'fm=heic'],
  ['?f=middle', 'f=middle'],
  ['?r=round', 'r=round'],
  ['?bg=red', 'bg=red'],
  ['?blur=3', 'blur=3'],
  ['?fl=progressive', undefined, 'The image parameter fl=progressive needs fm=jpg'],
  ['?fm=jpg&fl=png8', undefined, 'The image parameter fl=png8 needs fm=png'],
])('rejects %s, and names the parameter', async (parameters, name, text) => {
  const response = await fetch(photo + parameters)
  expect(response.status).toBe(400)
  const { sys, message } = await response.json()
  expect(sys).toEqual({ type: 'Error', id: 'BadRequest' })
  expect(message).toBe(text ?? `The local Contentful does not know the image parameter ${name}`)
})

test('responds 404 to a URL with another hash, file name or asset', async () => {
  for (const url of [photo.replace(/[0-9a-f]{8}/, '00000000'), `${photo}x`, photo.replace('/photo/', '/video/')]) {
    expect((await fetch(url)).status).toBe(404)
  }
  expect((await fetch(`${local.url}/assets/local/photo/..%2f..%2f/contentful.sqlite`)).status).toBe(404)
})
