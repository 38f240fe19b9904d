import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { parseRedirectSource, parseRedirectTarget, type RedirectTarget } from './parse-redirect-addresses.ts'

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

interface ParsedRedirect {
  readonly redirect: Redirect
  /** Normalized source path. */
  readonly path: string
  readonly target: RedirectTarget
}

/**
 * Validates redirects. Rejects redirects with an invalid address, of a page's path, in a loop, and to another redirect.
 * `siteUrl`: URLs of this host are paths of the site.
 */
export function validateRedirects(
  redirects: readonly Redirect[],
  pages: readonly string[] = SITE_PATHS,
  siteUrl?: string,
): RedirectValidation {
  const rejected = new Map<Redirect, string>()
  const redirectsByPath = new Map<string, ParsedRedirect>()
  const siteHost = siteUrl && new URL(siteUrl).host
  for (const redirect of redirects.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const parsed = parseRedirect(redirect, pages, siteHost || undefined)
    const first = 'path' in parsed ? redirectsByPath.get(parsed.path) : undefined
    if ('problem' in parsed) rejected.set(redirect, parsed.problem)
    else if (first) rejected.set(redirect, `begins where the redirect ${first.redirect.id} does: keep one of the two`)
    else redirectsByPath.set(parsed.path, parsed)
  }
  for (const parsed of redirectsByPath.values()) {
    const problem = findChainProblem(parsed, redirectsByPath, pages)
    if (problem) rejected.set(parsed.redirect, problem)
  }
  return {
    served: redirects.filter((redirect) => !rejected.has(redirect)),
    rejected: redirects.flatMap((redirect) => {
      const reason = rejected.get(redirect)
      return reason ? [{ id: redirect.id, from: redirect.from, reason }] : []
    }),
  }
}

function parseRedirect(
  redirect: Redirect,
  pages: readonly string[],
  siteHost?: string,
): ParsedRedirect | { problem: string } {
  const from = parseRedirectSource(redirect.from)
  if ('problem' in from) return from
  if (pages.includes(from.path)) return { problem: `hides the page ${from.path}: choose an address that no page has` }
  const target = parseRedirectTarget(redirect.to, siteHost)
  return 'problem' in target ? target : { redirect, path: from.path, target }
}

/** Follows a redirect. It must lead to a page directly, not through other redirects. */
function findChainProblem(
  start: ParsedRedirect,
  redirectsByPath: ReadonlyMap<string, ParsedRedirect>,
  pages: readonly string[],
): string | undefined {
  const chain = [start]
  for (;;) {
    const { target } = chain.at(-1) ?? start
    const next = 'path' in target ? redirectsByPath.get(target.path) : undefined
    if (!next) return findTargetProblem(chain, pages)
    if (next === start && chain.length === 1) return 'leads to itself: let it lead to a page'
    if (chain.includes(next)) return formatLoopProblem(chain, next)
    chain.push(next)
  }
}

function formatLoopProblem(chain: readonly ParsedRedirect[], loopStart: ParsedRedirect): string {
  const loop = [...chain.slice(chain.indexOf(loopStart)), loopStart].map(({ path }) => path).join(' → ')
  if (chain[0] === loopStart) return `leads in a circle, ${loop}: let one of them lead to a page`
  return `leads to ${chain[1]?.path}, and that into a circle, ${loop}: let it lead to a page`
}

function findTargetProblem(chain: readonly ParsedRedirect[], pages: readonly string[]): string | undefined {
  const [first, second] = chain
  const last = chain.at(-1)
  if (!first || !last) return undefined
  const end = formatTarget(last.target)
  const isPage = 'externalUrl' in last.target || pages.includes(last.target.path)
  if (second) {
    const advice = isPage ? `let it lead to ${last.redirect.to}` : `let it lead to a page, one of ${pages.join(', ')}`
    return `leads to ${second.path}, which leads on to ${formatTarget(second.target)}: ${advice}`
  }
  return isPage ? undefined : `leads to ${end}, and no page has that address: choose one of ${pages.join(', ')}`
}

const formatTarget = (target: RedirectTarget) => ('path' in target ? target.path : target.externalUrl)
