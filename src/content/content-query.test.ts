import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { contentQueryOptions } from './content-query.ts'
import { TypedDocumentString } from './generated/graphql.ts'

const { env, ask } = vi.hoisted(() => ({
  env: {
    contentful: undefined as { graphqlUrl: string; token: string } | undefined,
    assetPrefix: '/media',
    contentTimeoutMs: 50,
  },
  ask: vi.fn<(signal: AbortSignal) => Promise<string>>(),
}))
vi.mock('#src/env.ts', () => ({ env }))
vi.mock('./request-graphql.ts', () => ({
  requestGraphql: (_query: unknown, _variables: unknown, signal: AbortSignal) => ask(signal),
}))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const source = (live: (signal: AbortSignal) => Promise<string>) => {
  const loadFallback = vi.fn(async () => 'bundled')
  ask.mockImplementation(live)
  const document = new TypedDocumentString<string, Record<string, never>>('{ test }')
  const query = contentQueryOptions({ page: 'test', document, loadFallback, map: (answer) => answer.toUpperCase() })
  return { query, bundled: loadFallback }
}

test('where no CMS is configured, none is asked', async () => {
  env.contentful = undefined
  const live = vi.fn(async () => 'live')
  expect(await new QueryClient().fetchQuery(source(live).query)).toBe('BUNDLED')
  expect(live).not.toHaveBeenCalled()
})

test('the bundled copy is not loaded while the CMS answers', async () => {
  env.contentful = { graphqlUrl: 'http://cms.invalid', token: 'delivery' }
  const { query, bundled } = source(async () => 'live')
  expect(await new QueryClient().fetchQuery(query)).toBe('LIVE')
  expect(bundled).not.toHaveBeenCalled()
})

test('a CMS that does not answer in time is given up', async () => {
  env.contentful = { graphqlUrl: 'http://cms.invalid', token: 'delivery' }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const silent = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  expect(await new QueryClient().fetchQuery(source(silent).query)).toBe('BUNDLED')
})
