import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'

const GRAPHQL = 'https://graphql.contentful.com/content/v1/spaces/abc'

test.each([
  ['the address of the site', {}, /^VITE_SITE_URL: is missing; set the site/],
  [
    'a token',
    { VITE_SITE_URL: 'https://x.example', VITE_CONTENTFUL_GRAPHQL: GRAPHQL },
    /^CONTENTFUL_DELIVERY_TOKEN: is miss/,
  ],
])('a release for production without %s is refused before it is built', async (_, variables, message) => {
  const none = { VITE_SITE_URL: '', VITE_ENVIRONMENT: '', CONTENTFUL_DELIVERY_TOKEN: '', VITE_CONTENTFUL_TOKEN: '' }
  const env = createCommandEnv({ ...none, ...variables, RELEASES_FOLDER: await createTestFolder() })
  const build = promisify(execFile)(process.execPath, ['scripts/build.ts'], { env })
  await expect(build).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(message),
  })
})
