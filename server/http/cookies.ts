import type { FastifyReply, FastifyRequest } from 'fastify'
import { antiForgeryCookie } from '#server/contract.ts'

/** `__Host-`: browsers take it only with Secure, Path=/ and no Domain, so that no other host can set it. */
const SESSION_COOKIE = '__Host-session'

interface SessionCookies {
  readonly secret: string
  readonly antiForgeryToken: string
  /** ms */
  readonly lifetime: number
  /** Where the site's script reads the token on another host of the domain. */
  readonly domain: string | undefined
}

export function setSessionCookies(reply: FastifyReply, cookies: SessionCookies): void {
  const { secret, antiForgeryToken, lifetime, domain } = cookies
  const rules = { path: '/', secure: true, sameSite: 'strict', maxAge: Math.floor(lifetime / 1000) } as const
  reply.setCookie(SESSION_COOKIE, secret, { ...rules, httpOnly: true })
  reply.setCookie(antiForgeryCookie, antiForgeryToken, { ...rules, ...(domain && { domain }) })
}

export const sessionSecretOf = ({ cookies }: FastifyRequest): string | undefined => cookies[SESSION_COOKIE]
