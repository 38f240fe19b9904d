import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'

test('a release for production without the address of the site is refused before it is built', async () => {
  const env = createCommandEnv({ VITE_SITE_URL: '', VITE_ENVIRONMENT: '', RELEASES_FOLDER: await createTestFolder() })
  const build = promisify(execFile)(process.execPath, ['scripts/build.ts'], { env, timeout: 30_000 })
  await expect(build).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^VITE_SITE_URL: is missing; set the site/),
  })
})
