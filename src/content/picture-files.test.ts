import { expect, test, vi } from 'vitest'
import { getShareImageUrl, toPictureFiles } from './picture-files.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const photo = { width: 1440, height: 960, alt: 'Welder at dusk' }
const fromCms = { ...photo, url: 'https://images.example/s/a/t/welder.7a6b5c.0123abcd.jpg' }
const bundled = { ...photo, url: '/media/derived/welder.7a6b5c.0123abcd.jpg' }

test('creates Images API URLs for all sizes up to the picture’s width, AVIF first', () => {
  const [avif, webp] = toPictureFiles(fromCms).sources
  expect(avif?.type).toBe('image/avif')
  expect(avif?.srcSet.split(', ').map((candidate) => candidate.split(' ')[1])).toEqual([
    '320w',
    '640w',
    '960w',
    '1440w',
  ])
  expect(avif?.srcSet).toContain(`${fromCms.url}?w=640&fm=avif&q=50 640w`)
  expect(webp?.type).toBe('image/webp')
})

test('creates the URLs of derived files from the content hash', () => {
  const files = toPictureFiles(bundled)
  expect(files.src).toBe('/media/derived/welder.0123abcd-960.webp')
  expect(files.sources[0]?.srcSet).toContain('/media/derived/welder.0123abcd-1440.avif 1440w')
  expect(files.fallback).toBeUndefined()
})

test('returns the derived files as fallback for a picture of the CMS', () => {
  expect(toPictureFiles(fromCms).fallback).toEqual({
    src: toPictureFiles(bundled).src,
    sources: toPictureFiles(bundled).sources,
  })
})

test('returns no fallback for files uploaded by editors', () => {
  for (const name of ['IMG_0815.jpg', 'logo.svg']) {
    expect(toPictureFiles({ ...photo, url: `https://images.example/s/a/t/${name}` }).fallback).toBeUndefined()
  }
})

test('finds the derived files if the color in the file name was rounded differently', () => {
  const withOtherColor = { ...fromCms, url: fromCms.url.replace('7a6b5c', '7a6b5d') }
  expect(toPictureFiles(withOtherColor).fallback).toEqual(toPictureFiles(fromCms).fallback)
})

test('reads the placeholder color from the file name of a seeded file', () => {
  expect(toPictureFiles(fromCms).color).toBe('#7a6b5c')
  expect(toPictureFiles({ ...photo, url: 'https://images.example/s/a/t/my-photo.jpg' }).color).toBeUndefined()
})

test('uses the smallest size for a picture that is even smaller', () => {
  const { src, sources } = toPictureFiles({ ...fromCms, width: 200, height: 100 })
  expect(src).toContain('?w=320&') // the default fit never enlarges (docs/contentful.md, Images API)
  expect(sources[0]?.srcSet).toBe(`${fromCms.url}?w=320&fm=avif&q=50 320w`)
})

test('returns one file for an SVG', () => {
  const files = toPictureFiles({ ...photo, url: 'https://images.example/s/a/t/logo.0123abcd.svg' })
  expect(files.sources).toEqual([])
  expect(files.fallback?.src).toBe('/media/derived/logo.0123abcd.svg')
})

test('creates an absolute URL of a JPEG of 1200 × 630 px for shared links', () => {
  expect(getShareImageUrl(fromCms)).toBe(`${fromCms.url}?w=1200&fm=jpg&q=80&h=630&fit=fill`)
  expect(getShareImageUrl(bundled)).toBe('https://site.example/media/derived/welder.0123abcd-1200x630.jpg')
})

test('crops the share image around the focus area nearest to the focal point', () => {
  expect(getShareImageUrl({ ...fromCms, focalPoint: '10% 15%' })).toMatch(/&h=630&fit=fill&f=top_left$/)
  expect(getShareImageUrl({ ...bundled, focalPoint: '10% 15%' })).toMatch(/-1200x630-top_left\.jpg$/)
})

test('returns the exact focal point for crops by the browser', () => {
  expect(toPictureFiles({ ...fromCms, focalPoint: '10% 15%' }).focalPoint).toBe('10% 15%')
  expect(toPictureFiles({ ...fromCms, focalPoint: null }).focalPoint).toBeUndefined()
})

test('limits the files to the maximum width', () => {
  const { src, sources } = toPictureFiles(fromCms, 640)
  expect(src).toContain('?w=640&')
  expect(sources[0]?.srcSet.split(', ')).toHaveLength(2)
})

test('returns the preview or the large file of a photo without responsive sources', () => {
  const nonResponsivePhoto = {
    ...photo,
    url: '/media/derived/gallery-001.webp',
    useSrcset: false,
    previewImage: '/small.webp',
  } as const
  expect(toPictureFiles(nonResponsivePhoto)).toEqual({ ...photo, src: nonResponsivePhoto.url, sources: [] })
  expect(toPictureFiles(nonResponsivePhoto, 640)).toEqual({ ...photo, src: '/small.webp', sources: [] })
})
