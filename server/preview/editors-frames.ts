import type { FastifyReply } from 'fastify'

/** Lets the editors show the answer in a frame, and keeps it out of caches and search engines. */
export function forEditorsAlone(reply: FastifyReply, editors: readonly string[], policy: readonly string[] = []): void {
  reply.removeHeader('x-frame-options') // it knows no list
  reply.headers({
    'content-security-policy': [...policy, ["frame-ancestors 'self'", ...editors].join(' ')].join('; '),
    'cache-control': 'no-store, private',
    vary: 'Cookie',
    'x-robots-tag': 'noindex',
  })
}
