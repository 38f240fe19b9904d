import type { FastifyReply } from 'fastify'

/**
 * Lets the editors show the response in a frame, and keeps it out of caches and search engines. `headers`: the other
 * security headers of the response, if it is a page, with a policy that names no `frame-ancestors`.
 */
export function setPreviewHeaders(
  reply: FastifyReply,
  editors: readonly string[],
  headers: Readonly<Record<string, string>> = NO_PAGE,
): void {
  const { [POLICY]: policy, ...others } = headers
  reply.removeHeader('x-frame-options') // it has no list of origins
  reply.headers({
    ...others,
    [POLICY]: [...(policy ? [policy] : []), ["frame-ancestors 'self'", ...editors].join(' ')].join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store, private',
    vary: 'Cookie',
    'x-robots-tag': 'noindex',
  })
}

const POLICY = 'content-security-policy'

const NO_PAGE = { [POLICY]: "default-src 'none'; base-uri 'none'; form-action 'none'" }
