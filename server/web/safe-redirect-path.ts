/** No page has so long an address. */
const LONGEST = 2_000

/** What browsers read otherwise than it looks: `\` as `/`, and control characters as nothing. */
const AMBIGUOUS = /[\\\p{Cc}]/u

/** A path of this site, with its query, as an address bar would write it; `/` in place of whatever could lead elsewhere. */
export function toSafeRedirectPath(given: string): string {
  if (!given.startsWith('/') || given.length > LONGEST || AMBIGUOUS.test(given)) return '/'
  const address = URL.parse(given, HERE)
  // `/.//host` is a path, and would be a host once it is written without its dot.
  if (address?.origin !== HERE || address.pathname.startsWith('//')) return '/'
  return address.pathname + address.search + address.hash
}

const HERE = 'http://here.invalid'
