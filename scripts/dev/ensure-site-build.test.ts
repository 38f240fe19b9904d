import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { writeTestFiles } from '#tests/setup/server/site.ts'
import { hashSources, isBuildCurrent } from './ensure-site-build.ts'

const ENV = { VITE_SITE_URL: 'http://127.0.0.1:3000', PATH: '/bin' }
let root: string

beforeEach(async () => {
  root = await createTestFolder()
  for (const file of CHANGING) await put(file, 'before')
})

const put = (file: string, content: string) => writeTestFiles(root, { [file]: content })

const CHANGING = [
  'cms/links.ts',
  'packages/contentful-local/server.ts',
  'scripts/build/a.ts',
  'scripts/cli/a.ts',
  'server/config/public-env.ts',
  'server/http/security-policies.ts',
  'server/preview/draft-pages.ts',
  'server/rendering/a.ts',
  'server/site/redirects.ts',
  'shared/a.ts',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.browser.json',
  'public/media/a.jpg',
  'package-lock.json',
]
const OTHERS = ['src/main.test.tsx', 'src/content/bundled/home.json', 'server/app.ts', 'scripts/bench/bench.ts']

test.each([...CHANGING, 'src/new.ts', ...OTHERS])('the digest changes with %s if it is a source', async (file) => {
  const before = await hashSources(root, ENV)
  await put(file, 'something else')
  expect((await hashSources(root, ENV)) === before).toBe(OTHERS.includes(file))
})

test('the digest depends on the public variables of a build only', async () => {
  const before = await hashSources(root, ENV)
  expect(await hashSources(root, { ...ENV, VITE_SITE_URL: 'http://127.0.0.1:3001' })).not.toBe(before)
  expect(await hashSources(root, { ...ENV, PATH: '/usr/bin' })).toBe(before)
  expect(await hashSources(root, { ...ENV, VITE_CONTENTFUL_GRAPHQL: 'http://127.0.0.1:4000/' })).toBe(before)
})

test('a build stamp is valid for one digest until it is deleted', async () => {
  expect(await isBuildCurrent(root, 'a')).toBe(false)
  await put('.built-from', 'a')
  expect(await isBuildCurrent(root, 'a')).toBe(true)
  expect(await isBuildCurrent(root, 'b')).toBe(false)
  await rm(join(root, '.built-from'))
  expect(await isBuildCurrent(root, 'a')).toBe(false)
})
