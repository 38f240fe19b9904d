import { expect, test, vi } from 'vitest'
import { expandPictureUrl, type PictureContent } from '#src/components/picture.tsx'
import { toPicture, toShareImage } from './pictures.ts'
import { toSeo } from './seo.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const ALT = 'Welder at dusk'
const photo = { width: 1440, height: 960 }
const fromCms = { ...photo, url: 'https://images.example/s/a/t/welder.7a6b5c.0123abcd.jpg' }
const bundled = { ...photo, url: '/media/derived/welder.7a6b5c.0123abcd.jpg' }

const listFiles = ({ src, width }: PictureContent) => expandPictureUrl(src, width)

test('§3.6 lists all sizes up to the width of the picture, AVIF first', () => {
  const listSources = (width: number) => listFiles(toPicture({ ...fromCms, width }, ALT)).sources
  const list = (widths: readonly number[], query: string) =>
    widths.map((width) => `${fromCms.url}?w=${width}&${query} ${width}w`).join(', ')
  const widths = [320, 540, 640, 960, 1440]
  expect(listSources(1919)).toEqual([
    { type: 'image/avif', srcSet: list(widths, 'fm=avif&q=50') },
    { type: 'image/webp', srcSet: list(widths, 'fm=webp&q=70') },
  ])
  expect(listSources(1920)[0]?.srcSet).toBe(list([...widths, 1920], 'fm=avif&q=50'))
})

test('a picture has the size and text of its asset, and a color and a fallback by its file name', () => {
  expect(toPicture(fromCms, ALT, '10% 15%')).toEqual({
    ...{ ...photo, alt: ALT, focalPoint: '10% 15%', color: '#7a6b5c' },
    src: `${fromCms.url}?w={width}&fm={format}&q={quality}`,
    fallbackSrc: '/media/derived/welder.0123abcd-{width}.{format}',
  })
})

test('uses derived files for bundled content', () => {
  const picture = toPicture(bundled, ALT)
  const { src, sources } = listFiles(picture)
  expect(src).toBe('/media/derived/welder.0123abcd-960.webp')
  expect(sources[0]?.srcSet).toContain('/media/derived/welder.0123abcd-1440.avif 1440w')
  expect(picture.fallbackSrc).toBeUndefined()
})

test('falls back to the derived files of the same picture, also if the color in its file name differs', () => {
  expect(toPicture(fromCms, ALT).fallbackSrc).toBe(toPicture(bundled, ALT).src)
  const seededElsewhere = { ...fromCms, url: fromCms.url.replace('7a6b5c', '7a6b5d') }
  expect(toPicture(seededElsewhere, ALT).fallbackSrc).toBe(toPicture(bundled, ALT).src)
})

test('has no fallback for uploads of editors', () => {
  for (const name of ['IMG_0815.jpg', 'crew.7a6b5c.jpg', 'logo.svg'])
    expect(toPicture({ ...photo, url: `https://images.example/s/a/t/${name}` }, ALT).fallbackSrc).toBeUndefined()
})

test('reads the placeholder color from the file names of seeded files and of photographs that the photo desk has added', () => {
  expect(toPicture({ ...photo, url: 'https://images.example/s/a/t/crew.7a6b5c.jpg' }, ALT).color).toBe('#7a6b5c')
  expect(toPicture({ ...photo, url: 'https://images.example/s/a/t/my-photo.jpg' }, ALT).color).toBeUndefined()
})

test('requests the smallest size for a smaller picture', () => {
  const { src, sources } = listFiles(toPicture({ ...fromCms, width: 200, height: 100 }, ALT))
  expect(src).toContain('?w=320&') // the default fit never enlarges (docs/contentful.md, Images API)
  expect(sources[0]?.srcSet).toBe(`${fromCms.url}?w=320&fm=avif&q=50 320w`)
})

test('§3.4 has one file for an SVG', () => {
  const picture = toPicture({ ...photo, url: 'https://images.example/s/a/t/logo.7a6b5c.0123abcd.svg' }, ALT)
  expect(listFiles(picture)).toEqual({ src: 'https://images.example/s/a/t/logo.7a6b5c.0123abcd.svg', sources: [] })
  expect(picture.color).toBeUndefined()
  expect(picture.fallbackSrc).toBe('/media/derived/logo.0123abcd.svg')
  expect(toPicture({ ...photo, url: '/media/derived/logo.0123abcd.svg' }, ALT).src).toBe(
    '/media/derived/logo.0123abcd.svg',
  )
})

test('the share image is a JPEG of 1200 × 630 px with an absolute URL', () => {
  expect(toShareImage(fromCms, ALT)).toEqual({
    url: `${fromCms.url}?w=1200&fm=jpg&q=80&h=630&fit=fill`,
    alt: ALT,
  })
  expect(toShareImage(bundled, ALT).url).toBe('https://site.example/media/derived/welder.0123abcd-1200x630.jpg')
})

test('§10.6 the share image of a page is cropped around the focal point of its SEO entry', () => {
  const page = { sys: { id: 'seo' }, title: 'What we do', description: 'Pipelines', noIndex: null }
  const crop = (shareImage: typeof fromCms) => toSeo({ ...page, shareImage, focalPoint: '100% 10%' }).shareImage?.url
  expect(crop(fromCms)).toMatch(/&h=630&fit=fill&f=top_right$/)
  const { title, description } = page
  expect(toSeo({ ...page, shareImage: null, focalPoint: null, noIndex: true })).toEqual({
    title,
    description,
    noIndex: true,
  })
  expect(toSeo({ ...page, shareImage: fromCms, focalPoint: null }).shareImage?.alt).toBe(title)
  expect(crop(bundled)).toMatch(/-1200x630-top_right\.jpg$/)
})

test('a picture without a focal point has none', () => {
  expect(toPicture(fromCms, ALT, null).focalPoint).toBeUndefined()
})
