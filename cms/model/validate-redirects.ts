import { SITE_PATHS } from '#shared/constants.ts'
import { parseRedirectSource, parseRedirectTarget, type RedirectTarget } from './parse-redirect-addresses.ts'

/** A redirect as editors wrote it. */
export interface Redirect {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly isPermanent: boolean
}

interface RefusedRedirect {
  readonly id: string
  readonly from: string
  /** For an editor: why it is not served, and what to change. */
  readonly reason: string
}

export interface RedirectValidation {
  readonly served: readonly Redirect[]
  readonly refused: readonly RefusedRedirect[]
}

interface Judged {
  readonly redirect: Redirect
  /** As the server compares it. */
  readonly path: string
  readonly target: RedirectTarget
}

/**
 * Which redirects may be served. The rest costs only itself: what is no safe address, what would hide a page,
 * what leads in a circle or only by way of another one. `siteUrl`: an address written whole may be this site's too.
 */
export function validateRedirects(
  redirects: readonly Redirect[],
  pages: readonly string[] = SITE_PATHS,
  siteUrl?: string,
): RedirectValidation {
  const refused = new Map<Redirect, string>()
  const byPath = new Map<string, Judged>()
  const siteHost = siteUrl && new URL(siteUrl).host
  for (const redirect of redirects.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const judged = judge(redirect, pages, siteHost || undefined)
    const first = 'path' in judged ? byPath.get(judged.path) : undefined
    if ('problem' in judged) refused.set(redirect, judged.problem)
    else if (first) refused.set(redirect, `begins where the redirect ${first.redirect.id} does: keep one of the two`)
    else byPath.set(judged.path, judged)
  }
  for (const judged of byPath.values()) {
    const problem = wayProblem(judged, byPath, pages)
    if (problem) refused.set(judged.redirect, problem)
  }
  return {
    served: redirects.filter((redirect) => !refused.has(redirect)),
    refused: redirects.flatMap((redirect) => {
      const reason = refused.get(redirect)
      return reason ? [{ id: redirect.id, from: redirect.from, reason }] : []
    }),
  }
}

function judge(redirect: Redirect, pages: readonly string[], siteHost?: string): Judged | { problem: string } {
  const from = parseRedirectSource(redirect.from)
  if ('problem' in from) return from
  if (pages.includes(from.path)) return { problem: `hides the page ${from.path}: choose an address that no page has` }
  const target = parseRedirectTarget(redirect.to, siteHost)
  return 'problem' in target ? target : { redirect, path: from.path, target }
}

/** Follows a redirect to its end: there must be a page, and no other redirect on the way. */
function wayProblem(start: Judged, byPath: ReadonlyMap<string, Judged>, pages: readonly string[]): string | undefined {
  const way = [start]
  for (;;) {
    const { target } = way.at(-1) ?? start
    const next = 'path' in target ? byPath.get(target.path) : undefined
    if (!next) return endProblem(way, pages)
    if (next === start && way.length === 1) return 'leads to itself: let it lead to a page'
    if (way.includes(next)) return circleProblem(way, next)
    way.push(next)
  }
}

function circleProblem(way: readonly Judged[], entrance: Judged): string {
  const circle = [...way.slice(way.indexOf(entrance)), entrance].map(({ path }) => path).join(' → ')
  if (way[0] === entrance) return `leads in a circle, ${circle}: let one of them lead to a page`
  return `leads to ${way[1]?.path}, and that into a circle, ${circle}: let it lead to a page`
}

function endProblem(way: readonly Judged[], pages: readonly string[]): string | undefined {
  const [first, second] = way
  const last = way.at(-1)
  if (!first || !last) return undefined
  const end = addressOf(last.target)
  const isPage = 'elsewhere' in last.target || pages.includes(last.target.path)
  if (second) {
    const remedy = isPage ? `let it lead to ${last.redirect.to}` : `let it lead to a page, one of ${pages.join(', ')}`
    return `leads to ${second.path}, which leads on to ${addressOf(second.target)}: ${remedy}`
  }
  return isPage ? undefined : `leads to ${end}, and no page has that address: choose one of ${pages.join(', ')}`
}

const addressOf = (target: RedirectTarget) => ('path' in target ? target.path : target.elsewhere)
