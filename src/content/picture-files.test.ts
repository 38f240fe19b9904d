import { expect, test, vi } from 'vitest'
import { getShareImageUrl, toPictureFiles } from './picture-files.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const photo = { width: 1440, height: 960, alt: 'Welder at dusk' }
const fromCms = { ...photo, url: 'https://images.example/s/a/t/welder.7a6b5c.0123abcd.jpg' }
const bundled = { ...photo, url: '/media/derived/welder.7a6b5c.0123abcd.jpg' }

test('the Images API makes every size that the picture fills, AVIF first', () => {
  const [avif, webp] = toPictureFiles(fromCms).sources
  expect(avif?.type).toBe('image/avif')
  expect(avif?.srcSet.split(', ').map((each) => each.split(' ')[1])).toEqual(['320w', '640w', '960w', '1440w'])
  expect(avif?.srcSet).toContain(`${fromCms.url}?w=640&fm=avif&q=50 640w`)
  expect(webp?.type).toBe('image/webp')
})

test('the derived files are named by the content', () => {
  const files = toPictureFiles(bundled)
  expect(files.src).toBe('/media/derived/welder.0123abcd-960.webp')
  expect(files.sources[0]?.srcSet).toContain('/media/derived/welder.0123abcd-1440.avif 1440w')
  expect(files.fallback).toBeUndefined()
})

test('when the image host is gone, the derived files of the same picture stand in', () => {
  expect(toPictureFiles(fromCms).fallback).toEqual({
    src: toPictureFiles(bundled).src,
    sources: toPictureFiles(bundled).sources,
  })
})

test('an editor’s own upload has no other file, a photograph and a drawing alike', () => {
  for (const name of ['IMG_0815.jpg', 'logo.svg']) {
    expect(toPictureFiles({ ...photo, url: `https://images.example/s/a/t/${name}` }).fallback).toBeUndefined()
  }
})

test('they are found, too, where the CMS was seeded by a decoder that rounds the colour otherwise', () => {
  const seededElsewhere = { ...fromCms, url: fromCms.url.replace('7a6b5c', '7a6b5d') }
  expect(toPictureFiles(seededElsewhere).fallback).toEqual(toPictureFiles(fromCms).fallback)
})

test('the file’s name gives the colour that stands in while it loads; an editor’s own file has none', () => {
  expect(toPictureFiles(fromCms).color).toBe('#7a6b5c')
  expect(toPictureFiles({ ...photo, url: 'https://images.example/s/a/t/my-photo.jpg' }).color).toBeUndefined()
})

test('a picture smaller than the smallest size is served as it is wide', () => {
  const { src, sources } = toPictureFiles({ ...fromCms, width: 200, height: 100 })
  expect(src).toContain('?w=320&') // the default fit never enlarges (docs/contentful.md, Images API)
  expect(sources[0]?.srcSet).toBe(`${fromCms.url}?w=320&fm=avif&q=50 320w`)
})

test('a drawing is one file for every screen', () => {
  const files = toPictureFiles({ ...photo, url: 'https://images.example/s/a/t/logo.0123abcd.svg' })
  expect(files.sources).toEqual([])
  expect(files.fallback?.src).toBe('/media/derived/logo.0123abcd.svg')
})

test('what a shared link shows is a JPEG of 1200 × 630 px at an absolute address', () => {
  expect(getShareImageUrl(fromCms)).toBe(`${fromCms.url}?w=1200&fm=jpg&q=80&h=630&fit=fill`)
  expect(getShareImageUrl(bundled)).toBe('https://site.example/media/derived/welder.0123abcd-1200x630.jpg')
})

test('it is cut around the focal point, as near as the Images API can', () => {
  expect(getShareImageUrl({ ...fromCms, focalPoint: '10% 15%' })).toMatch(/&h=630&fit=fill&f=top_left$/)
  expect(getShareImageUrl({ ...bundled, focalPoint: '10% 15%' })).toMatch(/-1200x630-top_left\.jpg$/)
})

test('every other cut is the browser’s, around the very point', () => {
  expect(toPictureFiles({ ...fromCms, focalPoint: '10% 15%' }).focalPoint).toBe('10% 15%')
  expect(toPictureFiles({ ...fromCms, focalPoint: null }).focalPoint).toBeUndefined()
})

test('a thumbnail names no file larger than it needs', () => {
  const { src, sources } = toPictureFiles(fromCms, 640)
  expect(src).toContain('?w=640&')
  expect(sources[0]?.srcSet.split(', ')).toHaveLength(2)
})

test('a photograph without responsive sources is one small file in a grid and one large one in the dialog', () => {
  const plain = {
    ...photo,
    url: '/media/derived/gallery-001.webp',
    useSrcset: false,
    previewImage: '/small.webp',
  } as const
  expect(toPictureFiles(plain)).toEqual({ ...photo, src: plain.url, sources: [] })
  expect(toPictureFiles(plain, 640)).toEqual({ ...photo, src: '/small.webp', sources: [] })
})
