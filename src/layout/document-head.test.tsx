import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { color } from '#src/theme/tokens.ts'
import { PageHead, SiteHead } from './document-head.tsx'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const seo = { title: 'What we do | Blackland', description: 'Pipelines, fabrication and stations.', noIndex: null }
const poster = { url: 'https://images.example/s/a/t/poster.jpg?w=1200', alt: 'Welder at dusk' }
const card = { url: 'https://images.example/s/a/t/card.jpg?w=1200', alt: 'What we do | Blackland' }

const render = (fields: Partial<Parameters<typeof PageHead>[0]['page']['seo']> = {}) =>
  renderToStaticMarkup(
    <>
      <SiteHead site={{ companyName: 'Blackland' }} />
      <PageHead path="/services" page={{ seo: { ...seo, ...fields }, hero: { shareImage: poster } }} />
    </>,
  )

test('§10.6 has the title and the description of the CMS, for search engines and for shared links', () => {
  const html = render()
  expect(html).toContain(`<title>${seo.title}</title>`)
  expect(html).toContain('<link rel="canonical" href="https://site.example/services"/>')
  const elements = [...html.matchAll(/<meta (?:name|property)="(.*?)" content="(.*?)"\/>/g)]
  expect(Object.fromEntries(elements.map(([, name, value]) => [name, value]))).toEqual({
    ...{ description: seo.description, 'theme-color': color.ink, 'twitter:card': 'summary_large_image' },
    ...{ 'og:site_name': 'Blackland', 'og:type': 'website', 'og:locale': 'en_US' },
    ...{ 'og:title': seo.title, 'og:description': seo.description, 'og:url': 'https://site.example/services' },
    ...{ 'og:image': poster.url, 'og:image:alt': poster.alt, 'og:image:type': 'image/jpeg' },
    ...{ 'og:image:width': '1200', 'og:image:height': '630' },
  })
})

test('§10.6 the share image is that of the CMS, with its alt text', () => {
  const html = render({ shareImage: card })
  expect(html).toContain(`<meta property="og:image" content="${card.url}"/>`)
  expect(html).toContain(`<meta property="og:image:alt" content="${card.alt}"/>`)
})

test('contains elements only, because a text cannot be moved into the head', () => {
  expect(render()).toMatch(/^(<title>[^<]*<\/title>|<\w+ [^>]*\/>)+$/)
})

test('sets robots to noindex only if the CMS field is true', () => {
  expect(render({ noIndex: true })).toContain('<meta name="robots" content="noindex"/>')
  expect(render({ noIndex: null })).not.toContain('robots')
})
