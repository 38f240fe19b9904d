import { expect, test } from 'vitest'
import { assetLink, entryLink, lines, pictureFile, testContent } from './test-content.ts'
import { unused } from './unused.ts'

const entries = {
  page: ['galleryPage', { images: [entryLink('shown')] }],
  shown: ['galleryImage', { photo: assetLink('shown') }],
  away: ['redirect', { from: '/a', to: '/' }],
} as const

test('what a page leads to is used, and a redirect stands for itself', () => {
  expect(unused(testContent({ entries, assets: { shown: pictureFile() } }))).toEqual([])
})

test('a photograph in no list, its picture, and an asset of the same id as an entry', () => {
  const content = testContent({
    entries: { ...entries, alone: ['galleryImage', { photo: assetLink('alone') }] },
    assets: { shown: pictureFile(), alone: pictureFile(), page: pictureFile() },
  })
  expect(lines(unused(content))).toEqual([
    'should alone: Nothing on the site shows this entry: put it where it belongs, or archive it',
    'should alone: Nothing on the site shows this file: use it, or archive it',
    'should page: Nothing on the site shows this file: use it, or archive it',
  ])
})

test('what is used as it is published, or in a draft, or by entries of another type, is used', () => {
  const published = testContent({ entries, assets: { shown: pictureFile(), next: pictureFile(), news: pictureFile() } })
  const drafts = testContent({
    entries: {
      page: ['galleryPage', { images: [entryLink('next')] }],
      shown: entries.shown,
      next: ['galleryImage', { photo: assetLink('next') }],
      post: ['blogPost', { body: { content: [{ data: { target: assetLink('news') } }] } }],
    },
    assets: { shown: pictureFile(), next: pictureFile(), news: pictureFile() },
  })
  expect(unused(published, drafts)).toEqual([])
})
