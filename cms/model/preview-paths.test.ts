import { expect, test } from 'vitest'
import { SITE_PATHS } from '#shared/constants.ts'
import { model } from './model.ts'
import { getPreviewPaths, isOnSeveralPages } from './preview-paths.ts'

test('returns the page that links to a content type', () => {
  expect(Object.fromEntries(getPreviewPaths(Object.values(model)))).toEqual({
    homePage: '/',
    fact: '/',
    galleryPage: '/gallery',
    galleryImage: '/gallery?photo={entry.sys.id}',
    servicesPage: '/services',
    servicePanel: '/services',
    affiliation: '/services',
    contactPage: '/contact',
    mainlinePage: '/mainlinepipeline',
    pipelineStage: '/mainlinepipeline',
    seo: '/',
    videoHero: '/',
    siteSettings: '/',
    interfaceTexts: '/',
    navigationItem: '/',
  })
})

test('isOnSeveralPages is true for content types that several pages link to', () => {
  const types = Object.values(model)
  expect(types.map(({ id }) => id).filter((id) => isOnSeveralPages(id, types))).toEqual(['seo', 'videoHero'])
})

test('every page has a content type', () => {
  const paths = [...getPreviewPaths(Object.values(model)).values()]
  for (const path of SITE_PATHS) expect(paths).toContain(path)
})
