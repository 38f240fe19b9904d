import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, ManifestChunk } from 'vite'
import type { SitePath } from '#src/content/shapes.ts'
import { startScript } from '#src/start-script.ts'
import { MANIFEST, siteFiles } from './site-files.ts'

/** Every page, and the route file whose component it is. */
const PAGES = {
  '/': 'index',
  '/gallery': 'gallery',
  '/services': 'services',
  '/contact': 'contact',
  '/mainlinepipeline': 'mainlinepipeline',
} as const satisfies Record<SitePath, string>

export interface PrerenderOptions {
  /** The browser's build; the pages are written into it. */
  readonly outDir: string
  /** The build of src/prerender.tsx for Node. */
  readonly ssrDir: string
}

/**
 * Writes the HTML of every page: content, head and styles in it, the script fetched when it is painted; and the files
 * that stand beside the pages. Runs after both builds.
 */
export async function prerenderPages({ outDir, ssrDir }: PrerenderOptions): Promise<void> {
  const built = pathToFileURL(resolve(ssrDir, 'prerender.js'))
  const { prerender, siteFacts }: typeof import('#src/prerender.tsx') = await import(built.href)
  const template = await readFile('index.html', 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
  const entry = chunkOf(manifest, 'index.html')
  const site = withImports(manifest, entry)

  for (const [path, route] of Object.entries(PAGES)) {
    const { head, page } = await prerender(path)
    const component = chunkOf(manifest, `src/routes/${route}.tsx?tsr-split=component`)
    const chunks = new Set([...site, ...withImports(manifest, component)])
    const styles = await inlined(outDir, chunks)
    const html = template // replaced by functions: `$&` in a text stays a text
      .replace('<!--head-->', () => `<link rel="manifest" href="/${MANIFEST}"/>${head}`)
      .replace('</head>', () => `${styles}</head>`)
      .replace('<!--page-->', () => page)
      .replace('<script type="module" src="/src/main.tsx"></script>', () => startScriptOf(component, entry, chunks))
    await mkdir(join(outDir, path), { recursive: true })
    await writeFile(join(outDir, path, 'index.html'), html)
  }
  const files = siteFiles({ ...(await siteFacts()), paths: Object.keys(PAGES) })
  for (const [name, content] of Object.entries(files)) await writeFile(join(outDir, name), content)
}

function chunkOf(manifest: Manifest, source: string): ManifestChunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  return chunk
}

/** A chunk with all that it imports, itself last; what it fetches on demand later is not among them. */
function withImports(manifest: Manifest, chunk: ManifestChunk, seen = new Set<ManifestChunk>()): Set<ManifestChunk> {
  if (seen.has(chunk)) return seen
  for (const imported of chunk.imports ?? []) withImports(manifest, chunkOf(manifest, imported), seen)
  return seen.add(chunk)
}

/**
 * Inlined: the first paint waits for no second request. The links are disabled, so nothing is fetched by them: they tell
 * the bundler's loader, which looks for them, that these styles are there already.
 */
async function inlined(outDir: string, chunks: Iterable<ManifestChunk>): Promise<string> {
  const files = new Set([...chunks].flatMap((chunk) => chunk.css ?? []))
  const styles = await Promise.all([...files].map((file) => readFile(join(outDir, file), 'utf8')))
  const links = [...files].map((file) => `<link rel="stylesheet" href="/${file}" disabled/>`)
  return `<style>${styles.join('')}</style>${links.join('')}`
}

/** The function as text, without the indentation that nobody reads. */
function startScriptOf(page: ManifestChunk, entry: ManifestChunk, chunks: Iterable<ManifestChunk>): string {
  const address = ({ file }: ManifestChunk) => `/${file}`
  const given = [address(page), address(entry), [...chunks].map(address)]
  const call = `(${startScript})(${given.map((each) => JSON.stringify(each)).join(', ')})`
  return `<script>${call.replace(/\n\s+/g, '\n')}</script>`
}
