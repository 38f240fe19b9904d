import { expect, test } from 'vitest'
import type { ContentType } from './field-definitions.ts'
import { model } from './model.gen.ts'
import { findOwnPage, findPagesUsingType, getPageName } from './pages.ts'

const types: readonly ContentType[] = Object.values(model)

test('findOwnPage returns the only page that links to a content type', () => {
  const getPath = (id: string) => findOwnPage(id, types)?.path
  expect(['homePage', 'fact', 'galleryImage', 'affiliation', 'pipelineStage'].map(getPath)).toEqual([
    ...['/', '/', '/gallery', '/services', '/mainlinepipeline'],
  ])
  const shared = ['seo', 'videoHero', 'siteSettings', 'interfaceTexts', 'navigationItem', 'redirect']
  expect(shared.filter(getPath)).toEqual([])
})

test('findOwnPage returns nothing for a content type that the site settings link to as well', () => {
  const { siteSettings, homePage, fact } = model
  const settings = { ...siteSettings, fields: { facts: homePage.fields.facts } }
  expect(findOwnPage('fact', [fact, homePage, settings])).toBeUndefined()
  expect(findPagesUsingType('fact', [fact, homePage, settings])).toEqual([homePage])
})

test('content types may link to each other', () => {
  const { galleryPage, galleryImage } = model
  const photo: ContentType = { ...galleryImage, fields: { others: galleryPage.fields.images } }
  expect(findOwnPage('galleryImage', [photo, galleryPage])).toBe(galleryPage)
  expect(findPagesUsingType('fact', [photo, galleryPage])).toEqual([])
})

test.each([
  ['galleryPage', 'gallery'],
  ['aboutUsPage', 'about-us'],
  ['page', 'page'],
])('the name of the page %s is %s', (id, name) => {
  expect(getPageName({ id })).toBe(name)
})
