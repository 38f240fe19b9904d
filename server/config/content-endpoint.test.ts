import { expect, test } from 'vitest'
import { findConfigWarnings } from './config-warnings.ts'
import { parseContentEndpoint } from './content-endpoint.ts'

const VITE_CONTENTFUL_GRAPHQL = 'https://graphql.contentful.com/content/v1/spaces/abc'

test('§12.12 reads the token, also under its former name, of which alone a warning tells', () => {
  const headers = { authorization: 'Bearer token' }
  for (const name of ['CONTENTFUL_DELIVERY_TOKEN', 'VITE_CONTENTFUL_TOKEN'])
    expect(parseContentEndpoint({ VITE_CONTENTFUL_GRAPHQL, [name]: 'token' })).toEqual({
      url: VITE_CONTENTFUL_GRAPHQL,
      headers,
    })
  expect(() => parseContentEndpoint({ VITE_CONTENTFUL_GRAPHQL })).toThrow('CONTENTFUL_DELIVERY_TOKEN: is missing')
  expect(findConfigWarnings({ env: { VITE_CONTENTFUL_TOKEN: 'token' }, envFiles: [] })).toEqual([
    'VITE_CONTENTFUL_TOKEN: is called CONTENTFUL_DELIVERY_TOKEN now; rename it, the next version does not read it',
  ])
  const both = { VITE_CONTENTFUL_TOKEN: 'token', CONTENTFUL_DELIVERY_TOKEN: 'token' }
  expect(findConfigWarnings({ env: both, envFiles: [] })).toEqual([])
})
