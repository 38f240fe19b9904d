import { expect, test } from 'vitest'
import { findSitePath } from './find-site-path.ts'

test.each([
  ['//', '/'],
  ['', '/'],
  ['/Index.HTML', '/'],
  ['/gallery', '/gallery'],
  ['/GALLERY//', '/gallery'],
  ['//gallery', '/gallery'],
  ['/MainlinePipeline/index.html', '/mainlinepipeline'],
])('%j is the page %s', (path, page) => expect(findSitePath(path)).toBe(page))

test.each([
  ...[
    '/gallery/deeper',
    '/main/linepipeline',
    '/gallery.html',
    '/index.html/gallery',
    '/\\gallery',
    '/.',
    '/gallery/..',
  ],
  ...[' /gallery', '/gallery\u0000', '/gallery?photo=1', '/gallery#top', '/%47allery', '/gallery\u200b', '/ｇallery'],
  '/serviceſ', // its upper case is SERVICES, its lower case is not
])('%j is no page', (path) => expect(findSitePath(path)).toBeUndefined())
