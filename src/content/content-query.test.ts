import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { contentQueryOptions } from './content-query.ts'
import { TypedDocumentString } from './generated/graphql.ts'

const { env, request } = vi.hoisted(() => ({
  env: {
    contentful: undefined as { graphqlUrl: string; token: string } | undefined,
    assetPrefix: '/media',
    contentTimeoutMs: 50,
  },
  request: vi.fn<(signal: AbortSignal) => Promise<string>>(),
}))
vi.mock('#src/env.ts', () => ({ env }))
vi.mock('./request-graphql.ts', () => ({
  requestGraphql: (_query: unknown, _variables: unknown, signal: AbortSignal) => request(signal),
}))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const createQuery = (respond: (signal: AbortSignal) => Promise<string>) => {
  const loadFallback = vi.fn(async () => 'bundled')
  request.mockImplementation(respond)
  const document = new TypedDocumentString<string, Record<string, never>>('{ test }')
  const query = contentQueryOptions({ page: 'test', document, loadFallback, map: (response) => response.toUpperCase() })
  return { query, loadFallback }
}

test('uses the fallback without a request if no CMS is configured', async () => {
  env.contentful = undefined
  const respond = vi.fn(async () => 'live')
  expect(await new QueryClient().fetchQuery(createQuery(respond).query)).toBe('BUNDLED')
  expect(respond).not.toHaveBeenCalled()
})

test('does not load the fallback if the CMS responds', async () => {
  env.contentful = { graphqlUrl: 'http://cms.invalid', token: 'delivery' }
  const { query, loadFallback } = createQuery(async () => 'live')
  expect(await new QueryClient().fetchQuery(query)).toBe('LIVE')
  expect(loadFallback).not.toHaveBeenCalled()
})

test('uses the fallback if the CMS does not respond in time', async () => {
  env.contentful = { graphqlUrl: 'http://cms.invalid', token: 'delivery' }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const neverRespond = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  expect(await new QueryClient().fetchQuery(createQuery(neverRespond).query)).toBe('BUNDLED')
})
