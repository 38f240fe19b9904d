import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { findEditorOrigins, previewStateQueryOptions } from './start-preview.tsx'

const framed = { allowed: '', ancestors: undefined, referrer: '' }

test.each(['https://app.contentful.com', 'https://app.eu.contentful.com'])(
  'where the server names no editor, %s is one',
  (origin) => expect(findEditorOrigins({ ...framed, ancestors: [origin] })).toEqual([origin]),
)

test.each(['https://app.contentful.com.evil.example', 'http://app.contentful.com', 'null'])(
  '%s is no editor',
  (origin) => expect(findEditorOrigins({ ...framed, ancestors: [origin] })).toEqual([]),
)

const contentful = 'https://app.contentful.com'
const local = 'http://127.0.0.1:4000'
const allowed = `${contentful} ${local}`

test('an editor on this machine is one where the server says so', () => {
  expect(findEditorOrigins({ ...framed, allowed, ancestors: [local] })).toEqual([local])
  expect(findEditorOrigins({ ...framed, allowed, ancestors: ['http://127.0.0.1:4001'] })).toEqual([])
  expect(findEditorOrigins({ ...framed, allowed, ancestors: ['https://app.eu.contentful.com'] })).toEqual([])
})

test('a frame inside the editor’s speaks with the outermost page, as Contentful’s client does', () => {
  const ancestors = ['https://elsewhere.example', local]
  expect(findEditorOrigins({ ...framed, allowed, ancestors })).toEqual([local])
  expect(findEditorOrigins({ ...framed, allowed, ancestors: ancestors.toReversed() })).toEqual([])
})

test('where the browser does not tell who frames the page, the page that led here counts', () => {
  expect(findEditorOrigins({ ...framed, allowed, referrer: `${local}/app/` })).toEqual([local])
  expect(findEditorOrigins({ ...framed, allowed, referrer: 'https://elsewhere.example/' })).toEqual([])
})

test('where nothing tells, it is one of those whom the server lets frame the page', () => {
  expect(findEditorOrigins({ ...framed, allowed })).toEqual([contentful, local])
})

afterEach(() => vi.unstubAllGlobals())

const asked = (answer: Response) => {
  vi.stubGlobal('fetch', async () => answer)
  return new QueryClient().fetchQuery(previewStateQueryOptions())
}

const link = 'https://app.contentful.com/spaces/s/environments/master/entries/weld'
const state = {
  unpublished: [{ id: 'weld', type: 'Gallery image', title: 'A weld', state: 'draft', link }],
  refused: [],
  rebuildProblem: null,
}

test('the state is what the server says', async () => {
  expect(await asked(Response.json(state))).toEqual(state)
})

test('a server that does not know the editor any more ends the preview', async () => {
  expect(await asked(new Response('', { status: 401 }))).toBe('ended')
})

test.each([
  ['an error', new Response('', { status: 502 })],
  ['a page in its place', new Response('<!doctype html>')],
  ['something else', Response.json({ ...state, unpublished: [{ id: 'weld' }] })],
])('%s is no state', async (_, answer) => {
  await expect(asked(answer)).rejects.toThrow()
})
