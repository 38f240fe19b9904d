import { expect, test } from 'vitest'
import {
  createAssetLink,
  createEntryLink,
  createTestContent,
  createTestImageFile,
  formatIssueLines,
} from '#cms/check/test-content.ts'
import { checkUnusedContent } from './unused-content.ts'

const entries = {
  page: ['galleryPage', { images: [createEntryLink('shown')] }],
  shown: ['galleryImage', { photo: createAssetLink('shown') }],
  away: ['redirect', { from: '/a', to: '/' }],
} as const

test('what a page leads to is used, and a redirect stands for itself', () => {
  expect(checkUnusedContent(createTestContent({ entries, assets: { shown: createTestImageFile() } }))).toEqual([])
})

test('a photograph in no list, its picture, and an asset of the same id as an entry', () => {
  const content = createTestContent({
    entries: { ...entries, alone: ['galleryImage', { photo: createAssetLink('alone') }] },
    assets: { shown: createTestImageFile(), alone: createTestImageFile(), page: createTestImageFile() },
  })
  expect(formatIssueLines(checkUnusedContent(content))).toEqual([
    'should alone: Nothing on the site shows this entry: put it where it belongs, or archive it',
    'should alone: Nothing on the site shows this file: use it, or archive it',
    'should page: Nothing on the site shows this file: use it, or archive it',
  ])
})

test('what is used as it is published, or in a draft, or by entries of another type, is used', () => {
  const published = createTestContent({
    entries,
    assets: { shown: createTestImageFile(), next: createTestImageFile(), news: createTestImageFile() },
  })
  const drafts = createTestContent({
    entries: {
      page: ['galleryPage', { images: [createEntryLink('next')] }],
      shown: entries.shown,
      next: ['galleryImage', { photo: createAssetLink('next') }],
      post: ['blogPost', { body: { content: [{ data: { target: createAssetLink('news') } }] } }],
    },
    assets: { shown: createTestImageFile(), next: createTestImageFile(), news: createTestImageFile() },
  })
  expect(checkUnusedContent(published, drafts)).toEqual([])
})
