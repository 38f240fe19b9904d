import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { SECURITY_HEADERS_FILE } from '#server/rendering/build-files.ts'
import { writeRedirectsFile } from '#server/rendering/redirects-file.ts'
import { formatHeadersFile, writeStaticHostFiles } from './static-host-files.ts'

const SITE_URL = 'https://site.example'

let outDir: string
beforeEach(async () => {
  outDir = await createTestFolder()
  await writeFile(join(outDir, 'manifest.webmanifest'), JSON.stringify({ name: 'Ditch & Sons <Ltd>' }))
  await writeFile(join(outDir, SECURITY_HEADERS_FILE), JSON.stringify({ all: { a: 'b' }, pages: {}, drafts: {} }))
})

async function write(...redirects: readonly (readonly [from: string, to: string])[]) {
  const entries = redirects.map(([from, to], index) => ({ id: `id-${index}`, from, to, isPermanent: index === 0 }))
  await writeRedirectsFile({ outDir, siteUrl: SITE_URL, redirects: entries })
  await writeStaticHostFiles(outDir, SITE_URL)
}
const read = (name: string) => readFile(join(outDir, name), 'utf8')

test('writes headers and redirects, percent-encoded, for hosts that read _headers and _redirects', async () => {
  await write(
    ['/old/about.html', '/services?q=größe#ü'],
    ['/café', 'https://bücher.example/ü'],
    ['/b%23/', '/contact/'],
  )
  expect(await read('_headers')).toMatch(/^\/\*\n {2}a: b\n/)
  expect((await read('_redirects')).split('\n')).toEqual([
    '/old/about.html /services?q=gr%C3%B6%C3%9Fe#%C3%BC 301',
    '/caf%C3%A9 https://xn--bcher-kva.example/%C3%BC 302',
    '/b%23 /contact 302',
    '',
  ])
})

const createPage = (address: string, text: string, head = '') =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `${head}<meta http-equiv="refresh" content="0; url=${address}">`,
    `<title>${text}</title><a href="${address}">${text}</a></html>\n`,
  ].join('')

test('§2.2 404.html redirects an unknown path to Home', async () => {
  await write()
  expect(await read('404.html')).toBe(createPage('/', 'Ditch &amp; Sons &lt;Ltd&gt;'))
})

test('writes an HTML page with noindex for each redirect, for hosts that only serve files', async () => {
  await write(['/brochure', '/services?a=1&b="2"'])
  const target = '/services?a=1&amp;b=%222%22'
  const canonical = `<link rel="canonical" href="https://site.example${target}">`
  const page = createPage(target, target, `<meta name="robots" content="noindex">${canonical}`)
  expect(await read('brochure/index.html')).toBe(page)
})

test('keeps a file that was not written for a redirect, and warns of a redirect whose page cannot be written', async () => {
  using warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await mkdir(join(outDir, 'landing'))
  await writeFile(join(outDir, 'landing/index.html'), 'Theirs')
  await writeFile(join(outDir, 'notes'), 'A file')
  await write(['/landing', '/services'], ['/notes/old', '/services'])
  expect(await read('landing/index.html')).toBe('Theirs')
  expect(await read('_redirects')).toBe('/landing /services 301\n/notes/old /services 302\n')
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^The redirect \/notes\/old has no page for static hosts: E/)],
  ])
})

test('_headers has a rule for each form of a page address, which repeats no header of all: hosts would join them', () => {
  const file = formatHeadersFile({
    all: { 'x-content-type-options': 'nosniff' },
    pages: {
      'index.html': { 'content-security-policy': 'home' },
      'gallery/index.html': { 'content-security-policy': 'gallery' },
    },
    drafts: {},
    photoDesk: { 'content-security-policy': 'desk', 'x-robots-tag': 'noindex' },
  })
  const rules = file.trimEnd().split(/\n(?=\/)/)
  const media = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; img-src 'self'; media-src 'self'`
  expect(rules.map((rule) => rule.split('\n  '))).toEqual([
    ['/*', 'x-content-type-options: nosniff'],
    ['/', 'content-security-policy: home'],
    ['/index.html', 'content-security-policy: home'],
    ['/gallery', 'content-security-policy: gallery'],
    ['/gallery/', 'content-security-policy: gallery'],
    ['/gallery/index.html', 'content-security-policy: gallery'],
    ['/photo-desk/*', 'content-security-policy: desk', 'x-robots-tag: noindex'],
    ['/media/*', `content-security-policy: ${media}; style-src 'unsafe-inline'`],
    ['/*.svg', "content-security-policy: default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ])
})
