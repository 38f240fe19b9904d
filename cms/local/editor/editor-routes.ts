import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'

const HOST = '127.0.0.1'
const STYLES = ['editor.css', 'rows.css']

/** Frames are limited to the site on this machine, on any port. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  `frame-src http://${HOST}:* http://localhost:*`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the editor: a form for every entry and asset, to change, preview and publish content without an account. The page
 * contains the management token. It is the same on every machine; pages of other origins can neither read this page (it has
 * no CORS headers) nor write with the token (cms/local/http/protocol.ts).
 */
export async function editorRoutes(scope: FastifyInstance, { token }: { readonly token: string }) {
  const page = renderPage(token)
  let script: Promise<string> | undefined

  // Redirects to the host name of the site: on another one the framed site would not get its cookie.
  scope.addHook('onRequest', async ({ hostname, host, url }, reply) => {
    if (hostname !== HOST) return reply.redirect(`http://${HOST}${host.slice(hostname.length)}${url}`)
  })

  scope.get('/app', async (_, reply) =>
    reply.redirect(`/app/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}/entries`),
  )
  scope.get('/app/*', async (_, reply) => send(reply, 'text/html', page))
  scope.get('/app/editor.css', async (_, reply) => {
    const styles = STYLES.map((name) => readFile(join(import.meta.dirname, name), 'utf8'))
    return send(reply, 'text/css', (await Promise.all(styles)).join('\n'))
  })
  scope.get('/app/editor.js', async (_, reply) => {
    script ??= buildEditorScript()
    return send(reply, 'text/javascript', await script)
  })
}

const send = (reply: FastifyReply, type: string, text: string) =>
  reply
    .headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .type(`${type}; charset=utf-8`)
    .send(text)

const renderPage = (token: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Local content</title>
    <meta name="viewport" content="width=device-width">
    <meta name="management-token" content="${escapeAttribute(token)}">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/app/editor.css">
    <script type="module" src="/app/editor.js"></script>
  </head>
  <body>
    <header class="bar"><p>Local content</p><nav aria-label="Content"></nav></header>
    <main></main>
  </body>
</html>
`

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const APP_FOLDER = join(import.meta.dirname, 'app')

/** The result of a build with one output. */
const buildResultSchema = z.object({ output: z.array(z.object({ type: z.string(), code: z.optional(z.string()) })) })

/** Bundles the browser modules of the editor in memory. */
async function buildEditorScript(): Promise<string> {
  const { build } = await import('vite') // imported on demand, when the editor is opened
  const { output } = buildResultSchema.parse(
    await build({
      root: APP_FOLDER,
      configFile: false,
      envDir: false,
      publicDir: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false, // easier to debug
        modulePreload: false,
        rolldownOptions: { input: join(APP_FOLDER, 'main.ts') },
      },
    }),
  )
  const [script] = output.flatMap(({ code }) => code ?? [])
  if (script === undefined) throw new Error('The build of the editor has no script')
  return script
}
