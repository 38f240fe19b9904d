import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import type { SitePath } from '#src/content/shapes.ts'
import type { PrerenderedPage } from '#src/prerender.tsx'
import { startScript } from '#src/start-script.ts'
import { chunkOf, stylesOf, withImports } from './built-chunks.ts'
import { MANIFEST } from './site-files.ts'

/** The route file whose component a page is. */
const ROUTES = {
  '/': 'index',
  '/gallery': 'gallery',
  '/services': 'services',
  '/contact': 'contact',
  '/mainlinepipeline': 'mainlinepipeline',
} as const satisfies Record<SitePath, string>

/** The browser's build, as its pages are put together. */
export interface BrowserBuild {
  readonly outDir: string
  readonly manifest: Manifest
  /** index.html, as it stands in the sources. */
  readonly template: string
}

export async function openBrowserBuild(outDir: string): Promise<BrowserBuild> {
  const template = await readFile('index.html', 'utf8')
  return { outDir, template, manifest: JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) }
}

/** A page's HTML: content, head and styles in it, the script fetched when it is painted. */
export async function pageHtml(build: BrowserBuild, path: SitePath, made: PrerenderedPage): Promise<string> {
  const { manifest, outDir } = build
  const entry = chunkOf(manifest, 'index.html')
  const component = chunkOf(manifest, `src/routes/${ROUTES[path]}.tsx?tsr-split=component`)
  const chunks = new Set([...withImports(manifest, entry), ...withImports(manifest, component)])
  return filled(build, {
    head: `<link rel="manifest" href="/${MANIFEST}"/>${made.head}`,
    styles: await inlined(outDir, stylesOf(chunks)),
    page: made.page,
    script: made.data + startScriptOf(component, entry, chunks),
  })
}

/** What an editor's preview begins with: no content, which the script asks the server for; search engines leave it out. */
export function previewShell(build: BrowserBuild): string {
  const { manifest } = build
  const entry = chunkOf(manifest, 'index.html')
  const links = stylesOf(withImports(manifest, entry)).map((file) => `<link rel="stylesheet" href="/${file}"/>`)
  const shell = filled(build, {
    head: NOT_INDEXED,
    styles: links.join(''),
    page: '',
    script: `<script type="module" src="/${entry.file}"></script>`,
  })
  return markAsPreview(shell)
}

/** The same for the development server, which completes it as it does index.html. */
export const developmentShell = (template: string) => markAsPreview(template.replace('<!--head-->', NOT_INDEXED))

const NOT_INDEXED = '<meta name="robots" content="noindex"/>'

/** server/preview/draft-pages.ts writes the editors into the attribute. */
const markAsPreview = (html: string) => html.replace('<html lang="en">', '<html lang="en" data-preview="">')

/** Replaced by functions: `$&` in a text stays a text. */
const filled = ({ template }: BrowserBuild, { head, styles, page, script }: Parts) =>
  template
    .replace('<!--head-->', () => head)
    .replace('</head>', () => `${styles}</head>`)
    .replace('<!--page-->', () => page)
    .replace('<script type="module" src="/src/main.tsx"></script>', () => script)

type Parts = Readonly<Record<'head' | 'styles' | 'page' | 'script', string>>

/**
 * Inlined: the first paint waits for no second request. The links are disabled, so nothing is fetched by them: they tell
 * the bundler's loader, which looks for them, that these styles are there already.
 */
async function inlined(outDir: string, files: readonly string[]): Promise<string> {
  const styles = await Promise.all(files.map((file) => readFile(join(outDir, file), 'utf8')))
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled/>`)
  return `<style>${styles.join('')}</style>${links.join('')}`
}

/** The function as text, without the indentation that nobody reads. */
function startScriptOf(page: ManifestChunk, entry: ManifestChunk, chunks: Iterable<ManifestChunk>): string {
  const address = ({ file }: ManifestChunk) => `/${file}`
  const given = [address(page), address(entry), [...chunks].map(address)]
  const call = `(${startScript})(${given.map((each) => JSON.stringify(each)).join(', ')})`
  return `<script>${call.replace(/\n\s+/g, '\n')}</script>`
}
