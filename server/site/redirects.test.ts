import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { REDIRECTS_FILE, type RedirectsFile } from '#server/rendering/build-files.ts'
import { createRedirects, toSafeRedirectPath } from './redirects.ts'

let root: string
beforeEach(async () => {
  root = await createTestFolder()
})

const write = (content: string) => writeFile(join(root, REDIRECTS_FILE), content)
const writeRedirects = (...redirects: RedirectsFile['served']) =>
  write(JSON.stringify({ served: redirects, refused: [], pages: [] } satisfies RedirectsFile))

async function readRedirects(log = { error: vi.fn() }) {
  const redirects = createRedirects(() => root, log)
  await redirects.read()
  return redirects
}

test.each([
  ['/brochure/index.html', '/services'],
  ['/br%6Fchure', '/services'],
  ['/caf%C3%A9', '/contact'],
  ['/Brochure/', '/services'],
  ['/BROCHURE/index.html?a=1', '/services?a=1'],
  ['/CAF%C3%89', '/contact'],
  ['/Cafe%cc%81', '/contact'],
  ['/safety?a=1', '/services?a=1#safety'],
  ['/first?photo=2', '/gallery?photo=1'],
  ['/jobs?a=//x', 'https://jobs.example/?a=//x'],
  ['/terms', '/legal'],
  ['/men%C3%BC', '/gallery'],
])('§10.4 redirects %s to %s', async (url, location) => {
  await writeRedirects(
    { path: '/brochure', to: '/services', isPermanent: true },
    { path: '/café', to: '/contact', isPermanent: true },
    { path: '/safety', to: '/services#safety', isPermanent: true },
    { path: '/first', to: '/gallery?photo=1', isPermanent: true },
    { path: '/jobs', to: 'https://jobs.example/', isPermanent: true },
    { path: '/Terms', to: '/legal', isPermanent: true },
    { path: '/menu\u0308', to: '/gallery', isPermanent: true },
  )
  expect((await readRedirects()).find(url)?.location).toBe(location)
})

test('does not redirect another path', async () => {
  await writeRedirects({ path: '/brochure', to: '/services', isPermanent: true })
  const { find } = await readRedirects()
  const others = ['/brochur%C3%A9', '/brochure/deeper', '//brochure', '/', '/%E0%A4', '/brochure%2f..']
  expect(others.filter(find)).toEqual([])
})

test('prefers the redirect of the exact spelling, and never leads away from a page in another one', async () => {
  await writeRedirects(
    { path: '/Brochure', to: '/contact', isPermanent: true },
    { path: '/brochure', to: '/services', isPermanent: true },
    { path: '/GALLERY', to: '/contact', isPermanent: true },
  )
  const { find } = await readRedirects()
  expect(['/Brochure', '/brochure', '/GALLERY'].map((url) => find(url)?.location)).toEqual([
    '/contact',
    '/services',
    '/contact',
  ])
  for (const url of ['/gallery', '/Gallery', '/gallery/']) expect(find(url)).toBeUndefined()
})

test('reads the redirects of a rebuild, and keeps the previous ones when the file cannot be read', async () => {
  await writeRedirects({ path: '/a', to: '/services', isPermanent: false })
  const error = vi.fn()
  const redirects = await readRedirects({ error })
  await writeRedirects({ path: '/b', to: '/services', isPermanent: false })
  await redirects.read()
  expect(redirects.find('/a')).toBeUndefined()
  expect(redirects.find('/b')).toEqual({ location: '/services', isPermanent: false })

  await write('{ "served": [')
  await redirects.read()
  expect(redirects.find('/b')).toBeDefined()
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(Error), file: REDIRECTS_FILE },
    'redirects cannot be read and stay as they were',
  )
  await rm(join(root, REDIRECTS_FILE))
  await mkdir(join(root, REDIRECTS_FILE)) // in place of the file, which is not missing then
  await redirects.read()
  expect(redirects.find('/b')).toBeDefined()
})

test.each([
  ['/gallery?photo={entry.sys.id}#top', '/gallery?photo={entry.sys.id}#top'],
  ['/a/../gallery', '/gallery'],
  ['/?next=https://elsewhere.example', '/?next=https://elsewhere.example'],
  ['/bücher?ü="', '/b%C3%BCcher?%C3%BC=%22'],
  ...['', 'gallery', 'https://elsewhere.example/', '//elsewhere.example', '@elsewhere.example'].map((path) => [
    path,
    '/',
  ]),
  ...['/\\', '/\t/', '/\r\nLocation: //', ' //', '/.//', '/a/..//', '/\u0085/'].map((start) => [
    `${start}e.example`,
    '/',
  ]),
  ...['javascript:alert(1)', `/${'a'.repeat(2_000)}`].map((path) => [path, '/']),
  [`/${'a'.repeat(1_999)}`, `/${'a'.repeat(1_999)}`],
])('the safe redirect path of %j is %s', (path = '', expected) => expect(toSafeRedirectPath(path)).toBe(expected))
