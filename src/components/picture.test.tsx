import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const files = {
  src: '/a-960.webp',
  sources: [
    { type: 'image/avif', srcSet: '/a-320.avif 320w, /a-960.avif 960w' },
    { type: 'image/webp', srcSet: '/a-320.webp 320w, /a-960.webp 960w' },
  ],
  width: 1440,
  height: 960,
  alt: 'Welder at dusk',
} as const

test('renders the sources in order of preference, each with the sizes attribute', () => {
  const html = renderToStaticMarkup(<Picture files={files} sizes="50vw" />)
  expect(html.match(/type="image\/\w+"/g)).toEqual(['type="image/avif"', 'type="image/webp"'])
  expect(html.match(/sizes="50vw"/g)).toHaveLength(2)
})

test('sets width and height to reserve the space', () => {
  expect(renderToStaticMarkup(<Picture files={files} sizes="50vw" />)).toContain('width="1440" height="960"')
})

test('loads lazily unless it has priority', () => {
  expect(renderToStaticMarkup(<Picture files={files} sizes="50vw" />)).toContain('loading="lazy"')
  const first = renderToStaticMarkup(<Picture files={files} sizes="100vw" priority />)
  expect(first).toContain('loading="eager"')
  expect(first.toLowerCase()).toContain('fetchpriority="high"')
})

test('sets the color attribute if the picture has a color', () => {
  const colored = renderToStaticMarkup(<Picture files={{ ...files, color: '#a08c70' }} sizes="50vw" />)
  expect(colored).toContain('data-color="4-4-3"')
  expect(renderToStaticMarkup(<Picture files={files} sizes="50vw" />)).not.toContain('data-')
})

test('sets the focal point attribute', () => {
  const html = renderToStaticMarkup(<Picture files={{ ...files, focalPoint: '30% 75%' }} sizes="50vw" />)
  expect(html).toContain('data-focus="3-0 7-5"')
})

test('renders no style attribute, which the Content Security Policy forbids', () => {
  const allOptions = { ...files, color: '#a08c70', focalPoint: '30% 75%', isSvg: true }
  for (const size of [{}, { width: 180, height: 90 }])
    expect(renderToStaticMarkup(<Picture files={{ ...allOptions, ...size }} sizes="50vw" />)).not.toContain('style')
})

test('sets the aspect ratio of an SVG only if its size is assumed', () => {
  const svg = { ...files, sources: [], isSvg: true }
  const assumed = renderToStaticMarkup(<Picture files={{ ...svg, width: 180, height: 90 }} sizes="175px" />)
  const known = renderToStaticMarkup(<Picture files={svg} sizes="175px" />)
  expect(assumed).toMatch(/<img class="[\w-]+"/)
  expect(known).toContain('<img src')
})
