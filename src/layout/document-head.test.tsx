import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PageHead } from './document-head.tsx'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const seo = { title: 'What we do | Blackland', description: 'Pipelines, fabrication and stations.', noIndex: null }
const poster = { url: 'https://images.example/s/a/t/poster.jpg?w=1200', alt: 'Welder at dusk' }
const card = { url: 'https://images.example/s/a/t/card.jpg?w=1200', alt: 'What we do | Blackland' }

const render = (fields: Partial<Parameters<typeof PageHead>[0]['page']['seo']> = {}) =>
  renderToStaticMarkup(
    <PageHead path="/services" page={{ seo: { ...seo, ...fields }, hero: { shareImage: poster } }} />,
  )

test('sets the absolute URL as canonical link and og:url', () => {
  expect(render()).toContain('<link rel="canonical" href="https://site.example/services"/>')
  expect(render()).toContain('<meta property="og:url" content="https://site.example/services"/>')
})

test('uses the hero picture and its alt text as share image', () => {
  expect(render()).toContain(`<meta property="og:image" content="${poster.url}"/>`)
  expect(render()).toContain('<meta property="og:image:width" content="1200"/>')
  expect(render()).toContain('<meta property="og:image:height" content="630"/>')
  expect(render()).toContain('<meta property="og:image:alt" content="Welder at dusk"/>')
})

test('prefers the share image of the CMS, with the page title as alt text', () => {
  expect(render({ shareImage: card })).toContain(`<meta property="og:image" content="${card.url}"/>`)
  expect(render({ shareImage: card })).toContain(`<meta property="og:image:alt" content="${card.alt}"/>`)
})

test('contains elements only, because a text cannot be moved into the head', () => {
  expect(render()).toMatch(/^(<title>[^<]*<\/title>|<\w+ [^>]*\/>)+$/)
})

test('sets robots to noindex only if the CMS field is true', () => {
  expect(render({ noIndex: true })).toContain('<meta name="robots" content="noindex"/>')
  expect(render({ noIndex: null })).not.toContain('robots')
})
