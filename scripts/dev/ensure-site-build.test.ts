import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { hashSources, isBuildCurrent } from './ensure-site-build.ts'

const ENV = { VITE_SITE_URL: 'http://127.0.0.1:3000', PATH: '/bin' }
let root: string

beforeEach(async () => {
  root = await createTestFolder()
  const files = [
    'src/main.tsx',
    'cms/seed/assets.json',
    'packages/contentful-local/server.ts',
    'scripts/build/build-site.ts',
    'scripts/cli/folders.ts',
    'public/media/a.jpg',
    'server/http/security-policies.ts',
    'server/rendering/page-html.ts',
    'shared/a.ts',
  ]
  const configs = ['tsconfig.base.json', 'tsconfig.browser.json', 'tsconfig.json', 'vite.config.ts']
  for (const file of [...files, ...configs, 'index.html', 'package-lock.json']) await put(file, file)
})

async function put(file: string, content: string) {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), content)
}

test.each([
  'src/new.ts',
  'packages/contentful-local/server.ts',
  'scripts/build/build-site.ts',
  'public/media/a.jpg',
  'package-lock.json',
])('the digest changes with %s', async (file) => {
  const before = await hashSources(root, ENV)
  await put(file, 'something else')
  expect(await hashSources(root, ENV)).not.toBe(before)
})

test.each(['src/main.test.tsx', 'src/content/bundled/home.json', 'server/app.ts', 'scripts/bench/bench.ts'])(
  'the digest does not change with %s',
  async (file) => {
    const before = await hashSources(root, ENV)
    await put(file, 'something else')
    expect(await hashSources(root, ENV)).toBe(before)
  },
)

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
