import { expect, test } from 'vitest'
import { findTokenWarnings, parseContentEndpoint } from './content-endpoint.ts'

const VITE_CONTENTFUL_GRAPHQL = 'https://graphql.contentful.com/content/v1/spaces/abc'

test('§12.12 reads the token, also under its former name, of which alone a warning tells', () => {
  const headers = { authorization: 'Bearer token' }
  for (const name of ['CONTENTFUL_DELIVERY_TOKEN', 'VITE_CONTENTFUL_TOKEN'])
    expect(parseContentEndpoint({ VITE_CONTENTFUL_GRAPHQL, [name]: 'token' })).toMatchObject({ headers })
  expect(() => parseContentEndpoint({ VITE_CONTENTFUL_GRAPHQL })).toThrow('CONTENTFUL_DELIVERY_TOKEN: is missing')
  expect(findTokenWarnings({ VITE_CONTENTFUL_TOKEN: 'token' })).toEqual([
    expect.stringContaining('is called CONTENTFUL_DELIVERY_TOKEN now'),
  ])
  expect(findTokenWarnings({ VITE_CONTENTFUL_TOKEN: 'token', CONTENTFUL_DELIVERY_TOKEN: 'token' })).toEqual([])
})
