import { expect, test } from 'vitest'
import { createPhotoDeskHeaders } from './photo-desk-headers.ts'

const createHeaders = (graphqlUrl: string) => createPhotoDeskHeaders({ graphqlUrl })

/** Returns the sources of each directive. */
const parsePolicy = (headers: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (headers['content-security-policy'] ?? '')
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  )

const SPACE = 'https://graphql.contentful.com/content/v1/spaces/space'
const IMAGES = [
  'https://images.ctfassets.net',
  'https://images.eu.ctfassets.net',
  'https://images.secure.ctfassets.net',
]

test('the photo desk runs its own scripts, loads pictures of spaces, and is not indexed, in a frame of Contentful only', () => {
  const headers = createHeaders(SPACE)
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(parsePolicy(headers)).toEqual({
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
    const policy = parsePolicy(createHeaders(graphqlUrl))
    for (const name of ['img-src', 'connect-src', 'frame-ancestors'])
      expect(policy[name]).toEqual(expect.arrayContaining(['http://127.0.0.1:*', 'http://localhost:*']))
    expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"])
  },
)
