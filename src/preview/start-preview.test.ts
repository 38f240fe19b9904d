import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { findEditorOrigins, previewStateQueryOptions } from './start-preview.tsx'

const frame = { allowed: '', ancestors: undefined, referrer: '' }

test.each(['https://app.contentful.com', 'https://app.eu.contentful.com'])(
  'accepts %s if the server names no editor',
  (origin) => expect(findEditorOrigins({ ...frame, ancestors: [origin] })).toEqual([origin]),
)

test.each(['https://app.contentful.com.evil.example', 'http://app.contentful.com', 'null'])('rejects %s', (origin) =>
  expect(findEditorOrigins({ ...frame, ancestors: [origin] })).toEqual([]),
)

const contentful = 'https://app.contentful.com'
const local = 'http://127.0.0.1:4000'
const allowed = `${contentful} ${local}`

test('accepts only the editors that the server names', () => {
  expect(findEditorOrigins({ ...frame, allowed, ancestors: [local] })).toEqual([local])
  expect(findEditorOrigins({ ...frame, allowed, ancestors: ['http://127.0.0.1:4001'] })).toEqual([])
  expect(findEditorOrigins({ ...frame, allowed, ancestors: ['https://app.eu.contentful.com'] })).toEqual([])
})

test('in nested frames, compares the outermost origin, as Contentful’s client does', () => {
  const ancestors = ['https://elsewhere.example', local]
  expect(findEditorOrigins({ ...frame, allowed, ancestors })).toEqual([local])
  expect(findEditorOrigins({ ...frame, allowed, ancestors: ancestors.toReversed() })).toEqual([])
})

test('without ancestor origins, compares the referrer', () => {
  expect(findEditorOrigins({ ...frame, allowed, referrer: `${local}/app/` })).toEqual([local])
  expect(findEditorOrigins({ ...frame, allowed, referrer: 'https://elsewhere.example/' })).toEqual([])
})

test('without ancestor origins and referrer, returns all allowed editors', () => {
  expect(findEditorOrigins({ ...frame, allowed })).toEqual([contentful, local])
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

test('returns ended for a 401', async () => {
  expect(await fetchState(new Response('', { status: 401 }))).toBe('ended')
})

test.each([
  ['an error status', new Response('', { status: 502 })],
  ['a page instead', new Response('<!doctype html>')],
  ['an invalid state', Response.json({ ...state, unpublished: [{ id: 'weld' }] })],
])('rejects %s', async (_, response) => {
  await expect(fetchState(response)).rejects.toThrow()
})
