import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { isSameSecret } from '#server/http/is-same-secret.ts'
import { getClientAddress } from '#server/http/network-address.ts'
import { toSafeRedirectPath } from '#server/web/redirects.ts'
import { createCspHashSource } from '#server/web/security-headers.ts'
import { previewApiPaths } from './contract.ts'
import { createMemoryLoginRateLimit, type LoginRateLimit } from './login-rate-limit.ts'
import {
  endPreviewSession,
  hasPreviewSession,
  type PreviewTokens,
  setPreviewHeaders,
  startPreviewSession,
} from './preview-session.ts'
import { parseScheduledChanges } from './scheduled-view.ts'

export interface EnterExitOptions {
  /** Opens the preview; at least 16 characters. */
  readonly secret: string
  /** Limits failed logins; in memory by default. */
  readonly loginRateLimit?: LoginRateLimit
  /** Origins of CMS editors that may show pages in a frame: https://app.contentful.com, the local Contentful. */
  readonly editorOrigins: readonly string[]
  /** Resolves with the path of the page that shows an entry; `undefined` when no page does. */
  readonly findPagePath: (entryId: string) => Promise<string | undefined>
}

const queryText = z.catch(z.string(), '')
const querySchema = z.object({
  secret: queryText,
  path: queryText,
  entry: queryText,
  at: queryText,
  publish: queryText,
  unpublish: queryText,
})

/** Adds the routes that start and end a preview session. With a wrong secret the path is an unknown one, like any other. */
export function addEnterExitRoutes(server: FastifyInstance, tokens: PreviewTokens, options: EnterExitOptions): void {
  const { secret, loginRateLimit = createMemoryLoginRateLimit(), editorOrigins, findPagePath } = options

  /** The page of the entry; the given path when the entry has no page or cannot be read. */
  const findTarget = async ({ entry, path }: z.output<typeof querySchema>) =>
    toSafeRedirectPath((entry && (await findPagePath(entry).catch(() => undefined))) || path)

  server.get(previewApiPaths.enter, async (request, reply) => {
    const query = querySchema.parse(request.query)
    const address = getClientAddress(request)
    const isValid = isSameSecret(query.secret, secret)
    if (!isValid && query.secret) loginRateLimit.recordFailure(address)
    // Also checked for wrong secrets, so that the response time does not tell whether the secret is valid.
    const isExceeded = query.secret !== '' && (await loginRateLimit.isExceeded(address))
    if (!isValid || isExceeded) return reply.callNotFound()
    const changes = parseScheduledChanges(query)
    if (typeof changes === 'string') return sendPage(reply.code(400), renderProblemPage(changes))
    setPreviewHeaders(reply, editorOrigins)
    startPreviewSession(reply, tokens, changes)
    // The URL contains the secret: it must not become the referrer of the next page.
    return reply.header('referrer-policy', 'no-referrer').redirect(await findTarget(query), 303)
  })

  server.get(previewApiPaths.leave, (request, reply) => {
    const path = toSafeRedirectPath(querySchema.parse(request.query).path)
    endPreviewSession(reply)
    if (!FRAME_DESTINATIONS.has(String(request.headers['sec-fetch-dest']))) {
      setPreviewHeaders(reply, editorOrigins)
      return reply.redirect(path, 303)
    }
    return sendPage(reply, renderExitPage(path))
  })

  server.get(previewApiPaths.drafts, (request, reply) => {
    if (!hasPreviewSession(request, tokens)) return reply.callNotFound()
    setPreviewHeaders(reply, editorOrigins)
    startPreviewSession(reply, tokens)
    return reply.redirect(toSafeRedirectPath(querySchema.parse(request.query).path), 303)
  })

  function sendPage(reply: FastifyReply, page: string): FastifyReply {
    setPreviewHeaders(reply, editorOrigins, { 'content-security-policy': PAGE_POLICY })
    return reply.type('text/html; charset=utf-8').send(page)
  }
}

/** Values of Sec-Fetch-Dest for requests of frames. */
const FRAME_DESTINATIONS: ReadonlySet<string> = new Set(['iframe', 'frame'])

const PAGE_STYLE = 'body { font: 1rem/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem }'

const PAGE_POLICY = `default-src 'none'; style-src ${createCspHashSource(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`

/** The page after leaving in a frame of the CMS, where the published page cannot be shown: it allows frames of this site only. */
const renderExitPage = (path: string) =>
  renderPage(
    'The preview has ended',
    `<p><a href="${path.replaceAll('&', '&amp;')}" target="_blank">Open the page as visitors see it</a> (in a new tab).</p>
<p>“Open preview” in the CMS begins it again.</p>`,
  )

/** The page for an address with invalid scheduled changes. `problem`: a sentence of this server, without text of the address. */
const renderProblemPage = (problem: string) => renderPage('The preview cannot be opened', `<p>${problem}</p>`)

const renderPage = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
<h1>${title}</h1>
${body}
</html>
`
