import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SITE_PATHS } from '#cms/model/site-paths.ts'
import { createCspHashSource } from '#server/web/security-headers.ts'
import { prerenderPages } from './prerender-pages.ts'

let root: string
let outDir: string
let ssrDir: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'prerender-'))
  outDir = join(root, 'dist')
  ssrDir = join(root, 'ssr')
  await mkdir(join(outDir, '.vite'), { recursive: true })
  await mkdir(ssrDir)
  await writeFile(join(outDir, 'site.css'), '.site{}')
  const routes = ['index', 'gallery', 'services', 'contact', 'mainlinepipeline'].map((route) => [
    `src/routes/${route}.tsx?tsr-split=component`,
    { file: `assets/${route}.js` },
  ])
  const entry = { file: 'assets/main.js', css: ['site.css'] }
  await writeFile(
    join(outDir, '.vite/manifest.json'),
    JSON.stringify({ 'index.html': entry, ...Object.fromEntries(routes) }),
  )
  await writeFile(join(ssrDir, 'prerender.js'), SSR)
  await content({})
})
afterEach(() => rm(root, { recursive: true }))

/** Stands for the build of src/prerender.tsx: what the CMS says is in a file beside it. */
const SSR = `
import { readFile } from 'node:fs/promises'
export const env = {
  assetPrefix: '/media', backendUrl: '/api', captchaSiteKey: undefined, contentful: undefined,
  googleMapsKey: 'key', siteUrl: 'https://site.example',
}
const said = async () => JSON.parse(await readFile(new URL('content.json', import.meta.url), 'utf8'))
export async function prerender(path, source) {
  const { words, broken, hidden } = await said()
  if (broken.includes(path) && source === 'fallback') return { head: '', page: '<div>Of the seed</div>', data: '' }
  if (broken.includes(path)) throw new Error('fetch failed', { cause: new Error('nobody is there') })
  const robots = hidden.includes(path) ? '<meta name="robots" content="noindex"/>' : ''
  return { head: '<title>' + path + '</title>' + robots, page: '<div>' + words + '</div>', data: '<script type="application/json">1</script>' }
}
export const siteFacts = async () => ({
  siteUrl: 'https://site.example',
  securityContact: 'mailto:office@site.example',
  site: { companyName: 'Ditch', shortName: 'Ditch', tagline: 'Deep.' },
})
export async function redirectFacts(source) {
  const { redirects, broken } = await said()
  if (broken.includes('redirects') && source === 'fallback') return { siteUrl: 'https://site.example', redirects: [] }
  if (broken.includes('redirects')) throw new Error('Contentful answered 503')
  return { siteUrl: 'https://site.example', redirects }
}
`

interface Said {
  readonly words?: string
  readonly broken?: readonly string[]
  readonly hidden?: readonly string[]
  readonly redirects?: readonly object[]
}
const content = (said: Said) =>
  writeFile(
    join(ssrDir, 'content.json'),
    JSON.stringify({ words: 'First', broken: [], hidden: [], redirects: [], ...said }),
  )

const prerender = (parts?: Parameters<typeof prerenderPages>[0]['parts']) =>
  prerenderPages({ outDir, ssrDir, ...(parts && { parts }) })
const read = (name: string) => readFile(join(outDir, name), 'utf8')
const sitemap = async () => (await read('sitemap.xml')).match(/(?<=<loc>).*(?=<\/loc>)/g)

test('every page is written, with what it is sent as', async () => {
  expect(await prerender()).toEqual([])
  for (const path of SITE_PATHS) {
    const file = join(outDir, path, 'index.html')
    const html = await readFile(file, 'utf8')
    expect(html).toContain(`<title>${path}</title>`)
    expect(html).toContain('<div id="root"><div>First</div></div>')
    expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(html)
    expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(html)
  }
  expect(await sitemap()).toHaveLength(SITE_PATHS.length)
})

test('each page’s policy has the hashes of its own inline script and style, whatever its content is', async () => {
  await prerender()
  const headers = await read('.headers.json')
  const { pages } = JSON.parse(headers)
  for (const path of SITE_PATHS) {
    const file = join(path, 'index.html').slice(1)
    const html = await read(file)
    const policy = pages[file]['content-security-policy']
    const inline = [...html.matchAll(/<(script|style)(?: nonce="[^"]*")?>(.*?)<\/\1>/gs)]
    expect(inline.map(([, name]) => name).sort()).toEqual(['script', 'style'])
    for (const [, , code = ''] of inline) expect(policy).toContain(createCspHashSource(code))
  }
  await content({ words: 'Second', hidden: ['/contact'] })
  await prerender()
  expect(await read('.headers.json')).toBe(headers)
})

test('the styles of Google Maps take over the nonce of the page’s own', async () => {
  await prerender()
  const { pages, drafts } = JSON.parse(await read('.headers.json'))
  for (const [file, headers] of [...Object.entries(pages), ['.preview.html', drafts]]) {
    const [, nonce] = /<style nonce="([\w+/]{22})">/.exec(await read(file)) ?? []
    expect(headers['content-security-policy']).toMatch(`style-src 'self' `)
    expect(headers['content-security-policy']).toContain(` 'nonce-${nonce}' `)
    expect(headers['content-security-policy'].split('nonce-')).toHaveLength(2)
  }
})

test('the editors that may frame a draft are for the server to name', async () => {
  await prerender()
  const { pages, drafts } = JSON.parse(await read('.headers.json'))
  expect(pages['index.html']['content-security-policy']).toMatch(/; frame-ancestors 'self'$/)
  expect(drafts['content-security-policy']).not.toContain('frame-ancestors')
})

test('a page that cannot be made stays as it was, and is named with the reason; the others follow', async () => {
  await prerender()
  await content({ words: 'Second', broken: ['/gallery', 'redirects'] })
  expect(await prerender()).toEqual([
    { what: '/gallery', reason: 'fetch failed: nobody is there' },
    { what: 'the redirects', reason: 'Contentful answered 503' },
  ])
  expect(await read('gallery/index.html')).toContain('First')
  expect(await read('services/index.html')).toContain('Second')
})

test('a new site shows the seed where the CMS does not answer, and that is named, to be tried again', async () => {
  await content({ broken: ['/gallery', 'redirects'] })
  expect(await prerender()).toEqual([
    { what: '/gallery', reason: 'fetch failed: nobody is there' },
    { what: 'the redirects', reason: 'Contentful answered 503' },
  ])
  expect(await read('gallery/index.html')).toContain('Of the seed')
  expect(await read('services/index.html')).toContain('First')
  expect(await read('.redirects.json')).toContain('"served": []')
  await content({ words: 'Second' })
  expect(await prerender()).toEqual([])
  expect(await read('gallery/index.html')).toContain('Second')
})

test('only the wanted pages are written, and no file that says the same already', async () => {
  await prerender()
  const long = new Date('2020-01-01')
  const files = (await readdir(outDir, { recursive: true })).map((name) => join(outDir, name))
  for (const file of files) await utimes(file, long, long)
  await content({ words: 'Second' })
  await prerender({ paths: ['/gallery'], redirects: false })
  const times = await Promise.all(files.map(async (file) => ({ file, stats: await stat(file) })))
  const written = times.filter(({ stats }) => stats.isFile() && stats.mtime > long).map(({ file }) => file)
  expect(written.sort()).toEqual(['', '.br', '.gz'].map((ending) => join(outDir, `gallery/index.html${ending}`)))
})

test('what a run that was stopped had begun is put right, also where the words went back meanwhile', async () => {
  await prerender()
  await content({ words: 'Second' })
  await prerender({ paths: ['/gallery'], redirects: false })
  const begun = await readFile(join(outDir, 'gallery/index.html.br'))
  await content({ words: 'First' })
  await prerender()
  await writeFile(join(outDir, 'gallery/index.html.br'), begun)
  await prerender()
  expect(brotliDecompressSync(await readFile(join(outDir, 'gallery/index.html.br'))).toString()).toContain('First')
})

test('no unfinished file is left', async () => {
  await prerender()
  await content({ words: 'Second' })
  await prerender()
  expect((await readdir(outDir, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a page that search engines shall leave out is not on their list, also when another one is written', async () => {
  await content({ hidden: ['/contact'] })
  await prerender()
  expect(await sitemap()).not.toContain('https://site.example/contact')
  await prerender({ paths: ['/gallery'], redirects: false })
  expect(await sitemap()).toHaveLength(SITE_PATHS.length - 1)
})

test('the preview begins with an empty page, which search engines leave out', async () => {
  await prerender()
  const html = await read('.preview.html')
  expect(html).toContain('<html lang="en" data-preview="">')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<link rel="stylesheet" href="/site.css"/>')
  expect(html).toContain('<div id="root"></div>')
  expect(html).toContain('<script type="module" src="/assets/main.js"></script>')
  expect(html).not.toContain('First')
  expect(await readdir(outDir)).not.toContain('.preview.html.br')
})

test('a redirect that is not served is said, with the reason', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await content({ redirects: [{ id: 'one', from: '/a', to: '/a', isPermanent: true }] })
  expect(await prerender({ paths: [], redirects: true })).toEqual([])
  expect(said.mock.calls).toEqual([['The redirect /a is not served: it leads to itself: let it lead to a page']])
  said.mockRestore()
})
