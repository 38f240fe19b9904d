import { expect, test } from 'vitest'
import type { ContentType } from './field-definitions.ts'
import { model } from './model.gen.ts'
import { findOwnPage, findPagesUsingType, getPageName } from './pages.ts'

const types: readonly ContentType[] = Object.values(model)

test('findOwnPage returns the only page that links to a content type', () => {
  const pages = types.map(({ id }) => [id, findOwnPage(id, types)?.path] as const)
  expect(Object.fromEntries(pages)).toMatchObject({
    homePage: '/',
    fact: '/',
    galleryPage: '/gallery',
    galleryImage: '/gallery',
    servicesPage: '/services',
    servicePanel: '/services',
    affiliation: '/services',
    contactPage: '/contact',
    mainlinePage: '/mainlinepipeline',
    pipelineStage: '/mainlinepipeline',
    seo: undefined,
    videoHero: undefined,
    siteSettings: undefined,
    interfaceTexts: undefined,
    navigationItem: undefined,
    redirect: undefined,
  })
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

test('getPageName omits the suffix of the id', () => {
  expect(['galleryPage', 'aboutUsPage', 'page'].map((id) => getPageName({ id }))).toEqual([
    'gallery',
    'about-us',
    'page',
  ])
})
