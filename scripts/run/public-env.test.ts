import { expect, test } from 'vitest'
import { checkedPublicEnv } from './public-env.ts'

test('nothing set: the site is built from the seed', () => expect(checkedPublicEnv({})).toEqual({}))

test('a real space', () => {
  const env = {
    VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/x',
    VITE_CONTENTFUL_TOKEN: 't',
  }
  expect(checkedPublicEnv({ ...env, PATH: '/bin' })).toEqual(env)
})

test('a space of .env is switched off by empty variables', () =>
  expect(checkedPublicEnv({ VITE_CONTENTFUL_GRAPHQL: '', VITE_CONTENTFUL_TOKEN: '' })).toEqual({}))

test.each([
  [
    { VITE_CONTENTFUL_GRAPHQL: 'graphql.contentful.com', VITE_CONTENTFUL_TOKEN: 't' },
    'VITE_CONTENTFUL_GRAPHQL is not a web address',
  ],
  [
    { VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com' },
    'VITE_CONTENTFUL_GRAPHQL and VITE_CONTENTFUL_TOKEN belong together',
  ],
  [{ VITE_SITE_URL: 'www.site.example' }, 'VITE_SITE_URL is not a web address'],
  [{ VITE_SITE_URL: 'https://www.site.example/' }, 'VITE_SITE_URL ends with a slash'],
  [{ VITE_GOOGLE_MAPS_KEY: 'AIza "x"' }, 'VITE_GOOGLE_MAPS_KEY is not a key'],
  [{ VITE_ASSET_PREFIX: 'media' }, 'VITE_ASSET_PREFIX is neither a path'],
  [{ VITE_ASSET_PREFIX: '//cdn.example/media/' }, 'VITE_ASSET_PREFIX is neither a path'],
])('%o: the message names the variable', (env, message) => {
  expect(() => checkedPublicEnv(env)).toThrow(message)
})
