import { expect, test } from 'vitest'
import {
  createAssetLink,
  createEntryLink,
  createTestContent,
  createTestImageFile,
  formatIssueLines,
} from '#tests/setup/contentful/checked-content.ts'
import { checkUnusedContent } from './unused-content.ts'

const entries = {
  page: ['galleryPage', { images: [createEntryLink('shown')] }],
  shown: ['galleryImage', { photo: createAssetLink('shown') }],
  away: ['redirect', { from: '/a', to: '/' }],
} as const

test('reports an unlisted photo without its file, and an asset with the id of an entry', () => {
  const content = createTestContent({
    entries: { ...entries, alone: ['galleryImage', { photo: createAssetLink('alone') }] },
    assets: { shown: createTestImageFile(), alone: createTestImageFile(), page: createTestImageFile() },
  })
  expect(formatIssueLines(checkUnusedContent(content))).toEqual([
    'warning alone: No page shows this entry: link it, or archive it',
    'warning page: No page shows this file: use it, or archive it',
  ])
})

test('accepts content that published entries, drafts or entries of other types link to', () => {
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
