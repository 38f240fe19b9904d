import { describe, expect, test } from 'vitest'
import {
  API_RESPONSE_HEADERS,
  createPageHeaders,
  createPagePolicy,
  createPhotoDeskHeaders,
  createSiteHeaders,
  type SecurityPolicyConfig,
} from './security-policies.ts'

const BARE: SecurityPolicyConfig = {
  assetPrefix: '/media',
  backendUrl: '/api',
  captchaSiteKey: undefined,
  graphqlUrl: undefined,
  googleMapsKey: undefined,
  siteUrl: 'https://www.site.example',
}

const INLINE = { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }

/** Returns the sources of each directive. */
function parsePolicy(text = ''): Readonly<Record<string, readonly string[]>> {
  const directives = text.split('; ').map((directive) => directive.split(' '))
  expect(new Set(directives.map(([name]) => name)).size, 'a directive twice').toBe(directives.length)
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]))
}

const policy = (config: Partial<SecurityPolicyConfig> = {}) =>
  parsePolicy(createPagePolicy({ ...BARE, ...config }, INLINE))

/** Returns the sources that a configuration allows in addition to the minimal configuration. */
function opened(config: Partial<SecurityPolicyConfig>): Readonly<Record<string, readonly string[]>> {
  const bare = policy()
  const all = Object.entries(policy(config))
  const added = all.map(([name, sources]) => [name, sources.filter((source) => !bare[name]?.includes(source))] as const)
  return Object.fromEntries(added.filter(([, sources]) => sources.length > 0))
}

test('§2.45 a site without a CMS and other services allows itself, the video player and the links that work without scripts', () => {
  expect(createPagePolicy(BARE, INLINE)).toMatch(/^default-src 'none'; /)
  expect(policy()).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'sha256-script'"],
    'style-src': ["'self'", "'sha256-style'"],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'"],
    'media-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ['https://player.vimeo.com/video/'],
    'form-action': ["'self'", 'mailto:', 'https://vimeo.com'],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  })
})

describe('the CMS', () => {
  test.each(['', 'eu.'])(
    '§2.41 Contentful adds its hosts of files, for this space and region "%s", and no API',
    (region) => {
      const graphqlUrl = `https://graphql.${region}contentful.com/content/v1/spaces/abc123/environments/master`
      const host = (kind: string) => `https://${kind}.${region}ctfassets.net/abc123/`
      expect(opened({ graphqlUrl })).toEqual({
        'img-src': [host('images')],
        'media-src': [host('videos'), host('assets'), host('downloads')],
      })
    },
  )

  test.each(['http://127.0.0.1:4000', 'https://graphql.contentful.com.evil.example', 'https://evilcontentful.com'])(
    'that is not Contentful adds its host: %s',
    (host) => {
      const graphqlUrl = `${host}/content/v1/spaces/local/environments/master`
      expect(opened({ graphqlUrl })).toEqual({ 'img-src': [host], 'media-src': [host] })
    },
  )
})

test('reCAPTCHA adds its scripts and frames by path; without it, a backend on another host adds its captcha script', () => {
  expect(opened({ captchaSiteKey: 'key' })).toEqual({
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'connect-src': ['https://www.google.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  })
  const backendUrl = 'https://api.site.example/v1'
  expect(opened({ backendUrl })).toEqual({
    'connect-src': [`${backendUrl}/`],
    'script-src': [`${backendUrl}/captcha.js`],
  })
  expect(opened({ backendUrl, captchaSiteKey: 'key' })['script-src']).not.toContain(`${backendUrl}/captcha.js`)
})

test('the map adds hosts of Google, with scripts from two of them only', () => {
  const hosts = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com']
  expect(opened({ googleMapsKey: 'key' })).toEqual({
    'script-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
    'style-src': ['https://fonts.googleapis.com'],
    'font-src': ['https://fonts.gstatic.com'],
    'img-src': [...hosts, 'https://*.googleusercontent.com', 'data:'],
    'connect-src': [...hosts, 'data:', 'blob:'],
    'frame-src': ['https://*.google.com'],
    'worker-src': ['blob:'],
  })
})

test('static media on another host add images and videos below its path', () => {
  for (const [assetPrefix, source] of [
    ['https://cdn.example/site', 'https://cdn.example/site/'],
    ['https://cdn.example', 'https://cdn.example/'],
    ['https://cdn.example/a;b,c', 'https://cdn.example/a%3Bb%2Cc/'],
  ] as const)
    expect(opened({ assetPrefix })).toEqual({ 'img-src': [source], 'media-src': [source] })
})

test('every response has Strict-Transport-Security for an https site only, and is for this origin unless media are elsewhere', () => {
  const https = { 'strict-transport-security': 'max-age=63072000', 'cross-origin-resource-policy': 'same-origin' }
  const always = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' }
  const referrer = { 'referrer-policy': 'strict-origin-when-cross-origin' }
  expect(createSiteHeaders(BARE)).toEqual({ ...https, ...always, ...referrer })
  const local = { ...BARE, siteUrl: 'http://127.0.0.1:3000', assetPrefix: 'https://cdn.example/site' }
  expect(createSiteHeaders(local)).not.toHaveProperty('strict-transport-security')
  expect(createSiteHeaders(local)['cross-origin-resource-policy']).toBe('cross-origin')
})

test('a page has a window of its own, and no features but those of the video player', () => {
  const allowed = ['autoplay', 'fullscreen', 'picture-in-picture'].map(
    (name) => `${name}=(self "https://player.vimeo.com")`,
  )
  const denied = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer']
  denied.push('microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking')
  expect(createPageHeaders('policy')).toEqual({
    'permissions-policy': [...allowed, ...denied.map((name) => `${name}=()`)].join(', '),
    'content-security-policy': 'policy',
    'content-security-policy-report-only': "require-trusted-types-for 'script'",
    'cross-origin-opener-policy': 'same-origin',
  })
})

test('responses of the contact API are neither cached, framed nor embedded, and tell no address', () => {
  expect(API_RESPONSE_HEADERS).toEqual({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
})

const SPACE = 'https://graphql.contentful.com/content/v1/spaces/space'
const IMAGES = [
  'https://images.ctfassets.net',
  'https://images.eu.ctfassets.net',
  'https://images.secure.ctfassets.net',
]

test('the photo desk runs its own scripts, loads pictures of spaces, and is not indexed, in a frame of Contentful only', () => {
  const headers = createPhotoDeskHeaders({ graphqlUrl: SPACE })
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(parsePolicy(headers['content-security-policy'])).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'worker-src': ["'self'"],
    'style-src': ["'self'", "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
    'img-src': ["'self'", 'blob:', 'data:', ...IMAGES],
    'connect-src': ["'self'", 'blob:', 'data:', ...IMAGES],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ['https://app.contentful.com', 'https://app.eu.contentful.com'],
  })
})

test.each(['http://127.0.0.1:4000/content/v1/spaces/local', 'http://localhost:4000/content/v1/spaces/local'])(
  'with the CMS at %s, servers of this machine are allowed too',
  (graphqlUrl) => {
    const policy = parsePolicy(createPhotoDeskHeaders({ graphqlUrl })['content-security-policy'])
    for (const name of ['img-src', 'connect-src', 'frame-ancestors'])
      expect(policy[name]).toEqual(expect.arrayContaining(['http://127.0.0.1:*', 'http://localhost:*']))
    expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"])
  },
)
