import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRedirects } from './redirects.ts'
import { REDIRECTS_FILE, type RedirectsFile } from './redirects-file.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'redirects-'))
})
afterEach(() => rm(root, { recursive: true }))

const write = (content: string) => writeFile(join(root, REDIRECTS_FILE), content)
const served = (...redirects: RedirectsFile['served']) =>
  write(JSON.stringify({ served: redirects, refused: [], pages: [] } satisfies RedirectsFile))

async function opened(log = { error: vi.fn() }) {
  const redirects = createRedirects(() => root, log)
  await redirects.read()
  return redirects
}

test.each([
  ['/brochure', '/services'],
  ['/brochure/', '/services'],
  ['/brochure/index.html', '/services'],
  ['/br%6Fchure', '/services'],
  ['/brochure?from=mail', '/services?from=mail'],
  ['/caf%C3%A9', '/contact'],
  ['/safety?a=1', '/services?a=1#safety'],
  ['/first?photo=2', '/gallery?photo=1'],
  ['/jobs?a=//x', 'https://jobs.example/?a=//x'],
  ['/brochure?a=1?b=2', '/services?a=1?b=2'],
])('%s leads to %s', async (url, location) => {
  await served(
    { path: '/brochure', to: '/services', isPermanent: true },
    { path: '/café', to: '/contact', isPermanent: true },
    { path: '/safety', to: '/services#safety', isPermanent: true },
    { path: '/first', to: '/gallery?photo=1', isPermanent: true },
    { path: '/jobs', to: 'https://jobs.example/', isPermanent: true },
  )
  expect((await opened()).find(url)?.location).toBe(location)
})

test.each(['/Brochure', '/brochure/deeper', '//brochure', '/', '/%E0%A4', '/brochure%2f..'])(
  '%s leads nowhere else',
  async (url) => {
    await served({ path: '/brochure', to: '/services', isPermanent: true })
    expect((await opened()).find(url)).toBeUndefined()
  },
)

test('a site without redirects has none', async () => expect((await opened()).find('/brochure')).toBeUndefined())

test('what a rebuild wrote is followed, and what cannot be read changes nothing', async () => {
  await served({ path: '/a', to: '/services', isPermanent: false })
  const error = vi.fn()
  const redirects = await opened({ error })
  await served({ path: '/b', to: '/services', isPermanent: false })
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
})
