import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'

test('a release for production without the address of the site is refused before it is built', async () => {
  const variables = { VITE_SITE_URL: '', VITE_ENVIRONMENT: '', RELEASES_FOLDER: await createTestFolder() }
  const build = promisify(execFile)(process.execPath, ['scripts/build.ts'], { env: createCommandEnv(variables) })
  const stderr = expect.stringMatching(/^VITE_SITE_URL: is missing; set the site/)
  await expect(build).rejects.toMatchObject({ code: 1, stdout: '', stderr })
})
