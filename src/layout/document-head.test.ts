import { expect, test, vi } from 'vitest'
import { createPageHead } from './document-head.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

const seo = { title: 'What we do | Blackland', description: 'Pipelines, fabrication and stations.' }
const poster = { url: 'https://images.example/s/a/t/poster.jpg?w=1200', alt: 'Welder at dusk' }
const page = { seo, hero: { shareImage: poster } }
const card = { url: 'https://images.example/s/a/t/card.jpg?w=1200', alt: 'What we do | Blackland' }

const getProperties = (head: ReturnType<typeof createPageHead>) =>
  Object.fromEntries(head.meta?.flatMap((tag) => ('property' in tag ? [[tag.property, tag.content]] : [])) ?? [])

test('sets the absolute URL as canonical link and og:url', () => {
  const head = createPageHead('/services', page)
  expect(head.links).toEqual([{ rel: 'canonical', href: 'https://site.example/services' }])
  expect(getProperties(head)['og:url']).toBe('https://site.example/services')
})

test('uses the hero picture and its alt text as share image', () => {
  expect(getProperties(createPageHead('/services', page))).toMatchObject({
    'og:image': poster.url,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Welder at dusk',
  })
})

test('prefers the share image of the CMS, with the page title as alt text', () => {
  expect(getProperties(createPageHead('/services', { ...page, seo: { ...seo, shareImage: card } }))).toMatchObject({
    'og:image': card.url,
    'og:image:alt': card.alt,
  })
})

test('returns an empty head if the content did not load', () => {
  expect(createPageHead('/services', undefined)).toEqual({})
})

test('sets robots to noindex only if the CMS field is true', () => {
  const robots = (noIndex?: boolean | null) =>
    createPageHead('/services', { ...page, seo: { ...seo, noIndex } }).meta?.filter(
      (tag) => 'name' in tag && tag.name === 'robots',
    )
  expect(robots(true)).toEqual([{ name: 'robots', content: 'noindex' }])
  expect(robots(null)).toEqual([])
})
