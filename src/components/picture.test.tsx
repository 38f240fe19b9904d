import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const picture = { src: '/a-{width}.{format}', width: 1440, height: 960, alt: 'Welder at dusk' } as const

test('renders the sources in order of preference, each with the sizes attribute', () => {
  const html = renderToStaticMarkup(<Picture picture={picture} sizes="50vw" />)
  expect(html.match(/type="image\/\w+"/g)).toEqual(['type="image/avif"', 'type="image/webp"'])
  expect(html.match(/sizes="50vw"/g)).toHaveLength(2)
})

test('sets size, color and focal point without a style attribute, which the Content Security Policy forbids', () => {
  const plain = renderToStaticMarkup(<Picture picture={picture} sizes="50vw" />)
  expect(plain).toContain('width="1440" height="960"')
  expect(plain).not.toContain('data-')
  const placed = { ...picture, color: '#a08c70', focalPoint: '30% 75%' }
  const html = renderToStaticMarkup(<Picture picture={placed} sizes="50vw" />)
  expect(html).toContain('data-color="4-4-3"')
  expect(html).toContain('data-focus="3-0 7-5"')
  for (const each of [
    html,
    renderToStaticMarkup(<Picture picture={{ ...placed, width: 180, height: 90 }} sizes="1px" />),
  ])
    expect(each).not.toContain('style')
})

test('a picture in one size has a small file for thumbnails', () => {
  const single = { ...picture, src: '/a.webp', thumbnailSrc: '/a-small.webp' }
  expect(renderToStaticMarkup(<Picture picture={single} sizes="50vw" />)).toContain('src="/a.webp"')
  const thumbnail = renderToStaticMarkup(<Picture picture={single} maxWidth={640} sizes="50vw" />)
  expect(thumbnail).toContain('src="/a-small.webp"')
  expect(thumbnail).not.toContain('<source')
})

test('limits the sizes by maxWidth', () => {
  const html = renderToStaticMarkup(<Picture picture={picture} maxWidth={640} sizes="50vw" />)
  expect(html).toContain('srcSet="/a-320.avif 320w, /a-540.avif 540w, /a-640.avif 640w"')
})

test('loads lazily unless it has priority', () => {
  expect(renderToStaticMarkup(<Picture picture={picture} sizes="50vw" />)).toContain('loading="lazy"')
  const first = renderToStaticMarkup(<Picture picture={picture} sizes="100vw" priority />)
  expect(first).toContain('loading="eager"')
  expect(first.toLowerCase()).toContain('fetchpriority="high"')
})

test('sets the aspect ratio of an SVG only if its size is assumed', () => {
  const svg = { ...picture, src: '/logo.svg' }
  const assumed = renderToStaticMarkup(<Picture picture={{ ...svg, width: 180, height: 90 }} sizes="175px" />)
  const known = renderToStaticMarkup(<Picture picture={svg} sizes="175px" />)
  expect(assumed).toMatch(/<img class="[\w-]+"/)
  expect(known).toContain('<img src')
})
