import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const picture = { src: '/a-{width}.{format}', width: 1440, height: 960, alt: 'Welder at dusk' } as const
const render = (changes: Partial<ComponentProps<typeof Picture>> = {}) =>
  renderToStaticMarkup(<Picture picture={picture} sizes="50vw" {...changes} />)

test('renders the sources in order of preference, each with the sizes attribute', () => {
  const html = render()
  expect(html.match(/type="image\/\w+"/g)).toEqual(['type="image/avif"', 'type="image/webp"'])
  expect(html.match(/sizes="50vw"/g)).toHaveLength(2)
})

test('sets size, color and focal point without a style attribute, which the Content Security Policy forbids', () => {
  expect(render()).toContain('width="1440" height="960"')
  expect(render()).not.toContain('data-')
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

test('loads lazily unless it has priority', () => {
  expect(render()).toMatch(/loading="lazy".*fetchPriority="low"/i)
  expect(render({ priority: true })).toMatch(
    /fetchpriority="high".*loading="eager"|loading="eager".*fetchpriority="high"/i,
  )
})

test('sets the aspect ratio of an SVG only if its size is assumed', () => {
  const svg = { ...picture, src: '/logo.svg' }
  expect(render({ picture: { ...svg, width: 180, height: 90 } })).toMatch(/<img class="[\w-]+"/)
  for (const sized of [svg, { ...picture, height: 720 }]) expect(render({ picture: sized })).toContain('<img src')
})
