import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { EDITOR_PATH, getEditorFiles } from './editor-files.ts'

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
 * no CORS headers) nor write with the token (packages/contentful-local/http/protocol.ts).
 */
export async function editorRoutes(scope: FastifyInstance, { token }: { readonly token: string }) {
  // Redirects to the host name of the site: on another one the framed site would not get its cookie.
  scope.addHook('onRequest', async ({ hostname, host, url }, reply) => {
    reply.headers(HEADERS)
    if (hostname !== HOST) return reply.redirect(`http://${HOST}${host.slice(hostname.length)}${url}`)
  })

  scope.get('/app', async (_, reply) =>
    reply.redirect(`/app/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}/entries`),
  )
  scope.get('/app/*', async (_, reply) => reply.type('text/html; charset=utf-8').send(renderPage(token)))
  scope.get<{ Params: { name: string } }>(`${EDITOR_PATH}:name(^[\\w-]+\\.(?:js|css)$)`, async ({ params }, reply) => {
    const text = (await getEditorFiles()).get(params.name)
    if (text === undefined) return reply.callNotFound()
    const type = extname(params.name) === '.css' ? 'text/css' : 'text/javascript'
    return reply.type(`${type}; charset=utf-8`).send(text)
  })
}

const renderPage = (token: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="management-token" content="${encodeURIComponent(token)}">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/app/editor.css">
    <script type="module" src="/app/editor.js"></script>
  </head>
  <body>
    <div id="editor"></div>
  </body>
</html>
`
