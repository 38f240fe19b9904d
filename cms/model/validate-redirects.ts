import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { parseRedirectSource, parseRedirectTarget } from './parse-redirect-addresses.ts'

/** A redirect entry. */
export interface Redirect {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly isPermanent: boolean
}

interface RejectedRedirectReason {
  readonly id: string
  readonly from: string
  /** Why it is not served and what to change, for editors. */
  readonly reason: string
}

export interface RedirectValidation {
  readonly served: readonly Redirect[]
  readonly rejected: readonly RejectedRedirectReason[]
}

/**
 * Validates redirects. Rejects redirects with an invalid address, of a page's path, of the same path as another one, and to
 * anything but a page or another site. So no redirect leads to another one. `siteUrl`: URLs of this host are paths of the
 * site.
 */
export function validateRedirects(
  redirects: readonly Redirect[],
  pages: readonly string[] = SITE_PATHS,
  siteUrl?: string,
): RedirectValidation {
  const rejected = new Map<Redirect, string>()
  const redirectsByPath = new Map<string, Redirect>()
  const siteHost = siteUrl && new URL(siteUrl).host
  for (const redirect of redirects.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const parsed = parseRedirect(redirect, pages, siteHost || undefined)
    const first = 'path' in parsed ? redirectsByPath.get(parsed.path) : undefined
    if ('problem' in parsed) rejected.set(redirect, parsed.problem)
    else if (first)
      rejected.set(
        redirect,
        `begins where the redirect from ${first.from} to ${first.to} does, which visitors follow: keep one of the two`,
      )
    else redirectsByPath.set(parsed.path, redirect)
  }
  return {
    served: redirects.filter((redirect) => !rejected.has(redirect)),
    rejected: redirects.flatMap((redirect) => {
      const reason = rejected.get(redirect)
      return reason ? [{ id: redirect.id, from: redirect.from, reason }] : []
    }),
  }
}

/** Returns the normalized path that is redirected, or why the redirect is not served. */
function parseRedirect(redirect: Redirect, pages: readonly string[], siteHost?: string) {
  const from = parseRedirectSource(redirect.from)
  if ('problem' in from) return from
  if (pages.includes(from.path))
    return {
      problem: `begins at the page ${from.path}, which visitors see instead: choose an address that no page has`,
    }
  const target = parseRedirectTarget(redirect.to, siteHost)
  if ('problem' in target) return target
  if ('externalUrl' in target || pages.includes(target.path)) return from
  return { problem: `leads to ${target.path}, and no page has that address: choose one of ${pages.join(', ')}` }
}
