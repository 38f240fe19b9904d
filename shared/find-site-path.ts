import { SITE_PATHS } from './site-paths.gen.ts'

/**
 * Returns the page that a decoded path means, also in another capitalization, with more slashes or with `index.html`;
 * `undefined` for a path of no page. Takes linear time, for paths of any length.
 */
export function findSitePath(path: string): (typeof SITE_PATHS)[number] | undefined {
  const segments = path.toLowerCase().split('/')
  if (segments.at(-1) === 'index.html') segments.pop()
  const normalized = `/${segments.filter((segment) => segment !== '').join('/')}`
  return SITE_PATHS.find((sitePath) => sitePath === normalized)
}
