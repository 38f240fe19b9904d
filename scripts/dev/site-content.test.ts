import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { startLocalContentfulProcess } from './local-contentful.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'

const seedError = new Error('The seed cannot be written')

const assertValidSeed = vi.hoisted(() => vi.fn(async () => {}))

vi.mock('./seed-local-contentful.ts', () => ({
  assertValidSeed,
  ensureSeeded: () => Promise.reject(seedError),
}))

const SITE_URL = 'http://127.0.0.1:3000'
const CMS_URL = 'http://127.0.0.1:4000'

const graphql = { url: `${CMS_URL}/content`, token: 'token' }
const connection = getLocalConnection(CMS_URL, 'preview')
const drafts = { secret: 'the-preview-secret', graphql, preview: connection, delivery: connection, editorOrigins: [] }
const content = { name: 'the local Contentful', env: {}, drafts, stop: async () => {} }

test('prints where the content comes from, and the addresses of editor and preview, without the secret of a real space', () => {
  const local = { ...content, localSpace: { folder: '.contentful', url: CMS_URL } }
  expect(describeSiteContent(local, SITE_URL)).toEqual([
    'Content comes from the local Contentful.',
    `CMS editor: ${CMS_URL}/app`,
    `Preview with drafts: ${SITE_URL}/preview?secret=the-preview-secret&path=/`,
  ])
  expect(describeSiteContent({ ...content, name: 'the space' }, SITE_URL)).toEqual([
    'Content comes from the space.',
    `Preview with drafts: ${SITE_URL}/preview?secret=<PREVIEW_SECRET>&path=/`,
  ])
})

/** Opens the local Contentful with its state in a folder. */
function openLocal(stateFolder: string) {
  const options = { contentOrigin: 'local', port: 3000, cmsPort: 0, stateFolder, outDir: undefined } as const
  const use = { port: 3000, siteUrl: SITE_URL, editors: parseEditorConfig({}) }
  return openSiteContent(options, use, () => {})
}

test('nothing is started for a seed that is invalid', async () => {
  const stateFolder = join(await createTestFolder(), 'state')
  assertValidSeed.mockRejectedValueOnce(new Error('The seed is invalid'))
  await expect(openLocal(stateFolder)).rejects.toThrow('The seed is invalid')
  expect(existsSync(stateFolder)).toBe(false)
})

test('a local Contentful that cannot be seeded is stopped, and one that another site has started keeps running', async () => {
  const stateFolder = join(await createTestFolder(), 'state')
  await expect(openLocal(stateFolder)).rejects.toBe(seedError)
  expect(await findRunningLocalContentful(stateFolder)).toBeUndefined()

  const { url, stop } = await startLocalContentfulProcess({ folder: stateFolder, port: 0 })
  onTestFinished(stop)
  await expect(openLocal(stateFolder)).rejects.toBe(seedError)
  expect(await findRunningLocalContentful(stateFolder)).toBe(url)
})
