import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import type { SitePath } from '#shared/site-paths.gen.ts'
import type { PrerenderedPage } from '#src/prerender.tsx'
import { startScript } from '#src/start-script.ts'
import { WEB_MANIFEST_FILE } from './metadata-files.ts'

/** The browser build that the pages refer to. */
export interface BrowserBuild {
  /** Changes with any script or style of the site. */
  readonly id: string
  readonly outDir: string
  readonly manifest: Manifest
  /** index.html of the sources. */
  readonly template: string
  /**
   * The nonce of each page's first style element, where the site has a map: Google Maps reuses it for its own styles.
   * Pages are static files, so the nonce is the same for all visitors of a build, and no secret.
   */
  readonly styleNonce: string | undefined
}

/** Reads manifest and template of a Vite build. `hasMap`: the site is configured for Google Maps. */
export async function readBrowserBuild(outDir: string, hasMap: boolean): Promise<BrowserBuild> {
  const template = await readFile('index.html', 'utf8')
  const manifest = await readFile(join(outDir, '.vite/manifest.json'), 'utf8')
  const id = createHash('sha256').update(manifest).digest('base64').slice(0, 22)
  return { id, outDir, template, manifest: JSON.parse(manifest), styleNonce: hasMap ? id : undefined }
}

/** The folder of the routes of the site. */
export const ROUTES_FOLDER = 'src/routes'

/** Returns the route file of a page: `/gallery` → `src/routes/gallery.tsx`. */
export const getRouteFile = (path: string): string => `${ROUTES_FOLDER}/${path.slice(1) || 'index'}.tsx`

/** Returns the file of a page, relative to the folder of the build. */
export const pageFileName = (path: SitePath) => posix.join(path, 'index.html').slice(1)

/** Returns the HTML of a page with inlined content, head and styles. The scripts load after the first paint. */
export async function renderPageHtml(
  build: BrowserBuild,
  path: SitePath,
  prerendered: PrerenderedPage,
): Promise<string> {
  const { style, script } = await readInlineCode(build, path)
  // Disabled links fetch nothing. Vite's loader looks for them and does not load these stylesheets again.
  const links = listStylesheets(findPageChunks(build, path).all).map(
    (file) => `<link rel="stylesheet" href="/${file}" disabled/>`,
  )
  return fillTemplate(build, {
    head: `<link rel="manifest" href="/${WEB_MANIFEST_FILE}"/>${prerendered.head}`,
    styles: styleElement(build, style) + links.join(''),
    page: prerendered.page,
    script: `${prerendered.data}<script>${script}</script>`,
  })
}

/** Returns the text of the inline script and the inline style of a page. Both depend on the code, not on the content. */
export async function readInlineCode(build: BrowserBuild, path: SitePath): Promise<Record<'style' | 'script', string>> {
  const chunks = findPageChunks(build, path)
  // Inlined, so that the first paint needs no second request.
  const styles = await Promise.all(
    listStylesheets(chunks.all).map((file) => readFile(join(build.outDir, file), 'utf8')),
  )
  return { style: styles.join(''), script: renderStartScript(chunks) }
}

function findPageChunks({ manifest }: BrowserBuild, path: SitePath) {
  const entry = findChunk(manifest, 'index.html')
  const component = findChunk(manifest, `${getRouteFile(path)}?tsr-split=component`)
  const all = [...new Set([...collectImportedChunks(manifest, entry), ...collectImportedChunks(manifest, component)])]
  return { entry, component, all, libraries: all.filter((chunk) => !collectImportedChunks(manifest, chunk).has(entry)) }
}

const styleElement = ({ styleNonce }: BrowserBuild, style: string) =>
  `<style${styleNonce ? ` nonce="${styleNonce}"` : ''}>${style}</style>`

/** Returns the HTML of an editor's preview: a page without content, which the script fetches. Not indexed. */
export function renderPreviewShell(build: BrowserBuild): string {
  const { manifest } = build
  const entry = findChunk(manifest, 'index.html')
  const links = listStylesheets(collectImportedChunks(manifest, entry)).map(
    (file) => `<link rel="stylesheet" href="/${file}"/>`,
  )
  const shell = fillTemplate(build, {
    head: NOT_INDEXED,
    styles: (build.styleNonce ? styleElement(build, '') : '') + links.join(''),
    page: '',
    script: `<script type="module" src="/${entry.file}"></script>`,
  })
  return markAsPreview(shell)
}

/** Returns the preview HTML for the development server, which transforms it like index.html. */
export const renderDevelopmentShell = (template: string) => markAsPreview(template.replace('<!--head-->', NOT_INDEXED))

const NOT_INDEXED = '<meta name="robots" content="noindex"/>'

/** server/preview/draft-pages.ts fills the attribute with the editors' origins. */
const markAsPreview = (html: string) => html.replace('<html lang="en">', '<html lang="en" data-preview="">')

/** Uses replacer functions, because `$&` in a replacement string has a special meaning. */
const fillTemplate = ({ template }: BrowserBuild, { head, styles, page, script }: Parts) =>
  template
    .replace('<!--head-->', () => head)
    .replace('</head>', () => `${styles}</head>`)
    .replace('<!--page-->', () => page)
    .replace('<script type="module" src="/src/main.tsx"></script>', () => script)

type Parts = Readonly<Record<'head' | 'styles' | 'page' | 'script', string>>

/** Returns a call of the start script as text, without indentation. */
function renderStartScript({ component, entry, libraries, all }: ReturnType<typeof findPageChunks>): string {
  const address = ({ file }: ManifestChunk) => `/${file}`
  const args = [address(component), address(entry), libraries.map(address), all.map(address)]
  const call = `(${startScript})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
  return call.replace(/\n\s+/g, '\n')
}

/** Returns the chunk of a source file. Throws where the build has none. */
function findChunk(manifest: Manifest, source: string): ManifestChunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  return chunk
}

/** Returns a chunk after its static imports, direct and indirect; dynamic imports are left out. */
function collectImportedChunks(
  manifest: Manifest,
  chunk: ManifestChunk,
  seen = new Set<ManifestChunk>(),
): Set<ManifestChunk> {
  if (seen.has(chunk)) return seen
  for (const imported of chunk.imports ?? []) collectImportedChunks(manifest, findChunk(manifest, imported), seen)
  return seen.add(chunk)
}

/** Returns the stylesheets of these chunks without duplicates. */
const listStylesheets = (chunks: Iterable<ManifestChunk>): readonly string[] => [
  ...new Set([...chunks].flatMap((chunk) => chunk.css ?? [])),
]
