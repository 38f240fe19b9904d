import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { SITE_FILES } from './parse-redirect-addresses.ts'
import { type Redirect, validateRedirects } from './validate-redirects.ts'

const PAGE_PATHS = ['/', '/gallery', '/services', '/contact', '/mainlinepipeline']
const PAGES = PAGE_PATHS.join(', ')

/** `/a > /b` as a redirect; its id is where it begins. */
const redirect = (from: string, to: string, id = from): Redirect => ({ id, from, to, isPermanent: true })
const verdict = (...redirects: readonly (readonly [from: string, to: string])[]) =>
  validateRedirects(
    redirects.map(([from, to]) => redirect(from, to)),
    PAGE_PATHS,
  )
const reasons = (...redirects: readonly (readonly [from: string, to: string])[]) =>
  verdict(...redirects).rejected.map(({ id, reason }) => `${id} ${reason}`)

test.each([
  ['/brochure', '/services'],
  ['/old/about.html', '/'],
  ['/Services', '/services'],
  ['/services/old', '/services'],
  ['/café', '/contact'],
  ['/safety', '/services#safety'],
  ['/lines', '/mainlinepipeline/'],
  ['/jobs', 'HTTPS://jobs.example.com/open?at=us#list'],
  ['/apiary', '/contact'],
  [`/${'a'.repeat(255)}`, '/'],
])('serves %s to %s', (from, to) => expect(verdict([from, to])).toEqual({ served: [redirect(from, to)], rejected: [] }))

describe('rejects what does not lead to a page directly', () => {
  test.each([
    ['/a', '/a'],
    ['/a', '/a?x=1'],
    ['/%61', '/a'],
    ['/a', '/b/../a'],
  ])('%s to %s, which is itself', (from, to) =>
    expect(reasons([from, to])).toEqual([`${from} leads to /a, and no page has that address: choose one of ${PAGES}`]),
  )

  test('§10.5 the redirect to another one, but not that one', () => {
    const { served, rejected } = verdict(['/a', '/b'], ['/b', '/services'])
    expect(served).toEqual([redirect('/b', '/services')])
    expect(rejected.map(({ from }) => from)).toEqual(['/a'])
  })

  test('through the URL of the site', () => {
    const own = [redirect('/a', 'https://site.example:8443/a/'), redirect('/b', 'https://site.example:8443/services')]
    const { served, rejected } = validateRedirects(own, undefined, 'https://site.example:8443')
    expect(served.map(({ from }) => from)).toEqual(['/b'])
    expect(rejected[0]?.reason).toContain('leads to /a, and no page has that address')
  })
})

const AT_SERVICES = 'begins at the page /services, which visitors see instead: choose an address that no page has'

describe('rejects a source', () => {
  test.each([
    ['/services', AT_SERVICES],
    ['/services/index.html', AT_SERVICES],
    ['/%73ervices', AT_SERVICES],
    ['/api', 'is an address that the server uses itself (/api): choose another'],
    ['/assets/a.js', 'is an address that the server uses itself (/assets): choose another'],
    ['/health', 'is an address that the server uses itself (/health): choose another'],
    ['/preview', 'is an address that the server uses itself (/preview): choose another'],
    ['/photo-desk', 'is an address that the server uses itself (/photo-desk): choose another'],
    ['/webhooks/contentful', 'is an address that the server uses itself (/webhooks): choose another'],
    ['/media/a.jpg', 'is an address that the server uses itself (/media): choose another'],
    ['/robots.txt', 'is an address that the server uses itself (/robots.txt): choose another'],
    ['/.well-known/security.txt', 'is an address that the server uses itself (/.well-known): choose another'],
    ['', 'is empty: write an address'],
    ['//host', 'must begin with one slash: write the path alone, as in /brochure'],
    ['/a?b=c', 'has a ? or #: write the path alone, as in /brochure'],
    ['/a/*', 'has a * or :, which is a pattern to some servers: write the path without it'],
    ['/a:b', 'has a * or :, which is a pattern to some servers: write the path without it'],
    ['/a\\b', 'has a backslash: write / instead'],
    ['/a\u200bb', 'has a space or an invisible character: remove it'],
    ['/..%2f..%2fetc', 'is not a valid path: write it as in /brochure'],
    ['/a%2f.%2fb', 'is not a valid path: write it as in /brochure'],
    ['/a%00', 'is not a valid path: write it as in /brochure'],
    [`/${'a'.repeat(256)}`, 'has 257 characters: write at most 256'],
  ])('at %j', (from, reason) => expect(reasons([from, '/contact'])).toEqual([`${from} ${reason}`]))

  test('that another redirect has; the first by id is served', () => {
    const { served, rejected } = validateRedirects([
      redirect('/a/', '/gallery', 'two'),
      redirect('/a', '/services', 'one'),
    ])
    expect(served.map(({ id }) => id)).toEqual(['one'])
    expect(rejected).toEqual([
      {
        id: 'two',
        from: '/a/',
        reason: 'begins where the redirect from /a to /services does, which visitors follow: keep one of the two',
      },
    ])
  })

  test('that is a file of public/, or one that the server creates', async () => {
    const files = (await readdir('public', { withFileTypes: true })).filter((entry) => entry.isFile())
    const names = [...['404.html', '_redirects', 'robots.txt', 'sitemap.xml'], ...files.map(({ name }) => name)]
    expect(SITE_FILES).toEqual(expect.arrayContaining(names))
  })
})

describe('rejects the target', () => {
  test.each([
    ['/gone', `leads to /gone, and no page has that address: choose one of ${PAGES}`],
    ['/Services', `leads to /Services, and no page has that address: choose one of ${PAGES}`],
    ['', 'leads to an address that is empty: write an address'],
    ['services', 'does not lead to an address: begin with one slash, as in /services, or with https://'],
    ['//evil.example', 'leads to an address without https: write https: before the two slashes'],
    ['/\\evil.example', 'leads to an address that has a backslash: write / instead'],
    ['JavaScript:alert(1)', 'leads to an address with javascript:, which is not safe: write one with https://'],
    ['data:text/html,a', 'leads to an address with data:, which is not safe: write one with https://'],
    ['http://x.example/', 'leads to an address with http:, which is not safe: write one with https://'],
    ['https://', 'leads to an invalid address: write it as in https://www.example.com'],
    ['https://our-site.example@evil.example/', 'leads to an address with a name before @: remove the name'],
    ['https://:our-site.example@evil.example/', 'leads to an address with a name before @: remove the name'],
    ['/a\r\nSet-Cookie: a=1', 'leads to an address that has a space or an invisible character: remove it'],
    ['/%E0%A4', 'leads to an invalid path: write it as in /services'],
  ])('%j', (to, reason) => expect(reasons(['/old', to])).toEqual([`/old ${reason}`]))
})
