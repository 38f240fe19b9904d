import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { startLocalContentfulProcess } from './local-contentful.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'

const seedError = new Error('The seed cannot be written')

vi.mock('./seed-local-contentful.ts', () => ({
  assertValidSeed: async () => {},
  ensureSeeded: () => Promise.reject(seedError),
}))

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

/** Opens local content that cannot be seeded. */
async function expectSeedError(stateFolder: string): Promise<void> {
  const options = { contentOrigin: 'local', port: 3000, cmsPort: 0, stateFolder, outDir: undefined } as const
  const use = { port: 3000, siteUrl: SITE_URL, editors: parseEditorConfig({}) }
  await expect(openSiteContent(options, use, () => {})).rejects.toBe(seedError)
}

test('a local Contentful that cannot be seeded is stopped', async () => {
  const stateFolder = join(await createTestFolder(), 'state')
  await expectSeedError(stateFolder)
  expect(await findRunningLocalContentful(stateFolder)).toBeUndefined()
})

test('a local Contentful that another site has started keeps running', async () => {
  const stateFolder = join(await createTestFolder(), 'state')
  const { url, stop } = await startLocalContentfulProcess({ folder: stateFolder, port: 0 })
  onTestFinished(stop)
  await expectSeedError(stateFolder)
  expect(await findRunningLocalContentful(stateFolder)).toBe(url)
})
