import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { writeTestFiles } from '#tests/setup/server/site.ts'
import { buildSite } from './build-site.ts'

test('a build with an SVG that holds a script fails before it changes any file', async () => {
  const before = process.cwd()
  process.chdir(await createTestFolder())
  vi.stubEnv('NODE_ENV', 'test') // which a build changes
  onTestFinished(() => {
    process.chdir(before)
    vi.unstubAllEnvs()
  })
  const bad = 'public/media/uploads/bad.svg'
  await writeTestFiles('.', {
    [bad]: '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
    'dist/index.html': 'earlier',
  })
  const build = buildSite({ outDir: 'dist', ssrDir: 'dist-ssr', derivatives: 'on-demand' })
  const lines = [`${bad} holds a script: export it as plain SVG, or delete it`]
  await expect(build).rejects.toMatchObject({ name: 'UserError', lines })
  expect(await readFile('dist/index.html', 'utf8')).toBe('earlier')
  expect(await readdir('.')).not.toContain('dist-ssr')
})
