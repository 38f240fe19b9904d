import { expect, test } from 'vitest'
import { model } from './model.gen.ts'
import { getPreviewPaths, isOnSeveralPages } from './preview-paths.ts'

test('returns the page that links to a content type', () => {
  const paths = getPreviewPaths(Object.values(model))
  const services = ['servicesPage', 'servicePanel', 'affiliation']
  const others = ['homePage', 'fact', 'siteSettings', 'navigationItem', 'interfaceTexts', 'seo', 'videoHero']
  expect(Object.fromEntries(paths)).toMatchObject({
    ...{ galleryPage: '/gallery', galleryImage: '/gallery?photo={entry.sys.id}', redirect: '/preview/report' },
    ...{ contactPage: '/contact', mainlinePage: '/mainlinepipeline', pipelineStage: '/mainlinepipeline' },
    ...Object.fromEntries([...services.map((id) => [id, '/services']), ...others.map((id) => [id, '/'])]),
  })
})

test('isOnSeveralPages is true for content types that several pages link to', () => {
  const types = Object.values(model)
  expect(types.map(({ id }) => id).filter((id) => isOnSeveralPages(id, types))).toEqual(['seo', 'videoHero'])
})
