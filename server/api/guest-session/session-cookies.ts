import type { FastifyReply, FastifyRequest } from 'fastify'
import { antiForgeryCookie } from '#server/api/contract.ts'

/** `__Host-`: browsers take it only with Secure, Path=/ and no Domain, so that no other host can set it. */
const SESSION_COOKIE = '__Host-session'

/** For WebKit: unlike other engines it stores no Secure cookie from http://127.0.0.1 and http://localhost. */
const LOOPBACK_SESSION_COOKIE = 'session'

const LOOPBACK_PAGE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/

interface SessionCookies {
  readonly secret: string
  readonly antiForgeryToken: string
  /** ms */
  readonly lifetimeMs: number
  /** Where the site's script reads the token on another host of the domain. */
  readonly domain: string | undefined
  /** The origin of the page. */
  readonly origin: string | undefined
}

export function setSessionCookies(reply: FastifyReply, cookies: SessionCookies): void {
  const { secret, antiForgeryToken, lifetimeMs, domain, origin = '' } = cookies
  const isLoopback = !domain && LOOPBACK_PAGE.test(origin)
  const rules = { path: '/', secure: true, sameSite: 'strict', maxAge: Math.floor(lifetimeMs / 1000) } as const
  const loopbackRules = { ...rules, secure: !isLoopback }
  reply.setCookie(SESSION_COOKIE, secret, { ...rules, httpOnly: true })
  reply.setCookie(antiForgeryCookie, antiForgeryToken, { ...loopbackRules, ...(domain && { domain }) })
  if (isLoopback) reply.setCookie(LOOPBACK_SESSION_COOKIE, secret, { ...loopbackRules, httpOnly: true })
}

export const getSessionSecret = ({ cookies }: FastifyRequest): string | undefined => cookies[SESSION_COOKIE]

/** Reads the session from the cookie of a loopback page where the browser sends no other. Not for production: another host of the domain can set that cookie. */
export async function acceptLoopbackSessionCookie({ cookies }: FastifyRequest): Promise<void> {
  cookies[SESSION_COOKIE] ??= cookies[LOOPBACK_SESSION_COOKIE]
}
