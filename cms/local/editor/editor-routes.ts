import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#shared/local-contentful.ts'

const HOST = '127.0.0.1'
const STYLES = ['editor.css', 'rows.css']

/** In a frame stand pages of this machine only: the site, on whatever port it is. */
const POLICY = [
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
 * A form for every entry and asset, so that content can be changed, previewed and published without an account. The
 * page holds the management token: it is this machine's own, everybody knows it, and pages of other origins neither
 * read this page (it stands outside of CORS) nor write with the token (other-origins.ts).
 */
export async function editorRoutes(scope: FastifyInstance, { token }: { readonly token: string }) {
  const page = pageWith(token)
  let script: Promise<string> | undefined

  // One name for both, else the site in its frame would be another site's, and would get no cookie.
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
    .headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    .type(`${type}; charset=utf-8`)
    .send(text)

const pageWith = (token: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Local content</title>
    <meta name="viewport" content="width=device-width">
    <meta name="management-token" content="${escaped(token)}">
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

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const APP = join(import.meta.dirname, 'app')

/** What one build answers with; several are for several outputs, and a watcher is for watching. */
const built = z.object({ output: z.array(z.object({ type: z.string(), code: z.optional(z.string()) })) })

/** The editor's browser modules as one script. They are built in memory: nothing of them lies on the disk. */
async function buildEditorScript(): Promise<string> {
  const { build } = await import('vite') // only where somebody opens the editor
  const { output } = built.parse(
    await build({
      root: APP,
      configFile: false,
      envDir: false,
      publicDir: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false, // who tries something out wants to read it
        modulePreload: false,
        rolldownOptions: { input: join(APP, 'main.ts') },
      },
    }),
  )
  const [script] = output.flatMap(({ code }) => code ?? [])
  if (script === undefined) throw new Error('The build of the editor has no script')
  return script
}
