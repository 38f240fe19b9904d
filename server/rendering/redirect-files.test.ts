import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { readRedirectsFile } from './build-files.ts'
import { writeRedirectFiles } from './redirect-files.ts'

let outDir: string
beforeEach(async () => {
  outDir = await createTestFolder()
})

const write = (...redirects: readonly (readonly [from: string, to: string])[]) =>
  writeRedirectFiles({
    outDir,
    siteUrl: 'https://site.example',
    redirects: redirects.map(([from, to], index) => ({ id: `id-${index}`, from, to, isPermanent: index === 0 })),
  })
const read = (name: string) => readFile(join(outDir, name), 'utf8')
const has = (name: string) => existsSync(join(outDir, name))

test('writes redirects, percent-encoded, for the production server and for hosts that read _redirects', async () => {
  await write(['/old/about.html', '/services?q=größe#ü'], ['/café', 'https://bücher.example/ü'], ['/b/', '/contact/'])
  expect((await readRedirectsFile(outDir)).served).toEqual([
    { path: '/old/about.html', to: '/services?q=gr%C3%B6%C3%9Fe#%C3%BC', isPermanent: true },
    { path: '/café', to: 'https://xn--bcher-kva.example/%C3%BC', isPermanent: false },
    { path: '/b', to: '/contact', isPermanent: false },
  ])
  expect((await read('_redirects')).split('\n')).toEqual([
    '/old/about.html /services?q=gr%C3%B6%C3%9Fe#%C3%BC 301',
    '/caf%C3%A9 https://xn--bcher-kva.example/%C3%BC 302',
    '/b /contact 302',
    '',
  ])
})

test('writes an HTML page with noindex for each redirect, for hosts that only serve files', async () => {
  await write(['/brochure', '/services?a=1&b="2"'])
  const html = await read('brochure/index.html')
  expect(html).toContain('<meta http-equiv="refresh" content="0; url=/services?a=1&amp;b=%222%22">')
  expect(html).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`)
  expect(html).toContain('<link rel="canonical" href="https://site.example/services?a=1&amp;b=%222%22">')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain('<a href="/services?a=1&amp;b=%222%22">')
})

test('removes the page and its empty folders when the redirect is removed', async () => {
  await write(['/old/brochure', '/services'], ['/old', '/contact'])
  await write(['/old', '/contact'])
  expect(has('old/brochure')).toBe(false)
  expect(has('old/index.html')).toBe(true)
  await write()
  expect(has('old')).toBe(false)
  expect(await readRedirectsFile(outDir)).toEqual({ served: [], refused: [], pages: [] })
  expect(await read('_redirects')).toBe('')
})

test('keeps a file that was not written for a redirect', async () => {
  await mkdir(join(outDir, 'landing'))
  await writeFile(join(outDir, 'landing/index.html'), 'Theirs')
  await write(['/landing', '/services'])
  await write()
  expect(await read('landing/index.html')).toBe('Theirs')
})

test('serves a redirect whose page cannot be written', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await writeFile(join(outDir, 'notes'), 'A file')
  await write(['/notes/old', '/services'])
  expect((await readRedirectsFile(outDir)).served).toHaveLength(1)
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
  await write()
  expect(await read('notes')).toBe('A file')
})

test('§10 Content: returns the refused redirects and stores them for editors', async () => {
  expect(await write(['/a', '/b'], ['/b', '/'])).toEqual([
    expect.stringMatching(/^The redirect \/a is not served: it leads to \/b, and no page has that address: choose /),
  ])
  expect((await readRedirectsFile(outDir)).refused.map(({ from }) => from)).toEqual(['/a'])
})
