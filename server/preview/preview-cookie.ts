import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PREVIEW_SESSION_MS, type PreviewTokens } from './tickets.ts'

/** As in http/cookies.ts: no other host can set it. */
const NAME = '__Host-preview'

/** Contentful shows the page in a frame of another site. Partitioned: the cookie of that frame is good there alone. */
const RULES = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'none',
  partitioned: true,
} as const satisfies CookieSerializeOptions

export function startPreviewSession(reply: FastifyReply, tickets: PreviewTokens): void {
  reply.setCookie(NAME, tickets.createToken(), { ...RULES, maxAge: PREVIEW_SESSION_MS / 1000 })
}

export function endPreviewSession(reply: FastifyReply): void {
  reply.clearCookie(NAME, RULES)
}

/** Whether who asks came in with the secret, and not too long ago. */
export const hasPreviewSession = ({ cookies }: FastifyRequest, tickets: PreviewTokens): boolean =>
  tickets.isValid(cookies[NAME] ?? '')
