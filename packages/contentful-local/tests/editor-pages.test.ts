import { expect, test } from 'vitest'
import { useSpace } from './use-space.ts'

const local = await useSpace()

const fetchPage = (path: string, headers = {}) => fetch(`${local.url}${path}`, { headers, redirect: 'manual' })
const ENTRY_LIST = '/app/spaces/local/environments/master/entries'

test('the page contains the local token, and other origins cannot read it', async () => {
  const page = await fetchPage(ENTRY_LIST, { origin: 'https://elsewhere.example' })
  expect(await page.text()).toContain('content="local-management"')
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
})

test('the page allows its own script only, frames of this machine only, and no framing', async () => {
  const { headers } = await fetchPage(ENTRY_LIST)
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    'frame-src http://127.0.0.1:* http://localhost:*',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
})

test.for([
  [ENTRY_LIST, 'text/html'],
  ['/app/editor.js', 'text/javascript'],
  ['/app/editor.css', 'text/css'],
])('%s has the type %s, and is neither stored nor read as another type', async ([path = '', type]) => {
  const { status, headers } = await fetchPage(path)
  const names = ['content-type', 'cache-control', 'x-content-type-options']
  expect([status, ...names.map((name) => headers.get(name))]).toEqual([
    ...[200, `${type}; charset=utf-8`, 'no-store', 'nosniff'],
  ])
})

test.for(['none.js', '..%2F..%2F..%2Fserver.js', '%2e%2e%2feditor-routes.js'])(
  'does not serve %s, which is not in the build',
  async (name) => {
    const response = await fetchPage(`/app/${name}`)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    expect([response.status, isPage]).toEqual(name === 'none.js' ? [404, false] : [200, true])
  },
)
