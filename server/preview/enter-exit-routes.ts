import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { isSameSecret } from '#server/http/is-same-secret.ts'
import { getClientAddress } from '#server/http/network-address.ts'
import { createPreviewPagePolicy } from '#server/http/security-policies.ts'
import { toSafeRedirectPath } from '#server/site/redirects.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'
import {
  endPreviewSession,
  hasPreviewSession,
  setPreviewHeaders,
  startPreviewSession,
  type TokenSigner,
} from './preview-session.ts'

export interface EnterExitOptions {
  /** Opens the preview; at least 16 characters. */
  readonly secret: string
  /** Origins of CMS editors that may show pages in a frame: https://app.contentful.com, the local Contentful. */
  readonly editorOrigins: readonly string[]
  /** Resolves with the path of the page that shows an entry; `undefined` when no page does. */
  readonly findPagePath: (entryId: string) => Promise<string | undefined>
}

const queryText = z.catch(z.string(), '')
const querySchema = z.object({ secret: queryText, path: queryText, entry: queryText })

/**
 * Logins with a wrong secret per client address and minute, counted by each server. A 16-character secret cannot be guessed
 * at this rate. The counts of the addresses that failed last are kept.
 */
const FAILED_LOGINS = { max: 20, timeWindow: 60_000, cache: 10_000, keyGenerator: getClientAddress }

/** Adds the routes that start and end a preview session. With a wrong secret the path is an unknown one, like any other. */
export function addEnterExitRoutes(server: FastifyInstance, tokens: TokenSigner, options: EnterExitOptions): void {
  server.register(async (routes) => {
    await routes.register(rateLimit, { global: false, ...FAILED_LOGINS })
    addEnterRoute(routes, tokens, options)
  })
  addEnteredRoute(server, tokens, options)
  addLeaveRoute(server, options)
}

function addEnterRoute(
  server: FastifyInstance,
  tokens: TokenSigner,
  { secret, editorOrigins, findPagePath }: EnterExitOptions,
): void {
  const countFailedLogin = server.createRateLimit()

  /** The page of the entry; the given path when the entry has no page or cannot be read. */
  const findTarget = async ({ entry, path }: z.output<typeof querySchema>) =>
    toSafeRedirectPath((entry && (await findPagePath(entry).catch(() => undefined))) || path)

  server.get(previewApiPaths.enter, async (request, reply) => {
    const query = querySchema.parse(request.query)
    const isValid = isSameSecret(query.secret, secret)
    // Also read for the right secret, so that the response time does not tell whether a refused secret is the right one.
    const failures = await countFailedLogin(request, { increment: !isValid && query.secret !== '' })
    const isRefused = !failures.isAllowed && failures.remaining === 0
    if (!isValid || isRefused) return reply.callNotFound()
    setPreviewHeaders(reply, editorOrigins)
    startPreviewSession(reply, tokens)
    const target = new URLSearchParams({ path: await findTarget(query) })
    // The URL contains the secret: it must not become the referrer of the next page.
    return reply.header('referrer-policy', 'no-referrer').redirect(`${previewApiPaths.entered}?${target}`, 303)
  })
}

/** Without its cookie the browser would show the published page, and an editor would take the drafts for lost. */
function addEnteredRoute(server: FastifyInstance, tokens: TokenSigner, { editorOrigins }: EnterExitOptions): void {
  server.get(previewApiPaths.entered, (request, reply) => {
    const path = toSafeRedirectPath(querySchema.parse(request.query).path)
    if (!hasPreviewSession(request, tokens)) {
      const publicPath = path === previewApiPaths.report ? '/' : path // visitors have no content report
      return sendPageWithLink(reply, editorOrigins, PAGES.cookieBlocked, publicPath)
    }
    setPreviewHeaders(reply, editorOrigins)
    return reply.redirect(path, 303)
  })
}

function addLeaveRoute(server: FastifyInstance, { editorOrigins }: EnterExitOptions): void {
  server.get(previewApiPaths.leave, (request, reply) => {
    const path = toSafeRedirectPath(querySchema.parse(request.query).path)
    endPreviewSession(reply)
    if (!FRAME_DESTINATIONS.has(String(request.headers['sec-fetch-dest']))) {
      setPreviewHeaders(reply, editorOrigins)
      return reply.redirect(path, 303)
    }
    return sendPageWithLink(reply, editorOrigins, PAGES.left, path)
  })
}

/** Values of Sec-Fetch-Dest for requests of frames. */
const FRAME_DESTINATIONS: ReadonlySet<string> = new Set(['iframe', 'frame'])

interface PageTexts {
  readonly title: string
  readonly paragraphs: readonly string[]
}

const PAGES = {
  left: {
    title: 'The preview has ended',
    paragraphs: ['“Open preview” in the CMS begins it again.'],
  },
  cookieBlocked: {
    title: 'The drafts cannot be shown',
    paragraphs: [
      'The preview needs a cookie, and this browser has not kept it: it blocks cookies, or the address of the site does not begin with https.',
      'Allow cookies for this site in the settings of the browser, then choose “Open preview” in the CMS again.',
    ],
  },
} satisfies Record<string, PageTexts>

const PAGE_STYLE = 'body { font: 1rem/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem }'

/**
 * Sends a page in place of the one that was requested, with a link to what visitors see in a new tab: in a frame of the CMS
 * the published page cannot be shown, because it allows frames of this site only.
 */
export function sendPageWithLink(
  reply: FastifyReply,
  editorOrigins: readonly string[],
  { title, paragraphs }: PageTexts,
  link: string,
): FastifyReply {
  setPreviewHeaders(reply, editorOrigins, { 'content-security-policy': createPreviewPagePolicy(PAGE_STYLE) })
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>${title}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
<p><a href="${link.replaceAll('&', '&amp;')}" target="_blank">Open the page as visitors see it</a> (in a new tab).</p>
</main>
</html>
`)
}
