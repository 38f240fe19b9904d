import { expect, test } from 'vitest'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { describeSiteContent } from './site-content.ts'

const SITE_URL = 'http://127.0.0.1:3000'
const CMS_URL = 'http://127.0.0.1:4000'

const drafts = {
  secret: 'the-preview-secret',
  graphql: { url: `${CMS_URL}/content`, token: 'token' },
  preview: getLocalConnection(CMS_URL, 'preview'),
  delivery: getLocalConnection(CMS_URL, 'delivery'),
  editorOrigins: [CMS_URL],
}
const content = { name: 'the local Contentful', env: {}, drafts, stop: async () => {} }

test('prints where the content comes from, and the addresses of the CMS editor and of the preview', () => {
  const local = { ...content, localSpace: { folder: '.contentful', url: CMS_URL } }
  expect(describeSiteContent(local, SITE_URL)).toEqual([
    'Content comes from the local Contentful.',
    `CMS editor: ${CMS_URL}/app`,
    `Preview with drafts: ${SITE_URL}/preview?secret=the-preview-secret&path=/`,
  ])
})

test('does not print the secret of a real space', () => {
  expect(describeSiteContent({ ...content, name: 'the space' }, SITE_URL)).toEqual([
    'Content comes from the space.',
    `Preview with drafts: ${SITE_URL}/preview?secret=<PREVIEW_SECRET>&path=/`,
  ])
})
