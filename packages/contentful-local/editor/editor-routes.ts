import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from '#local/constants.ts'

const HOST = '127.0.0.1'

const HEADERS = {
  // Frames are limited to the site on this machine, on any port.
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; frame-src http://${HOST}:* http://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/**
 * Serves the editor: a form for every entry and asset, to change, preview and publish content without an account. The page
 * contains the management token. It is the same on every machine; pages of other origins can neither read this page (it has
 * no CORS headers) nor write with the token (packages/contentful-local/http/protocol.ts). `redirectsLocalhost`: to 127.0.0.1,
 * the host name of the site, because on another one the framed site would not get its cookie.
 */
export async function editorRoutes(scope: FastifyInstance, { redirectsLocalhost }: { redirectsLocalhost: boolean }) {
  scope.addHook('onRequest', async ({ hostname, host, url }, reply) => {
    reply.headers(HEADERS)
    if (redirectsLocalhost && hostname === 'localhost')
      return reply.redirect(`http://${HOST}${host.slice(hostname.length)}${url}`)
  })

  scope.get('/app', async (_, reply) =>
    reply.redirect(`/app/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}/entries`),
  )
  scope.get('/app/*', async (_, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  scope.get<{ Params: { name: string } }>('/app/:name(^[\\w-]+\\.(?:js|css)$)', async ({ params }, reply) => {
    const text = (await getEditorFiles()).get(params.name)
    if (text === undefined) return reply.callNotFound()
    const type = extname(params.name) === '.css' ? 'text/css' : 'text/javascript'
    return reply.type(`${type}; charset=utf-8`).send(text)
  })
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="management-token" content="${encodeURIComponent(LOCAL_TOKENS.management)}">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/app/editor.css">
    <script type="module" src="/app/editor.js"></script>
  </head>
  <body>
    <div id="editor"></div>
  </body>
</html>
`

const APP_FOLDER = join(import.meta.dirname, 'app')

/** The built editor. Exists in the published package only. */
const PREBUILT_FOLDER = join(import.meta.dirname, 'dist')

/** The files of this process. */
let loading: Promise<ReadonlyMap<string, string>> | undefined

/** Returns the texts of the editor's files by name: prebuilt in the published package, or built by Vite at the first call. */
export function getEditorFiles() {
  loading ??= existsSync(PREBUILT_FOLDER) ? readPrebuiltFiles() : buildEditor()
  return loading
}

async function readPrebuiltFiles() {
  const files = new Map<string, string>()
  for (const name of await readdir(PREBUILT_FOLDER))
    files.set(name, await readFile(join(PREBUILT_FOLDER, name), 'utf8'))
  return files
}

async function buildEditor() {
  const { build } = await import('vite') // a development dependency: the published package has a prebuilt editor
  const built = await build({
    root: APP_FOLDER,
    base: '/app/',
    configFile: false,
    logLevel: 'error',
    // The production version of React, also when NODE_ENV is `test` or `development`.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      modulePreload: false, // contentful-management is loaded for the first request of an app
      rolldownOptions: {
        input: join(APP_FOLDER, 'main.tsx'),
        output: { entryFileNames: 'editor.js', chunkFileNames: '[name]-[hash].js', assetFileNames: 'editor.[ext]' },
      },
    },
  })
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  return new Map(files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]))
}
