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

test('one of each is in order', () => {
  expect(runRule(checkPageEntries, createTestContent({ entries: all }))).toEqual([])
})

test('a page that nobody published is named, with the draft that waits', () => {
  const { home: _, contact: __, ...others } = all
  expect(
    runRule(
      checkPageEntries,
      createTestContent({ entries: others }),
      createTestContent({ entries: { ...others, home: all.home } }),
    ),
  ).toEqual([
    'broken space: No entry of the type Home page is published, and the site shows its bundled copy: publish “Home”',
    'broken space: No entry of the type Contact page is published, and the site shows its bundled copy: make one and publish it',
  ])
})

test('a second home page is named', () => {
  const second = createTestContent({ entries: { ...all, other: ['homePage', { name: 'Home 2' }] } })
  expect(runRule(checkPageEntries, second)).toEqual([
    'broken other: There are several entries of the type Home page, and the site shows one of them: keep “Home” (home) or this one, and archive the other',
  ])
})
