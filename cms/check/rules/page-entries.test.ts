import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { checkPageEntries } from './page-entries.ts'

const all = {
  settings: ['siteSettings', {}],
  home: ['homePage', { name: 'Home' }],
  gallery: ['galleryPage', {}],
  services: ['servicesPage', {}],
  line: ['mainlinePage', {}],
  contact: ['contactPage', {}],
} as const

test('accepts one entry of each page', () => {
  expect(runRule(checkPageEntries, createTestContent({ entries: all }))).toEqual([])
})

test('reports an unpublished page with its draft', () => {
  const { home: _, contact: __, ...others } = all
  expect(
    runRule(
      checkPageEntries,
      createTestContent({ entries: others }),
      createTestContent({ entries: { ...others, home: all.home } }),
    ),
  ).toEqual([
    'error space: No entry of the type Home page is published, so the site shows its bundled content: publish “Home”',
    'error space: No entry of the type Contact page is published, so the site shows its bundled content: create one and publish it',
  ])
})

test('reports a second home page', () => {
  const second = createTestContent({ entries: { ...all, other: ['homePage', { name: 'Home 2' }] } })
  expect(runRule(checkPageEntries, second)).toEqual([
    'error other: There are several entries of the type Home page, but the site shows only one: keep “Home” (home) or this one, and archive the other',
  ])
})
