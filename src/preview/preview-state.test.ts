import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { previewStateQueryOptions } from './preview-state.ts'

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
