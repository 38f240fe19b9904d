import { afterEach, expect, test, vi } from 'vitest'
import { TypedDocumentString } from './generated/graphql.ts'
import { requestGraphql } from './request-graphql.ts'

vi.mock('#src/env.ts', () => ({ env: { contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' } } }))
afterEach(() => vi.unstubAllGlobals())

test('cancels the body of an error response to free the connection', async () => {
  const cancel = vi.fn()
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ cancel }), { status: 503 }))
  const document = new TypedDocumentString<string, Record<string, never>>('{ test }')
  await expect(requestGraphql(document, {}, new AbortController().signal)).rejects.toThrow(
    'Contentful responded with 503',
  )
  expect(cancel).toHaveBeenCalledOnce()
})
