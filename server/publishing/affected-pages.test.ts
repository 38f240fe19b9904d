import { expect, test } from 'vitest'
import { model } from '#cms/model/model.ts'
import { SITE_PATHS } from '#cms/model/site-paths.ts'
import { findAffectedPages } from './affected-pages.ts'

const touched = (...contentTypes: readonly string[]) =>
  findAffectedPages({ contentTypes: new Set(contentTypes), assets: false, anything: false })

test.each([
  ['galleryImage', ['/gallery']],
  ['galleryPage', ['/gallery']],
  ['fact', ['/']],
  ['affiliation', ['/services']],
  ['servicePanel', ['/services']],
  ['pipelineStage', ['/mainlinepipeline']],
  ['contactPage', ['/contact']],
  ['videoHero', ['/', '/gallery', '/services', '/contact']],
  ['seo', SITE_PATHS],
  ['siteSettings', SITE_PATHS],
  ['navigationItem', SITE_PATHS],
  ['interfaceTexts', SITE_PATHS],
  ['somethingElse', []],
])('a %s is seen on %j', (type, paths) => expect(touched(type)).toEqual({ paths, redirects: false }))

test('a redirect is on no page', () => expect(touched('redirect')).toEqual({ paths: [], redirects: true }))

test('several changes are seen on the pages of each', () =>
  expect(touched('fact', 'redirect', 'galleryImage')).toEqual({ paths: ['/', '/gallery'], redirects: true }))

test('a picture or film may be on every page', () =>
  expect(findAffectedPages({ contentTypes: new Set(), assets: true, anything: false }).paths).toEqual(SITE_PATHS))

test('where nobody says what has changed, everything is made', () =>
  expect(findAffectedPages({ contentTypes: new Set(), assets: false, anything: true })).toEqual({
    paths: SITE_PATHS,
    redirects: true,
  }))

test('no content type of the model changes nothing', () => {
  for (const type of Object.keys(model)) {
    const { paths, redirects } = touched(type)
    expect(paths.length > 0 || redirects, type).toBe(true)
  }
})
