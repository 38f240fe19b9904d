import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeStateMeta } from '#cms/local/state-folder.ts'
import { ensureLocalSecrets } from '#scripts/dev/local-contentful.ts'
import { parsePreviewSite } from './space-commands.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previews-'))
})
afterEach(() => rm(folder, { recursive: true }))

const both = { PREVIEW_SECRET: 'a-secret-of-editors', VITE_SITE_URL: 'https://www.site.example' }

test('a real space is told of a site where the variables name it and its secret', async () => {
  expect(await parsePreviewSite({ env: both })).toEqual({ siteUrl: both.VITE_SITE_URL, secret: both.PREVIEW_SECRET })
  for (const env of [{}, { ...both, PREVIEW_SECRET: '' }, { ...both, VITE_SITE_URL: '' }])
    expect(await parsePreviewSite({ env })).toBeUndefined()
})

test('the local Contentful is told of the site that was served last, with the secret of its folder', async () => {
  expect(await parsePreviewSite({ env: {}, folder })).toBeUndefined()
  expect(await readdir(folder)).toEqual([])

  writeStateMeta(folder, 'site', 'http://127.0.0.1:3000')
  const { preview } = await ensureLocalSecrets(folder)
  expect(await parsePreviewSite({ env: {}, folder })).toEqual({ siteUrl: 'http://127.0.0.1:3000', secret: preview })
  expect(await parsePreviewSite({ env: both, folder })).toEqual({
    siteUrl: both.VITE_SITE_URL,
    secret: both.PREVIEW_SECRET,
  })
})

test.each([
  [{ ...both, PREVIEW_SECRET: 'too-short' }, /^PREVIEW_SECRET must be at least 16 characters/],
  [{ ...both, VITE_SITE_URL: 'www.site.example' }, /^VITE_SITE_URL is not a web address/],
])('%j stops with a line, without the secret', async (env, line) => {
  const refusal = await parsePreviewSite({ env }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'UserError', message: expect.stringMatching(line) })
  expect(String(refusal)).not.toContain(env.PREVIEW_SECRET)
})
