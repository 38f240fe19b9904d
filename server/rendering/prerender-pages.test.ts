import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCspHashSource } from '#server/http/security-policies.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { getRouteFile } from './page-html.ts'
import { prerenderPages } from './prerender-pages.ts'

let root: string
let outDir: string
let ssrDir: string

beforeEach(async () => {
  root = await createTestFolder()
  outDir = join(root, 'dist')
  ssrDir = join(root, 'ssr')
  await mkdir(join(outDir, '.vite'), { recursive: true })
  await mkdir(ssrDir)
  await writeFile(join(outDir, 'site.css'), '.site{}')
  const routes = SITE_PATHS.map((path) => [
    `${getRouteFile(path)}?tsr-split=component`,
    { file: `assets/${path.slice(1) || 'index'}.js`, imports: ['_list.js', 'index.html', '_form.js'] },
  ])
  const manifest = {
    'index.html': { file: 'assets/main.js', css: ['site.css'], imports: ['_react.js'], dynamicImports: ['_later.js'] },
    '_react.js': { file: 'assets/react.js' },
    '_list.js': { file: 'assets/list.js', css: ['list.css', 'site.css'], imports: ['_react.js'] },
    '_form.js': { file: 'assets/form.js', imports: ['index.html'] },
    ...Object.fromEntries(routes),
  }
  await writeFile(join(outDir, 'list.css'), '.list{}')
  await writeFile(join(outDir, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(join(ssrDir, 'prerender.js'), SSR)
  await writeContent({})
})

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Replaces the build of src/prerender.tsx. It reads the content of the fake CMS from content.json beside it. */
const SSR = `
import { readFile } from 'node:fs/promises'
export const env = {
  assetPrefix: '/media', backendUrl: '/api', captchaSiteKey: undefined, securityContact: undefined,
  googleMapsKey: 'key', siteUrl: 'https://site.example',
}
const readContent = async () => JSON.parse(await readFile(new URL('content.json', import.meta.url), 'utf8'))
export const createBuildLoader = (endpoint) => ({
  isSeed: !endpoint,
  load: async (name) => endpoint && (await readContent()).broken.includes(name) ? Promise.reject('down') : name === 'contact' ? { email: 'office@site.example' } : { companyName: 'Ditch', shortName: 'Ditch', tagline: 'Deep.', endpoint },
})
export async function prerender(path, { isSeed }, build) {
  const { text, broken, hidden } = await readContent()
  const name = path.slice(1) || 'home'
  const data = '<script type="application/json">"' + build + '"</script>'
  const render = (text, robots = '') => ({
    head: '<title>' + path + '</title>' + robots, page: '<div>' + text + '</div>', data,
    contents: [{ name: 'site', content: {} }, { name, content: { text } }],
  })
  if (broken.includes(path) && isSeed) return render('Of the seed')
  if (broken.includes(path)) throw new Error('fetch failed', { cause: new Error('connection refused') })
  return render(text, hidden.includes(path) ? '<meta name="robots" content="noindex"/>' : '')
}
export async function loadRedirects(endpoint) {
  const { redirects, broken } = await readContent()
  if (broken.includes('redirects') && !endpoint) return []
  if (broken.includes('redirects')) throw new Error('Contentful responded with 503')
  return redirects
}
`

interface FakeContent {
  readonly text?: string
  readonly broken?: readonly string[]
  readonly hidden?: readonly string[]
  readonly redirects?: readonly object[]
}
const writeContent = (changes: FakeContent) =>
  writeFile(
    join(ssrDir, 'content.json'),
    JSON.stringify({ text: 'First', broken: [], hidden: [], redirects: [], ...changes }),
  )

const prerender = () => prerenderPages({ outDir, ssrDir, cms: { url: 'http://cms.invalid', headers: { a: 'token' } } })
const read = (name: string) => readFile(join(outDir, name), 'utf8')
const sitemap = async () => (await read('sitemap.xml')).match(/(?<=<loc>).*(?=<\/loc>)/g)

test('writes every page with its compressed copies', async () => {
  expect(await prerender()).toEqual([])
  for (const path of SITE_PATHS) {
    const file = join(outDir, path, 'index.html')
    const html = await readFile(file, 'utf8')
    expect(html).toContain('<div id="root"><div>First</div></div>')
    expect(html).toContain(`<link rel="manifest" href="/manifest.webmanifest"/><title>${path}</title>`)
    const links = ['site', 'list'].map((name) => `<link rel="stylesheet" href="/${name}.css" disabled/>`)
    expect(html).toContain(`>.site{}.list{}</style>${links.join('')}</head>`)
    const [component, main, react, list, form] = [path.slice(1) || 'index', 'main', 'react', 'list', 'form'].map(
      (name) => `/assets/${name}.js`,
    )
    const [, args] = /\)\(("\/assets.*)\)<\/script>/.exec(html) ?? []
    expect(JSON.parse(`[${args}]`)).toEqual([component, main, [react, list], [react, main, list, form, component]])
    expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(html)
    expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(html)
  }
  expect(gunzipSync(await readFile(join(outDir, 'manifest.webmanifest.gz'))).toString()).toContain('"Ditch"')
  expect(await sitemap()).toHaveLength(SITE_PATHS.length)
  expect(await read('.well-known/security.txt')).toContain('Contact: mailto:office@site.example\n') // of the CMS
})

test('writes the content of each page and of the site, with the build of their pages', async () => {
  await prerender()
  const { build, content } = JSON.parse(await read('content/gallery.json'))
  expect(content).toEqual({ text: 'First' })
  expect(JSON.parse(await read('content/site.json'))).toEqual({
    build,
    content: {
      ...{ companyName: 'Ditch', shortName: 'Ditch', tagline: 'Deep.' },
      endpoint: { url: 'http://cms.invalid', headers: { a: 'token' }, timeoutMs: 20_000 },
    },
  })
  expect(await read('gallery/index.html')).toContain(`"${build}"`)
  await writeFile(join(outDir, '.vite/manifest.json'), (await read('.vite/manifest.json')).replace('main.js', 'new.js'))
  await prerender()
  expect(JSON.parse(await read('content/gallery.json')).build).not.toBe(build)
})

test('§2.45 the policy of each page has the hashes of its inline script and style and does not depend on content', async () => {
  await prerender()
  const headers = await read('.headers.json')
  const { pages, drafts } = JSON.parse(headers)
  for (const path of SITE_PATHS) {
    const file = join(path, 'index.html').slice(1)
    const html = await read(file)
    const policy = pages[file]['content-security-policy']
    const inline = [...html.matchAll(/<(script|style)(?: nonce="[^"]*")?>(.*?)<\/\1>/gs)]
    expect(inline.map(([, name]) => name).sort()).toEqual(['script', 'style'])
    for (const [, , code = ''] of inline) expect(policy).toContain(createCspHashSource(code))
    expect(policy).toMatch(/; frame-ancestors 'self'$/)
  }
  expect(drafts['content-security-policy']).not.toContain('frame-ancestors') // the server adds it
  // Google Maps reuses the nonce of the inline style.
  for (const [file, page] of [...Object.entries(pages), ['.preview.html', drafts]]) {
    const [, nonce] = /<style nonce="([\w+/]{22})">/.exec(await read(file)) ?? []
    expect(page['content-security-policy']).toMatch(`style-src 'self' `)
    expect(page['content-security-policy'].split('nonce-')).toHaveLength(2)
    expect(page['content-security-policy']).toContain(` 'nonce-${nonce}' `)
  }
  await writeContent({ text: 'Second', hidden: ['/contact'] })
  await prerender()
  expect(await read('.headers.json')).toBe(headers)
})

test('§12.35 where the CMS fails, a new page is that of the seed, an existing one stays, and both are reported', async () => {
  const failures = [
    { what: '/gallery', reason: 'fetch failed: connection refused' },
    { what: 'the redirects', reason: 'Contentful responded with 503' },
  ]
  await writeContent({ broken: ['/gallery', 'redirects'] })
  expect(await prerender()).toEqual(failures)
  expect(await read('gallery/index.html')).toContain('Of the seed')
  expect(await read('content/gallery.json')).toContain('Of the seed')
  expect(await read('services/index.html')).toContain('First')
  expect(await read('.redirects.json')).toContain('"served": []')
  await writeContent({})
  expect(await prerender()).toEqual([])
  const text = "Second $& $'" // has no special meaning
  await writeContent({ text, broken: ['/gallery', 'redirects'] })
  expect(await prerender()).toEqual(failures)
  expect(await read('gallery/index.html')).toContain('First')
  expect(await read('content/gallery.json')).toContain('First')
  expect(await read('services/index.html')).toContain(`<div>${text}</div>`)
})

test('§12.35 settings that cannot be read are reported with the sitemap, and are those of the seed in a new build', async () => {
  await writeContent({ broken: ['site'] })
  expect(await prerender()).toEqual(['the site settings', 'the sitemap'].map((what) => ({ what, reason: 'down' })))
  expect(JSON.parse(await read('content/site.json')).content).toEqual({
    companyName: 'Ditch',
    shortName: 'Ditch',
    tagline: 'Deep.',
  })
})

test('writes only the files whose bytes differ', async () => {
  await prerender()
  const long = new Date('2020-01-01')
  const files = (await readdir(outDir, { recursive: true })).map((name) => join(outDir, name))
  for (const file of files) await utimes(file, long, long)
  await writeContent({ hidden: ['/gallery'] })
  await prerender()
  const times = await Promise.all(files.map(async (file) => ({ file, stats: await stat(file) })))
  const written = times.filter(({ stats }) => stats.isFile() && stats.mtime > long).map(({ file }) => file)
  const changed = ['gallery/index.html', 'sitemap.xml'].map((name) => join(outDir, name))
  expect(written.sort()).toEqual(changed.flatMap((file) => [file, `${file}.br`, `${file}.gz`]))
})

test('corrects a compressed copy that an interrupted run left', async () => {
  await prerender()
  await writeContent({ text: 'Second' })
  await prerender()
  const begun = await readFile(join(outDir, 'gallery/index.html.br'))
  await writeContent({ text: 'First' })
  await prerender()
  await writeFile(join(outDir, 'gallery/index.html.br'), begun)
  await prerender()
  expect(brotliDecompressSync(await readFile(join(outDir, 'gallery/index.html.br'))).toString()).toContain('First')
})

test('a page with noindex is not in the sitemap, also after another page was written', async () => {
  await writeContent({ hidden: ['/contact'] })
  for (let count = 0; count < 2; count++) {
    await prerender()
    const paths = SITE_PATHS.filter((path) => path !== '/contact')
    expect(await sitemap()).toEqual(paths.map((path) => `https://site.example${path}`))
  }
})

test('security.txt names the security contact of the build, where there is one', async () => {
  await writeFile(
    join(ssrDir, 'prerender.js'),
    SSR.replace('Contact: undefined', "Contact: 'https://site.example/report'"),
  )
  await prerender()
  expect(await read('.well-known/security.txt')).toContain('Contact: https://site.example/report\n')
})

test('the preview page has no content and is not indexed', async () => {
  await prerender()
  const html = await read('.preview.html')
  expect(html).toContain('<html lang="en" data-preview="">')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<div id="root"></div>')
  expect(html).toContain('<script type="module" src="/assets/main.js"></script>')
})
