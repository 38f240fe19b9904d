import type { BrowserStorage } from '#src/api/browser-storage.ts'

/**
 * Loads the document again, because the server has another build of the site. Once for each page and build: an old
 * document can come from a cache. Returns whether the document is being loaded.
 */
export function reloadForBuild(build: string, session: BrowserStorage): boolean {
  const [name, value] = [`reloaded ${location.pathname}`, build]
  if (session.get(name) === value) return false
  session.set(name, value)
  location.reload()
  return true
}
