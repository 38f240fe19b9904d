import type { SitePath } from '#src/content/field-schemas.ts'
import { settings } from '#src/settings.ts'

/** Pages that no navigation item leads to, and the item that they belong under. */
const parents: { readonly [path: string]: SitePath } = { '/mainlinepipeline': settings.pages.ServicesPage }

/** Whether a navigation item is the one of the current address (requirements §2). */
export function isCurrentPage(route: SitePath, pathname: string): boolean {
  const path = pathname.replace(/(.)\/$/, '$1')
  return route === path || route === parents[path]
}
