import { expect, test } from 'vitest'
import { useSpace } from './use-space.ts'

const local = await useSpace()

const fetchPage = (path: string, headers = {}) => fetch(`${local.url}${path}`, { headers, redirect: 'manual' })
const ENTRY_LIST = '/app/spaces/local/environments/master/entries'

test('/app redirects to the list of entries', async () => {
  const { status, headers } = await fetchPage('/app')
  expect([status, headers.get('location')]).toEqual([302, ENTRY_LIST])
})

test('the address of an entry or asset opens the editor', async () => {
  for (const path of [`${ENTRY_LIST}/home-page`, '/app/spaces/local/environments/master/assets/posters-home']) {
    const page = await fetchPage(path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<script type="module" src="/app/editor.js">')
  }
})

test('the page contains the local token, and other origins cannot read it', async () => {
  const page = await fetchPage(ENTRY_LIST, { origin: 'https://elsewhere.example' })
  expect(await page.text()).toContain('content="local-management"')
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
})

test('the page allows its own script only, frames of this machine only, and no framing', async () => {
  const policy = (await fetchPage(ENTRY_LIST)).headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      'frame-src http://127.0.0.1:* http://localhost:*',
      "frame-ancestors 'none'",
    ]),
  )
})

test('serves every module that the script imports, and loads contentful-management on demand', async () => {
  const text = await (await fetchPage('/app/editor.js')).text()
  const imported = [...text.matchAll(/\b(from|import\()["'`]\.\/([\w.-]+)["'`]/g)].map(([, kind, name]) => ({
    kind,
    name,
  }))
  expect(imported.map(({ kind }) => kind)).toContain('import(')
  for (const { name } of imported) {
    const { status, headers } = await fetchPage(`/app/${name}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  }
  expect(text).not.toContain('Expected parameter accessToken')
})

test.for(['none.js', '..%2Feditor-routes.js', '..%2F..%2F..%2Fserver.js', '%2e%2e%2feditor-routes.js'])(
  'does not serve %s, which is not in the build',
  async (name) => {
    const response = await fetchPage(`/app/${name}`)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    expect([response.status, isPage]).toEqual(name === 'none.js' ? [404, false] : [200, true])
  },
)
