import { expect, test } from 'vitest'
import { findTokenWarnings, parseContentEndpoint } from './content-endpoint.ts'

const VITE_CONTENTFUL_GRAPHQL = 'https://graphql.contentful.com/content/v1/spaces/abc'

test.each(['CONTENTFUL_DELIVERY_TOKEN', 'VITE_CONTENTFUL_TOKEN'])('reads the token of %s', (name) => {
  expect(parseContentEndpoint({ VITE_CONTENTFUL_GRAPHQL, [name]: 'token' })).toEqual({
    url: VITE_CONTENTFUL_GRAPHQL,
    headers: { authorization: 'Bearer token' },
  })
})

test('a URL without a token is an error that names the variable', () => {
  expect(() => parseContentEndpoint({ VITE_CONTENTFUL_GRAPHQL })).toThrow('CONTENTFUL_DELIVERY_TOKEN: is missing')
})

test('without a URL there is no CMS', () => {
  expect(parseContentEndpoint({ CONTENTFUL_DELIVERY_TOKEN: 'token' })).toBeUndefined()
})

test('only the former name alone is a warning', () => {
  expect(findTokenWarnings({ VITE_CONTENTFUL_TOKEN: 'token' })).toEqual([
    expect.stringContaining('is called CONTENTFUL_DELIVERY_TOKEN now'),
  ])
  expect(findTokenWarnings({ VITE_CONTENTFUL_TOKEN: 'token', CONTENTFUL_DELIVERY_TOKEN: 'token' })).toEqual([])
})
