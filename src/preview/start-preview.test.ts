import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { findEditorOrigins, previewStateQueryOptions } from './start-preview.tsx'

const contentful = 'https://app.contentful.com'
const eu = 'https://app.eu.contentful.com'
const local = 'http://127.0.0.1:4000'
const elsewhere = 'https://elsewhere.example'
const both = `${contentful} ${local}`

test.each([
  ['an editor of Contentful, where the server names none', '', [eu], '', [eu]],
  ['a host that begins like it', '', ['https://app.contentful.com.evil.example'], '', []],
  ['the host without TLS', '', ['http://app.contentful.com'], '', []],
  ['a sandboxed frame', '', ['null'], '', []],
  ['an editor that the server names', both, [local], '', [local]],
  ['one that it does not name', both, [eu], '', []],
  ['the outermost frame, as Contentful’s client does', both, [elsewhere, local], '', [local]],
  ['another site around an editor', both, [local, elsewhere], '', []],
  ['the referrer, without ancestor origins', both, undefined, `${local}/app/`, [local]],
  ['another referrer', both, undefined, `${elsewhere}/`, []],
  ['neither: all allowed editors', both, undefined, '', [contentful, local]],
])('the editors of the preview: %s', (_, allowed, ancestors, referrer, expected) => {
  expect(findEditorOrigins({ allowed, ancestors, referrer })).toEqual(expected)
})

afterEach(() => vi.unstubAllGlobals())

const fetchState = (response: Response) => {
  const fetch = vi.fn(async () => response)
  vi.stubGlobal('fetch', fetch)
  return Object.assign(new QueryClient().fetchQuery(previewStateQueryOptions()), { fetch })
}

const link = `${contentful}/spaces/s/environments/master/entries/weld`
const state = {
  unpublished: [{ id: 'weld', type: 'Gallery image', title: 'A weld', state: 'draft', link }],
  refused: [{ id: 'away', title: '/a → /b', link, reason: 'leads to /b' }],
  rebuildProblem: '/gallery: No space left',
}

test('returns the state that the server sends within 20 s, and ended for a 401', async () => {
  using timeout = vi.spyOn(AbortSignal, 'timeout')
  const answer = fetchState(Response.json(state))
  expect(await answer).toEqual(state)
  const init = { headers: { accept: 'application/json' }, signal: expect.any(AbortSignal) }
  expect(answer.fetch.mock.calls).toEqual([['/preview/state', init]])
  expect(timeout).toHaveBeenCalledExactlyOnceWith(20_000)
  expect(await fetchState(new Response('', { status: 401 }))).toBe('ended')
})

test.each([
  ['an error status', new Response('', { status: 502 })],
  ['a page instead', new Response('<!doctype html>')],
  ['an invalid state', Response.json({ ...state, unpublished: [{ id: 'weld' }] })],
])('rejects %s', async (_, response) => {
  await expect(fetchState(response)).rejects.toThrow()
})
