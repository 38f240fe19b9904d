import { expect, test, vi } from 'vitest'
import { createPageHead } from './document-head.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const seo = { title: 'What we do | Blackland', description: 'Pipelines, fabrication and stations.' }
const poster = { url: 'https://images.example/s/a/t/poster.jpg', alt: 'Welder at dusk' }
const card = { url: 'https://images.example/s/a/t/card.jpg', width: 1200, height: 630 }

const shared = (head: ReturnType<typeof createPageHead>) =>
  Object.fromEntries(head.meta?.flatMap((tag) => ('property' in tag ? [[tag.property, tag.content]] : [])) ?? [])

test('a page has one whole address, for search engines and for shared links', () => {
  const head = createPageHead('/services', seo, poster)
  expect(head.links).toEqual([{ rel: 'canonical', href: 'https://site.example/services' }])
  expect(shared(head)['og:url']).toBe('https://site.example/services')
})

test('a shared link shows the picture at the top of the page, and says what is on it', () => {
  expect(shared(createPageHead('/services', seo, poster))).toMatchObject({
    'og:image': `${poster.url}?w=1200&fm=jpg&q=80&h=630&fit=fill`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Welder at dusk',
  })
})

test('it shows the picture of the editors’ choice instead, which the page’s title describes', () => {
  expect(shared(createPageHead('/services', { ...seo, shareImage: card }, poster))).toMatchObject({
    'og:image': expect.stringContaining(card.url),
    'og:image:alt': seo.title,
  })
})

test('a page that did not load says nothing of itself', () => {
  expect(createPageHead('/services', undefined, undefined)).toEqual({})
})

test('search engines leave out a page where an editor wants it so, and only there', () => {
  const robots = (noIndex?: boolean | null) =>
    createPageHead('/services', { ...seo, noIndex }, poster).meta?.filter(
      (tag) => 'name' in tag && tag.name === 'robots',
    )
  expect(robots(true)).toEqual([{ name: 'robots', content: 'noindex' }])
  expect(robots(null)).toEqual([])
})
