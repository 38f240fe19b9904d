import { expect, test } from 'vitest'
import { model } from './model.gen.ts'
import { getPreviewPaths, isOnSeveralPages } from './preview-paths.ts'

test('returns the page that links to a content type', () => {
  const paths = getPreviewPaths(Object.values(model))
  expect(Object.fromEntries(paths)).toMatchObject({
    ...{
      homePage: '/',
      fact: '/',
      siteSettings: '/',
      navigationItem: '/',
      interfaceTexts: '/',
      seo: '/',
      videoHero: '/',
    },
    ...{ galleryPage: '/gallery', galleryImage: '/gallery?photo={entry.sys.id}', contactPage: '/contact' },
    ...{ servicesPage: '/services', servicePanel: '/services', affiliation: '/services', redirect: '/preview/report' },
    ...{ mainlinePage: '/mainlinepipeline', pipelineStage: '/mainlinepipeline' },
  })
})

test('isOnSeveralPages is true for content types that several pages link to', () => {
  const types = Object.values(model)
  expect(types.map(({ id }) => id).filter((id) => isOnSeveralPages(id, types))).toEqual(['seo', 'videoHero'])
})
