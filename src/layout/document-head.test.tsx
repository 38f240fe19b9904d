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

test('§10.6 has the title and the description of the CMS, for search engines and for shared links', () => {
  const html = render({ title: 'Another title', description: 'Another description' })
  expect(html).toContain('<title>Another title</title>')
  expect(html).toContain('<meta property="og:title" content="Another title"/>')
  expect(html).toContain('<meta name="description" content="Another description"/>')
  expect(html).toContain('<meta property="og:description" content="Another description"/>')
})

test.each([
  ['the hero picture', poster, {}],
  ['that of the CMS', card, { shareImage: card }],
])('§10.6 the share image is %s, with its alt text', (_, { url, alt }, fields) => {
  expect(render(fields)).toContain(`<meta property="og:image" content="${url}"/>`)
  expect(render(fields)).toContain(`<meta property="og:image:alt" content="${alt}"/>`)
})

test('contains elements only, because a text cannot be moved into the head', () => {
  expect(render()).toMatch(/^(<title>[^<]*<\/title>|<\w+ [^>]*\/>)+$/)
})

test('sets robots to noindex only if the CMS field is true', () => {
  expect(render({ noIndex: true })).toContain('<meta name="robots" content="noindex"/>')
  expect(render({ noIndex: null })).not.toContain('robots')
})
