import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import type { SitePath } from '#src/content/field-schemas.ts'
import type { PrerenderedPage } from '#src/prerender.tsx'
import { startScript } from '#src/start-script.ts'
import { collectImportedChunks, findChunk, listStylesheets } from './built-chunks.ts'
import { WEB_MANIFEST_FILE } from './metadata-files.ts'

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
  /**
   * On the first style element of each page, where the site has a map: Google Maps takes it over for its own. Pages are
   * files, so it is the same for all visitors of a build, and no secret.
   */
  readonly styleNonce: string | undefined
}

/** Opens a build that Vite wrote. `hasMap`: the site is configured for Google Maps. */
export async function readBrowserBuild(outDir: string, hasMap: boolean): Promise<BrowserBuild> {
  const template = await readFile('index.html', 'utf8')
  const manifest = await readFile(join(outDir, '.vite/manifest.json'), 'utf8')
  const styleNonce = hasMap ? createHash('sha256').update(manifest).digest('base64').slice(0, 22) : undefined
  return { outDir, template, manifest: JSON.parse(manifest), styleNonce }
}

/** The file of a page, in the folder of the build. */
export const pageFileName = (path: SitePath) => posix.join(path, 'index.html').slice(1)

/** A page's HTML: content, head and styles in it, the script fetched when it is painted. */
export async function renderPageHtml(build: BrowserBuild, path: SitePath, made: PrerenderedPage): Promise<string> {
  const { style, script } = await readInlineCode(build, path)
  // The links are disabled, so nothing is fetched by them: they tell the bundler's loader, which looks for them, that
  // these styles are there already.
  const links = listStylesheets(chunksOf(build, path).all).map(
    (file) => `<link rel="stylesheet" href="/${file}" disabled/>`,
  )
  return filled(build, {
    head: `<link rel="manifest" href="/${WEB_MANIFEST_FILE}"/>${made.head}`,
    styles: styleElement(build, style) + links.join(''),
    page: made.page,
    script: `${made.data}<script>${script}</script>`,
  })
}

/** The text of the one script and the one style element of a page: of the code alone, whatever the content is. */
export async function readInlineCode(build: BrowserBuild, path: SitePath): Promise<Record<'style' | 'script', string>> {
  const { component, entry, all } = chunksOf(build, path)
  // Inlined: the first paint waits for no second request.
  const styles = await Promise.all(listStylesheets(all).map((file) => readFile(join(build.outDir, file), 'utf8')))
  return { style: styles.join(''), script: startScriptOf(component, entry, all) }
}

function chunksOf({ manifest }: BrowserBuild, path: SitePath) {
  const entry = findChunk(manifest, 'index.html')
  const component = findChunk(manifest, `src/routes/${ROUTES[path]}.tsx?tsr-split=component`)
  return {
    entry,
    component,
    all: new Set([...collectImportedChunks(manifest, entry), ...collectImportedChunks(manifest, component)]),
  }
}

const styleElement = ({ styleNonce }: BrowserBuild, style: string) =>
  `<style${styleNonce ? ` nonce="${styleNonce}"` : ''}>${style}</style>`

/** What an editor's preview begins with: no content, which the script asks the server for; search engines leave it out. */
export function renderPreviewShell(build: BrowserBuild): string {
  const { manifest } = build
  const entry = findChunk(manifest, 'index.html')
  const links = listStylesheets(collectImportedChunks(manifest, entry)).map(
    (file) => `<link rel="stylesheet" href="/${file}"/>`,
  )
  const shell = filled(build, {
    head: NOT_INDEXED,
    styles: (build.styleNonce ? styleElement(build, '') : '') + links.join(''),
    page: '',
    script: `<script type="module" src="/${entry.file}"></script>`,
  })
  return markAsPreview(shell)
}

/** The same for the development server, which completes it does index.html. */
export const renderDevelopmentShell = (template: string) => markAsPreview(template.replace('<!--head-->', NOT_INDEXED))

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

/** The function as text, without the indentation that nobody reads. */
function startScriptOf(page: ManifestChunk, entry: ManifestChunk, chunks: Iterable<ManifestChunk>): string {
  const address = ({ file }: ManifestChunk) => `/${file}`
  const given = [address(page), address(entry), [...chunks].map(address)]
  const call = `(${startScript})(${given.map((each) => JSON.stringify(each)).join(', ')})`
  return call.replace(/\n\s+/g, '\n')
}
