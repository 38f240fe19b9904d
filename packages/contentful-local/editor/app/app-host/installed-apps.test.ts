import { beforeEach, expect, test, vi } from 'vitest'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'
import type { InstalledApp } from './installed-apps.ts'

const EDITOR_ORIGIN = 'http://127.0.0.1:4000'
stubEditorPage(EDITOR_ORIGIN)
const { findAppProblem, installedApps, loadInstalledApps } = await import('./installed-apps.ts')

const app: InstalledApp = {
  id: 'board',
  name: 'Board',
  src: 'http://127.0.0.1:2/',
  locations: [{ location: 'page' }],
  parameters: { color: 'blue' },
}
const install = (id: string) => ({ sys: { appDefinition: { sys: { id } } } })
const define = (id: string, src?: string) => ({ sys: { id }, name: 'Board', src, locations: app.locations })

/** Loads the apps of a response of the management API. */
async function load(installations: object) {
  vi.stubGlobal('fetch', async () => Response.json(installations))
  await loadInstalledApps()
  return [...installedApps.values()]
}
beforeEach(() => installedApps.clear())

test('an installation gets name, address and locations of its app definition, and is left out without them', async () => {
  const items = [{ ...install('board'), parameters: { color: 'blue' } }, install('without-src'), install('undefined')]
  const definitions = [define('other', 'http://127.0.0.1:1/'), define('board', app.src), define('without-src')]
  expect(await load({ items, includes: { ResolvedAppDefinition: definitions } })).toEqual([app])
  expect(findAppProblem(app, 'page')).toBeUndefined()
  expect(findAppProblem(app, 'entry-field')).toBe('it has no location entry-field.')
  expect(findAppProblem(undefined, 'page')).toBe('it is not installed.')
})

test.for<readonly [src: string, problem: string | undefined]>([
  ['http://127.0.0.1:3000/desk/', undefined],
  ['http://localhost:3000/', undefined],
  ['https://board.example/', 'is not on this machine'],
  ['http://127.0.0.1.board.example/', 'is not on this machine'],
  ['javascript:alert(1)', 'is not on this machine'],
  [`${EDITOR_ORIGIN}/assets/board.html`, 'is that of the local Contentful'],
])('the address %s can be shown, or has a problem', ([src, problem]) => {
  const found = findAppProblem({ ...app, src }, 'page')
  expect(found ?? 'none').toContain(problem ?? 'none')
})
