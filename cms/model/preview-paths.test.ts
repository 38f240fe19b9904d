import { expect, test } from 'vitest'
import { model } from './model.gen.ts'
import { getPreviewPaths, isOnSeveralPages } from './preview-paths.ts'

test('returns the page that links to a content type', () => {
  const paths = getPreviewPaths(Object.values(model))
  expect(Object.fromEntries(paths)).toMatchObject({
    fact: '/',
    galleryImage: '/gallery?photo={entry.sys.id}',
    seo: '/',
    videoHero: '/',
    redirect: '/preview/report',
  })
})

test('isOnSeveralPages is true for content types that several pages link to', () => {
  const types = Object.values(model)
  expect(types.map(({ id }) => id).filter((id) => isOnSeveralPages(id, types))).toEqual(['seo', 'videoHero'])
})
