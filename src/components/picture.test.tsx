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

test('the best form comes first, and every form knows how wide the picture is shown', () => {
  const html = renderToStaticMarkup(<Picture files={files} sizes="50vw" />)
  expect(html.match(/type="image\/\w+"/g)).toEqual(['type="image/avif"', 'type="image/webp"'])
  expect(html.match(/sizes="50vw"/g)).toHaveLength(2)
})

test('its place is kept before it is loaded', () => {
  expect(renderToStaticMarkup(<Picture files={files} sizes="50vw" />)).toContain('width="1440" height="960"')
})

test('it waits until it comes near, unless it stands above the fold', () => {
  expect(renderToStaticMarkup(<Picture files={files} sizes="50vw" />)).toContain('loading="lazy"')
  const first = renderToStaticMarkup(<Picture files={files} sizes="100vw" priority />)
  expect(first).toContain('loading="eager"')
  expect(first.toLowerCase()).toContain('fetchpriority="high"')
})

test('a colour stands in for it where one is known', () => {
  const tinted = renderToStaticMarkup(<Picture files={{ ...files, color: '#a08c70' }} sizes="50vw" />)
  expect(tinted).toContain('data-color="4-4-3"')
  expect(renderToStaticMarkup(<Picture files={files} sizes="50vw" />)).not.toContain('data-')
})

test('its focal point is an attribute', () => {
  const html = renderToStaticMarkup(<Picture files={{ ...files, focalPoint: '30% 75%' }} sizes="50vw" />)
  expect(html).toContain('data-focus="3-0 7-5"')
})

test('no prerendered picture has a style attribute, which the policy of the pages refuses', () => {
  const own = { ...files, color: '#a08c70', focalPoint: '30% 75%', isSvg: true }
  for (const size of [{}, { width: 180, height: 90 }])
    expect(renderToStaticMarkup(<Picture files={{ ...own, ...size }} sizes="50vw" />)).not.toContain('style')
})

test('a drawing whose size is assumed keeps that shape; another has the shape of its file', () => {
  const drawing = { ...files, sources: [], isSvg: true }
  const assumed = renderToStaticMarkup(<Picture files={{ ...drawing, width: 180, height: 90 }} sizes="175px" />)
  const known = renderToStaticMarkup(<Picture files={drawing} sizes="175px" />)
  expect(assumed).toMatch(/<img class="[\w-]+"/)
  expect(known).toContain('<img src')
})
