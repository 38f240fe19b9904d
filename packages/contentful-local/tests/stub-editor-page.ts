import { afterAll, vi } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'

/**
 * Stubs what the modules of the editor read of their page: its address, and the token. `url`: of the local Contentful. A test
 * imports these modules afterwards, with `import()`.
 */
export function stubEditorPage(url: string) {
  const { origin, host, protocol } = new URL(url)
  const pathname = '/app/spaces/local/environments/master/entries'
  const page = { origin, host, protocol, pathname, search: '', assign: vi.fn() }
  vi.stubGlobal('location', page)
  vi.stubGlobal('history', { replaceState: vi.fn() })
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => LOCAL_TOKENS.management }) })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => fetch(new URL(path, url), options))
  vi.resetModules()
  afterAll(() => void vi.unstubAllGlobals()) // projects share processes
  return page
}
