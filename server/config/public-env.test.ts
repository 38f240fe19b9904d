import { expect, test } from 'vitest'
import { checkSiteUrl, parsePublicEnv } from './public-env.ts'

test('§7.8 §11.22 accepts the variables of a build, of which all may be missing or empty, and drops others', () => {
  const env = {
    ...{ VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/x', VITE_ENVIRONMENT: 'qa' },
    ...{ VITE_ASSET_PREFIX: 'https://cdn.example/Media', VITE_SECURITY_CONTACT: 'https://site.example/report' },
    ...{ VITE_CAPTCHA_SITE_KEY: '6Ld-Q_2', VITE_GOOGLE_MAPS_KEY: 'AIza-x_1', VITE_SITE_URL: 'http://127.0.0.1:3000' },
  }
  const others = { PATH: '/bin', VITE_CONTENTFUL_TOKEN: 't', VITE_BACKEND_URL: ' ' }
  expect(parsePublicEnv({ ...env, ...others })).toEqual(env)
  for (const VITE_BACKEND_URL of ['/api', '/a', 'https://api.example', 'http://127.0.0.1:5000/v1'])
    expect(parsePublicEnv({ VITE_BACKEND_URL })).toEqual({ VITE_BACKEND_URL })
})

test('§7.8 a contact does not add a line to security.txt', () => {
  const VITE_SECURITY_CONTACT = 'mailto:a@site.example\nExpires: never'
  expect(() => parsePublicEnv({ VITE_SECURITY_CONTACT })).toThrow(
    'VITE_SECURITY_CONTACT: contains a space; leave that out',
  )
})

test('a build for production needs the address of the site, another one gets a warning', () => {
  expect(checkSiteUrl({ VITE_SITE_URL: 'https://site.example' })).toBeUndefined()
  for (const env of [{}, { VITE_ENVIRONMENT: 'production' }])
    expect(() => checkSiteUrl(env)).toThrow(
      /^VITE_SITE_URL: is missing; set the site’s https address, as in .+\. To try without it: VITE_ENVIRONMENT=dev npm run build$/,
    )
  expect(checkSiteUrl({ VITE_ENVIRONMENT: 'qa' })).toBe(
    'This build is for a try: VITE_SITE_URL is not set, so canonical links, the sitemap and robots.txt name this machine.',
  )
})
