import { expect, test } from 'vitest'
import { checkSiteUrl, parsePublicEnv } from './public-env.ts'

test('all variables are optional, and may be empty', () => {
  const names = ['VITE_BACKEND_URL', 'VITE_CAPTCHA_SITE_KEY', 'VITE_ENVIRONMENT', 'VITE_CONTENTFUL_GRAPHQL']
  for (const env of [{}, Object.fromEntries(names.map((name) => [name, '']))]) expect(parsePublicEnv(env)).toEqual({})
})

test('§11 accepts the variables of a real space and drops others', () => {
  const env = { VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/x' }
  expect(parsePublicEnv({ ...env, PATH: '/bin', VITE_CONTENTFUL_TOKEN: 't' })).toEqual(env)
})

test.each(['/api', '/a', 'https://api.example', 'http://127.0.0.1:5000/v1'])(
  'accepts the backend URL %s',
  (backend) => {
    const env = { VITE_BACKEND_URL: backend, VITE_CAPTCHA_SITE_KEY: '6L-x_', VITE_ENVIRONMENT: 'qa' }
    expect(parsePublicEnv(env)).toEqual(env)
  },
)

test.each([
  [{ VITE_CONTENTFUL_GRAPHQL: 'graphql.contentful.com' }, 'VITE_CONTENTFUL_GRAPHQL: is not a web address'],
  [
    { VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/<space>' },
    'VITE_CONTENTFUL_GRAPHQL: has a <…> of the sample',
  ],
  [{ VITE_SITE_URL: 'www.site.example' }, 'VITE_SITE_URL: is not a web address'],
  [{ VITE_SITE_URL: 'https://www.site.example/' }, 'VITE_SITE_URL: ends with a slash'],
  [{ VITE_GOOGLE_MAPS_KEY: 'AIza "x"' }, 'VITE_GOOGLE_MAPS_KEY: is not a key'],
  [{ VITE_SECURITY_CONTACT: 'security@site.example' }, 'VITE_SECURITY_CONTACT: is no address'],
  [{ VITE_SECURITY_CONTACT: 'http://site.example/report' }, 'VITE_SECURITY_CONTACT: is no address'],
  [{ VITE_SECURITY_CONTACT: 'mailto:a@site.example\nExpires: never' }, 'VITE_SECURITY_CONTACT'],
  [{ VITE_BACKEND_URL: 'api' }, 'VITE_BACKEND_URL: is neither a path'],
  [{ VITE_BACKEND_URL: '//other.example/api' }, 'VITE_BACKEND_URL: is neither a path'],
  [{ VITE_BACKEND_URL: 'https://api.example/' }, 'VITE_BACKEND_URL: is neither a path'],
  [{ VITE_CAPTCHA_SITE_KEY: '6L "x"' }, 'VITE_CAPTCHA_SITE_KEY: is not a key'],
  [{ VITE_ENVIRONMENT: 'staging' }, 'VITE_ENVIRONMENT: is none of dev, qa, production'],
  [{ VITE_ASSET_PREFIX: 'media' }, 'VITE_ASSET_PREFIX: is neither a path'],
  [{ VITE_ASSET_PREFIX: '//cdn.example/media/' }, 'VITE_ASSET_PREFIX: is neither a path'],
])('rejects %o with an error that names the variable', (env, message) => {
  expect(() => parsePublicEnv(env)).toThrow(message)
})

test('a build for production needs the address of the site, another one gets a warning', () => {
  expect(checkSiteUrl({ VITE_SITE_URL: 'https://site.example' })).toBeUndefined()
  for (const env of [{}, { VITE_ENVIRONMENT: 'production' }] as const)
    expect(() => checkSiteUrl(env)).toThrow('VITE_SITE_URL: is missing; set the site’s https address')
  expect(checkSiteUrl({ VITE_ENVIRONMENT: 'qa' })).toContain('VITE_SITE_URL is not set')
})
