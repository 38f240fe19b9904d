import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { getClientAddress } from '#server/http/network-address.ts'
import { toSafeRedirectPath } from '#server/web/safe-redirect-path.ts'
import { createCspHashSource } from '#server/web/security-headers.ts'
import { previewApiPaths } from './contract.ts'
import { setPreviewHeaders } from './editors-frames.ts'
import { createMemoryLoginRateLimit } from './login-rate-limit.ts'
import { endPreviewSession, startPreviewSession } from './preview-cookie.ts'
import type { PreviewOptions } from './preview-options.ts'
import { isSameSecret, type PreviewTokens } from './tickets.ts'

const word = z.catch(z.string(), '')
const asked = z.object({ secret: word, path: word, entry: word })

/** The ways into a preview and out of it. Who comes without the secret does not learn that there is one. */
export function addEnterExitRoutes(
  server: FastifyInstance,
  tickets: PreviewTokens,
  options: Pick<PreviewOptions, 'secret' | 'loginRateLimit' | 'editors' | 'pageOf'>,
): void {
  const { secret, loginRateLimit = createMemoryLoginRateLimit(), editorOrigins, findPagePath } = options

  /** Where the entry cannot be looked for, the path that came with it is good enough. */
  const pathOf = async ({ entry, path }: z.output<typeof asked>) =>
    toSafeRedirectPath((entry && (await findPagePath(entry).catch(() => undefined))) || path)

  server.get(previewApiPaths.enter, async (request, reply) => {
    const given = asked.parse(request.query)
    const address = getClientAddress(request)
    const isRight = isSameSecret(given.secret, secret)
    if (!isRight && given.secret) loginRateLimit.recordFailure(address)
    // Asked of a wrong secret as well, so that the time of an answer does not tell whether the secret is right.
    const isExceeded = given.secret !== '' && (await loginRateLimit.isExceeded(address))
    if (!isRight || isExceeded) return reply.callNotFound()
    setPreviewHeaders(reply, editorOrigins)
    startPreviewSession(reply, tickets)
    // This address holds the secret: the page that follows is not told of it.
    return reply.header('referrer-policy', 'no-referrer').redirect(await pathOf(given), 303)
  })

  server.get(previewApiPaths.leave, (request, reply) => {
    const path = toSafeRedirectPath(asked.parse(request.query).path)
    endPreviewSession(reply)
    if (!FRAMES.has(String(request.headers['sec-fetch-dest']))) {
      setPreviewHeaders(reply, editorOrigins)
      return reply.redirect(path, 303)
    }
    setPreviewHeaders(reply, editorOrigins, { 'content-security-policy': ENDED_POLICY })
    return reply.type('text/html; charset=utf-8').send(ended(path))
  })
}

const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame'])

const ENDED_STYLE =
  'body { font: 1rem/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem }'

const ENDED_POLICY = `default-src 'none'; style-src ${createCspHashSource(ENDED_STYLE)}; base-uri 'none'; form-action 'none'`

/** No editor's frame may show what visitors get. For editors, so in English. */
const ended = (path: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The preview has ended</title>
<style>${ENDED_STYLE}</style>
<h1>The preview has ended</h1>
<p><a href="${path.replaceAll('&', '&amp;')}" target="_blank">Open the page as visitors see it</a> (in a new tab).</p>
<p>“Open preview” in the CMS begins it again.</p>
</html>
`
