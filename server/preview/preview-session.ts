import { createHmac } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSameSecret } from '#server/http/is-same-secret.ts'
import { formatFrameAncestors, PREVIEW_POLICY } from '#server/http/security-policies.ts'

/** ms; a working day. After it the editor opens the preview from the CMS again. */
const PREVIEW_SESSION_MS = 8 * 3_600_000

/** The `__Host-` prefix keeps other hosts of the domain from setting the cookie. */
const COOKIE_NAME = '__Host-preview'

/** Contentful shows the page in a frame of another site. `partitioned` limits the cookie to frames of that site. */
const COOKIE_OPTIONS = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'none',
  partitioned: true,
} as const satisfies CookieSerializeOptions

export type TokenSigner = ReturnType<typeof createPreviewTokenSigner>

/**
 * Creates and validates the tokens of preview sessions. A token is its expiry time with a signature: a session has no state
 * on the server, so each server of a site accepts it. A new secret ends all sessions, because the key derives from it.
 */
export function createPreviewTokenSigner(secret: string) {
  const key = createHmac('sha256', secret).update('preview cookie').digest()
  const sign = (expiresAt: string) => `${expiresAt}.${createHmac('sha256', key).update(expiresAt).digest('base64url')}`
  return {
    createToken: () => sign(String(Date.now() + PREVIEW_SESSION_MS)),
    isValid: (token: string): boolean => {
      const [expiresAt = ''] = token.split('.')
      return isSameSecret(token, sign(expiresAt)) && Number(expiresAt) > Date.now()
    },
  }
}

/** Sets the session cookie. */
export function startPreviewSession(reply: FastifyReply, tokens: TokenSigner): void {
  reply.setCookie(COOKIE_NAME, tokens.createToken(), { ...COOKIE_OPTIONS, maxAge: PREVIEW_SESSION_MS / 1000 })
}

/** Removes the session cookie. */
export function endPreviewSession(reply: FastifyReply): void {
  reply.clearCookie(COOKIE_NAME, COOKIE_OPTIONS)
}

/** Whether the request has the cookie of a session that has not expired. */
export const hasPreviewSession = ({ cookies }: FastifyRequest, tokens: TokenSigner): boolean =>
  tokens.isValid(cookies[COOKIE_NAME] ?? '')

/** Answers every route of the instance with 401 without a session, and keeps its responses out of caches. */
export function requirePreviewSession(server: FastifyInstance, tokens: TokenSigner): void {
  server.setErrorHandler(sendGraphqlError)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store, private', vary: 'Cookie' })
    if (hasPreviewSession(request, tokens)) return
    return reply.code(401).send(createGraphqlError('The preview has ended. Open it from the CMS again.'))
  })
}

/**
 * Whether a page of this site sent the request. The session cookie is `SameSite=None`, so browsers send it with requests
 * of every site. Without Sec-Fetch-Site the page has the address of the site, or that of the request: a browser writes Host
 * itself, while X-Forwarded-Host may be the client's.
 */
export function isSameOriginRequest({ headers }: FastifyRequest, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const page = URL.parse(headers.origin ?? '')
  return page !== null && (page.host === headers.host || page.origin === URL.parse(siteUrl)?.origin)
}

/** An error body in GraphQL's form, which all preview routes with JSON responses use. */
export const createGraphqlError = (message: string) => ({ errors: [{ message }] })

function sendGraphqlError(
  err: FastifyError,
  { method, routeOptions, log }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500, message } = err
  if (statusCode < 500) return reply.code(statusCode).send(createGraphqlError(message))
  log.error({ method, route: routeOptions.url, err }, 'request failed')
  return reply.code(500).send(createGraphqlError('Something went wrong on the server.'))
}

const POLICY_HEADER = 'content-security-policy'

const DEFAULT_HEADERS = { [POLICY_HEADER]: PREVIEW_POLICY }

/**
 * Lets the editor origins show the response in a frame, and keeps it out of caches and search engines. `headers`: the
 * other security headers, whose Content-Security-Policy must have no `frame-ancestors` directive.
 */
export function setPreviewHeaders(
  reply: FastifyReply,
  editorOrigins: readonly string[],
  headers: Readonly<Record<string, string>> = DEFAULT_HEADERS,
): void {
  const { [POLICY_HEADER]: policy, ...otherHeaders } = headers
  reply.removeHeader('x-frame-options') // cannot list origins
  reply.headers({
    ...otherHeaders,
    [POLICY_HEADER]: [...(policy ? [policy] : []), formatFrameAncestors(editorOrigins)].join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store, private',
    vary: 'Cookie',
    'x-robots-tag': 'noindex',
  })
}
