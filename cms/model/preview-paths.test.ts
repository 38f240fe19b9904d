import { expect, test } from 'vitest'
import { SITE_PATHS } from '#shared/constants.ts'
import { model } from './model.ts'
import { getPreviewPaths, isOnSeveralPages } from './preview-paths.ts'

test('an entry is shown on the page that it is a part of', () => {
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

test('only of what stands on several pages the entry itself tells the page', () => {
  const types = Object.values(model)
  expect(types.map(({ id }) => id).filter((id) => isOnSeveralPages(id, types))).toEqual(['seo', 'videoHero'])
})

test('every page of the site shows something', () => {
  const paths = [...getPreviewPaths(Object.values(model)).values()]
  for (const path of SITE_PATHS) expect(paths).toContain(path)
})
