import { expect, test } from 'vitest'
import { checkSiteUrl, parsePublicEnv } from './public-env.ts'

test('§7.8 §11.22 accepts the variables of a build, of which all may be missing or empty, and drops others', () => {
  const env = { VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/x', VITE_ENVIRONMENT: 'qa' }
  const others = { PATH: '/bin', VITE_CONTENTFUL_TOKEN: 't', VITE_SITE_URL: '' }
  expect(parsePublicEnv({ ...env, ...others })).toEqual(env)
  for (const VITE_BACKEND_URL of ['/api', '/a', 'https://api.example', 'http://127.0.0.1:5000/v1'])
    expect(parsePublicEnv({ VITE_BACKEND_URL })).toEqual({ VITE_BACKEND_URL })
})

test.each([
  ['VITE_CONTENTFUL_GRAPHQL', 'graphql.contentful.com', 'is not a web address'],
  ['VITE_CONTENTFUL_GRAPHQL', 'https://graphql.contentful.com/<space>', 'has a <…> of the sample'],
  ['VITE_SITE_URL', 'https://www.site.example/', 'ends with a slash'],
  ['VITE_GOOGLE_MAPS_KEY', 'AIza "x"', 'is not a key'],
  ['VITE_SECURITY_CONTACT', 'http://site.example/report', 'is no address'],
  ['VITE_SECURITY_CONTACT', 'mailto:a@site.example\nExpires: never', ''],
  ['VITE_BACKEND_URL', 'api', 'is neither a path'],
  ['VITE_BACKEND_URL', '//other.example/api', 'is neither a path'],
  ['VITE_BACKEND_URL', 'https://api.example/', 'is neither a path'],
  ['VITE_ENVIRONMENT', 'staging', 'is none of dev, qa, production'],
  ['VITE_ASSET_PREFIX', '//cdn.example/media/', 'is neither a path'],
])('§7.8 rejects %s=%j with an error that names the variable', (name, value, message) => {
  expect(() => parsePublicEnv({ [name]: value })).toThrow(`${name}: ${message}`)
})

test('a build for production needs the address of the site, another one gets a warning', () => {
  expect(checkSiteUrl({ VITE_SITE_URL: 'https://site.example' })).toBeUndefined()
  for (const env of [{}, { VITE_ENVIRONMENT: 'production' }] as const)
    expect(() => checkSiteUrl(env)).toThrow('VITE_SITE_URL: is missing; set the site’s https address')
  expect(checkSiteUrl({ VITE_ENVIRONMENT: 'qa' })).toContain('VITE_SITE_URL is not set')
})
