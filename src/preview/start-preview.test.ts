import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { findEditorOrigins, previewStateQueryOptions } from './start-preview.tsx'

const framed = { allowed: '', ancestors: undefined, referrer: '' }

test.each(['https://app.contentful.com', 'https://app.eu.contentful.com'])(
  'accepts %s if the server lists no editor origins',
  (origin) => expect(findEditorOrigins({ ...framed, ancestors: [origin] })).toEqual([origin]),
)

test.each(['https://app.contentful.com.evil.example', 'http://app.contentful.com', 'null'])(
  'rejects the origin %s',
  (origin) => expect(findEditorOrigins({ ...framed, ancestors: [origin] })).toEqual([]),
)

const contentful = 'https://app.contentful.com'
const local = 'http://127.0.0.1:4000'
const allowed = `${contentful} ${local}`

test('accepts a local editor only if the server lists its origin', () => {
  expect(findEditorOrigins({ ...framed, allowed, ancestors: [local] })).toEqual([local])
  expect(findEditorOrigins({ ...framed, allowed, ancestors: ['http://127.0.0.1:4001'] })).toEqual([])
  expect(findEditorOrigins({ ...framed, allowed, ancestors: ['https://app.eu.contentful.com'] })).toEqual([])
})

test('uses the outermost frame, as Contentful’s client does', () => {
  const ancestors = ['https://elsewhere.example', local]
  expect(findEditorOrigins({ ...framed, allowed, ancestors })).toEqual([local])
  expect(findEditorOrigins({ ...framed, allowed, ancestors: ancestors.toReversed() })).toEqual([])
})

test('uses the referrer if the browser does not support ancestorOrigins', () => {
  expect(findEditorOrigins({ ...framed, allowed, referrer: `${local}/app/` })).toEqual([local])
  expect(findEditorOrigins({ ...framed, allowed, referrer: 'https://elsewhere.example/' })).toEqual([])
})

test('returns all listed origins if neither ancestors nor referrer are known', () => {
  expect(findEditorOrigins({ ...framed, allowed })).toEqual([contentful, local])
})

afterEach(() => vi.unstubAllGlobals())

const fetchState = (response: Response) => {
  vi.stubGlobal('fetch', async () => response)
  return new QueryClient().fetchQuery(previewStateQueryOptions())
}

const link = 'https://app.contentful.com/spaces/s/environments/master/entries/weld'
const state = {
  unpublished: [{ id: 'weld', type: 'Gallery image', title: 'A weld', state: 'draft', link }],
  refused: [],
  rebuildProblem: null,
}

test('returns the state of the server', async () => {
  expect(await fetchState(Response.json(state))).toEqual(state)
})

test('returns `ended` for a 401 response', async () => {
  expect(await fetchState(new Response('', { status: 401 }))).toBe('ended')
})

test.each([
  ['an error', new Response('', { status: 502 })],
  ['an HTML page', new Response('<!doctype html>')],
  ['an invalid state', Response.json({ ...state, unpublished: [{ id: 'weld' }] })],
])('rejects %s', async (_, response) => {
  await expect(fetchState(response)).rejects.toThrow()
})
