import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TICKET_LIFE, type Tickets } from './tickets.ts'

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

export function startPreviewIn(reply: FastifyReply, tickets: Tickets): void {
  reply.setCookie(NAME, tickets.issue(), { ...RULES, maxAge: TICKET_LIFE / 1000 })
}

export function endPreviewIn(reply: FastifyReply): void {
  reply.clearCookie(NAME, RULES)
}

/** Whether who asks came in with the secret, and not too long ago. */
export const isEditor = ({ cookies }: FastifyRequest, tickets: Tickets): boolean => tickets.isValid(cookies[NAME] ?? '')
