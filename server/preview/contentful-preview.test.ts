import { expect, test } from 'vitest'
import { findPageOfEntry } from './contentful-preview.ts'

const link = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })
const entry = (id: string, type: string, fields: Record<string, unknown> = {}) => ({
  sys: { id, contentType: { sys: { id: type } } },
  fields,
})
const ENTRIES = [
  entry('hero-home', 'videoHero'),
  entry('hero-gallery', 'videoHero'),
  entry('hero-spare', 'videoHero'),
  entry('photo', 'galleryImage'),
  entry('home', 'homePage', { hero: link('hero-home') }),
  entry('gallery', 'galleryPage', { hero: link('hero-gallery'), images: [link('photo')] }),
  entry('texts', 'interfaceTexts', { other: link('settings') }),
  entry('settings', 'siteSettings', { interfaceTexts: link('texts') }),
]

test.each([
  ['hero-home', '/'],
  ['hero-gallery', '/gallery'],
  ['photo', '/gallery'],
  ['gallery', '/gallery'],
  ['hero-spare', undefined],
  ['texts', undefined], // a circle of links
  ['nobody', undefined],
])('%s is shown on %s', (id, path) => {
  expect(findPageOfEntry(ENTRIES, id)).toBe(path)
})
