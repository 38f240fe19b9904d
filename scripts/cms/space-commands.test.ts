import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeStateMeta } from 'contentful-local'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureLocalSecrets } from '#scripts/dev/local-secrets.ts'
import { UserError } from '#shared/user-error.ts'
import { parsePreviewSite } from './space-commands.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previews-'))
})
afterEach(() => rm(folder, { recursive: true }))

const variables = { PREVIEW_SECRET: 'a-secret-of-editors', VITE_SITE_URL: 'https://www.site.example' }

test('returns the site of a real space if both variables are set', async () => {
  expect(await parsePreviewSite({ env: variables })).toEqual({
    siteUrl: variables.VITE_SITE_URL,
    secret: variables.PREVIEW_SECRET,
  })
  for (const env of [{}, { ...variables, PREVIEW_SECRET: '' }, { ...variables, VITE_SITE_URL: '' }])
    expect(await parsePreviewSite({ env })).toBeUndefined()
})

test('returns the last served local site with the secret of the state folder', async () => {
  expect(await parsePreviewSite({ env: {}, folder })).toBeUndefined()
  expect(await readdir(folder)).toEqual([])

  writeStateMeta(folder, 'site', 'http://127.0.0.1:3000')
  const { preview } = await ensureLocalSecrets(folder)
  expect(await parsePreviewSite({ env: {}, folder })).toEqual({ siteUrl: 'http://127.0.0.1:3000', secret: preview })
  expect(await parsePreviewSite({ env: variables, folder })).toEqual({
    siteUrl: variables.VITE_SITE_URL,
    secret: variables.PREVIEW_SECRET,
  })
})

test.each([
  [{ ...variables, PREVIEW_SECRET: 'too-short' }, /^PREVIEW_SECRET: set at least 16 letters/],
  [{ ...variables, VITE_SITE_URL: 'www.site.example' }, /^VITE_SITE_URL is not a web address/],
])('rejects %j in one line without the secret', async (env, line) => {
  const error = await parsePreviewSite({ env }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UserError)
  expect(error).toMatchObject({ message: expect.stringMatching(line) })
  expect(String(error)).not.toContain(env.PREVIEW_SECRET)
})
