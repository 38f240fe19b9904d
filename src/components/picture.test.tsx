import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const picture = { src: '/a-{width}.{format}', width: 1440, height: 960, alt: 'Welder at dusk' } as const
const render = (changes: Partial<ComponentProps<typeof Picture>> = {}) =>
  renderToStaticMarkup(<Picture picture={picture} sizes="50vw" {...changes} />)

const SIZES = [320, 540, 640, 960, 1440] as const
const toSrcSet = (format: string) => SIZES.map((size) => `/a-${size}.${format} ${size}w`).join(', ')
const SOURCES = ['avif', 'webp'].map(
  (format) => `<source type="image/${format}" srcSet="${toSrcSet(format)}" sizes="50vw"/>`,
)

test.each([
  [{}, 'loading="lazy" fetchPriority="low"'],
  [{ priority: true }, 'loading="eager" fetchPriority="high"'],
])('with %j has the sources in order of preference, its size and its text', (props, loading) => {
  const image = `<img src="/a-960.webp" width="1440" height="960" alt="Welder at dusk" ${loading} decoding="async"/>`
  expect(render(props)).toBe(`<picture>${SOURCES.join('')}${image}</picture>`)
})

test('sets size, color and focal point without a style attribute, which the Content Security Policy forbids', () => {
  const html = render({ picture: { ...picture, color: '#a08c70', focalPoint: '30% 75%' } })
  expect(html).toContain('data-color="4-4-3"')
  expect(html).toContain('data-focus="3-0 7-5"')
  expect(html).not.toContain('style')
})

test('§3.6 a picture in one size has a small file for thumbnails', () => {
  const single = { ...picture, src: '/a.webp', thumbnailSrc: '/a-small.webp' }
  expect(render({ picture: single })).toContain('src="/a.webp"')
  const thumbnail = render({ picture: single, maxWidth: 640 })
  expect(thumbnail).toContain('src="/a-small.webp"')
  expect(thumbnail).not.toContain('<source')
})

test('limits the sizes by maxWidth', () => {
  expect(render({ maxWidth: 640 })).toContain('srcSet="/a-320.avif 320w, /a-540.avif 540w, /a-640.avif 640w"')
  expect(render({ picture: { ...picture, width: 540 }, maxWidth: 640 })).not.toContain('-640.') // no such file
})

test('sets the aspect ratio of an SVG only if its size is assumed', () => {
  const svg = { ...picture, src: '/logo.svg' }
  expect(render({ picture: { ...svg, width: 180, height: 90 } })).toMatch(/<img class="[\w-]+"/)
  for (const sized of [svg, { ...picture, height: 720 }]) expect(render({ picture: sized })).toContain('<img src')
})
