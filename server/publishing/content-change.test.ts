import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { findAffectedPages } from './content-change.ts'

const findPagesOf = (...contentTypes: readonly string[]) =>
  findAffectedPages({ contentTypes: new Set(contentTypes), assets: false, anything: false })

test.each([
  ['galleryImage', ['/gallery']],
  ['galleryPage', ['/gallery']],
  ['fact', ['/']],
  ['affiliation', ['/services']],
  ['servicePanel', ['/services']],
  ['pipelineStage', ['/mainlinepipeline']],
  ['contactPage', ['/contact']],
  ['videoHero', ['/', '/contact', '/gallery', '/services']],
  ['seo', SITE_PATHS],
  ['siteSettings', SITE_PATHS],
  ['navigationItem', SITE_PATHS],
  ['interfaceTexts', SITE_PATHS],
  ['somethingElse', []],
])('a change of %s affects %j', (type, paths) => expect(findPagesOf(type)).toEqual({ paths, redirects: false }))

test('a change of a redirect affects the redirects and no page', () =>
  expect(findPagesOf('redirect')).toEqual({ paths: [], redirects: true }))

test('several changes affect the pages of each', () =>
  expect(findPagesOf('fact', 'redirect', 'galleryImage')).toEqual({ paths: ['/', '/gallery'], redirects: true }))

test('a change of an asset affects every page', () =>
  expect(findAffectedPages({ contentTypes: new Set(), assets: true, anything: false }).paths).toEqual(SITE_PATHS))

test('an unknown change affects everything', () =>
  expect(findAffectedPages({ contentTypes: new Set(), assets: false, anything: true })).toEqual({
    paths: SITE_PATHS,
    redirects: true,
  }))

test('every content type of the model affects a page or the redirects', () => {
  for (const type of Object.keys(model)) {
    const { paths, redirects } = findPagesOf(type)
    expect(paths.length > 0 || redirects, type).toBe(true)
  }
})
