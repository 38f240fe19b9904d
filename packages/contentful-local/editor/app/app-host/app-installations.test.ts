import { expect, test } from 'vitest'
import { findAppProblem, toInstalledApps } from './app-installations.ts'

const EDITOR_ORIGIN = 'http://127.0.0.1:4000'

const install = (id: string) => ({ sys: { appDefinition: { sys: { id } } } })
const define = (id: string, src?: string) => ({ sys: { id }, name: 'Board', src, locations: [{ location: 'page' }] })

test('an installation gets name, address and locations of its app definition', () => {
  const installations = {
    items: [{ ...install('board'), parameters: { color: 'blue' } }],
    includes: {
      ResolvedAppDefinition: [define('other', 'http://127.0.0.1:1/'), define('board', 'http://127.0.0.1:2/')],
    },
  }
  const [app, ...others] = toInstalledApps(installations)
  expect(others).toEqual([])
  expect(app).toEqual({
    id: 'board',
    name: 'Board',
    src: 'http://127.0.0.1:2/',
    locations: [{ location: 'page' }],
    parameters: { color: 'blue' },
  })
  expect(findAppProblem(app, 'page', EDITOR_ORIGIN)).toBeUndefined()
  expect(findAppProblem(app, 'entry-field', EDITOR_ORIGIN)).toBe('it has no location entry-field.')
})

test('apps without an address or a definition are left out', () => {
  const items = [install('without-src'), install('without-definition')]
  expect(toInstalledApps({ items, includes: { ResolvedAppDefinition: [define('without-src')] } })).toEqual([])
  expect(toInstalledApps({ items })).toEqual([])
})

test.for<readonly [src: string, problem: string | undefined]>([
  ['http://127.0.0.1:3000/desk/', undefined],
  ['http://localhost:3000/', undefined],
  ['https://board.example/', 'is not on this machine'],
  ['http://127.0.0.1.board.example/', 'is not on this machine'],
  ['javascript:alert(1)', 'is not on this machine'],
  ['board', 'is not on this machine'],
  [`${EDITOR_ORIGIN}/assets/board.html`, 'is that of the local Contentful'],
])('the address %s can be shown, or has a problem', ([src, problem]) => {
  const app = { id: 'board', name: 'Board', src, locations: [{ location: 'page' }], parameters: {} }
  const found = findAppProblem(app, 'page', EDITOR_ORIGIN)
  expect(found ?? 'none').toContain(problem ?? 'none')
})

test('an app that is not installed, or not for this place, has a problem', () => {
  const app = { id: 'board', name: 'Board', src: 'http://127.0.0.1:3000/', locations: [], parameters: {} }
  expect(findAppProblem(undefined, 'page', EDITOR_ORIGIN)).toBe('it is not installed.')
  expect(findAppProblem(app, 'page', EDITOR_ORIGIN)).toBe('it has no location page.')
})
