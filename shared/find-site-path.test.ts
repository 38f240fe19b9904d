import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSitePath } from './find-site-path.ts'
import { SITE_PATHS } from './site-paths.gen.ts'

test.each([
  ['/', '/'],
  ['//', '/'],
  ['', '/'],
  ['/index.html', '/'],
  ['/Index.HTML', '/'],
  ['/gallery', '/gallery'],
  ['/Gallery', '/gallery'],
  ['/GALLERY//', '/gallery'],
  ['//gallery', '/gallery'],
  ['/MainlinePipeline/index.html', '/mainlinepipeline'],
])('%j is the page %s', (path, page) => expect(findSitePath(path)).toBe(page))

test.each([
  '/gallery/deeper',
  '/main/linepipeline',
  '/gallery.html',
  '/gallery/index.htm',
  '/index.html/gallery',
  '/\\gallery',
  '/gallery\\',
  '/.',
  '/gallery/.',
  '/gallery/..',
  ' /gallery',
  '/gallery\u0000',
  '/gallery?photo=1',
  '/gallery#top',
  '/%47allery',
  '/gallery\u200b',
  '/ｇallery',
  '/serviceſ', // its upper case is SERVICES, its lower case is not
  '/İndex.html',
])('%j is no page', (path) => expect(findSitePath(path)).toBeUndefined())

test('any capitalization and number of slashes of a page is the page, and the page is found at its path', () => {
  const capitalize = (path: string, seed: readonly boolean[]) =>
    [...path].map((letter, index) => (seed[index] ? letter.toUpperCase() : letter)).join('')
  fc.assert(
    fc.property(
      fc.constantFrom(...SITE_PATHS),
      fc.array(fc.boolean(), { maxLength: 20 }),
      fc.nat({ max: 20 }),
      (page, seed, slashes) => {
        expect(findSitePath(capitalize(page, seed) + '/'.repeat(slashes))).toBe(page)
      },
    ),
  )
})

test('a path of a megabyte does not take quadratic time', () => {
  const start = performance.now()
  for (const path of ['/'.repeat(1e6), `${'/'.repeat(1e6)}x`, '/index.html'.repeat(1e5), 'A/'.repeat(5e5)])
    findSitePath(path)
  expect(performance.now() - start).toBeLessThan(20_000) // ms; quadratic time would be minutes
})
