import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { startTestContentful, type TestContentful } from './test-contentful.ts'

let local: TestContentful
beforeAll(async () => {
  local = await startTestContentful()
})
afterAll(() => local.stop())

const get = (path: string, headers = {}) => fetch(`${local.url}${path}`, { headers, redirect: 'manual' })
const list = '/app/spaces/local/environments/master/entries'

test('/app leads to the list of entries', async () => {
  const { status, headers } = await get('/app')
  expect([status, headers.get('location')]).toEqual([302, list])
})

test('a link into the CMS opens the editor', async () => {
  const { host } = new URL(local.url)
  const links = createWebAppLinks({ spaceId: 'local', environmentId: 'master', insecure: true, host })
  for (const link of [links.entry('home-page'), links.asset('posters-home')]) {
    const page = await fetch(link)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<script type="module" src="/app/editor.js">')
  }
})

test('the page holds the token of this machine, and no page of another origin can read it', async () => {
  const page = await get(list, { origin: 'https://elsewhere.example' })
  expect(await page.text()).toContain('content="local-management"')
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
})

test('the page runs its own script alone, frames this machine alone, and is framed by nobody', async () => {
  const policy = (await get(list)).headers.get('content-security-policy')?.split('; ')
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

test('script and style come as browsers read them', async () => {
  const script = await get('/app/editor.js')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const text = await script.text()
  expect(text).not.toMatch(/^import .*from/m)
  expect(text).toContain('x-contentful-version')
  const style = await get('/app/editor.css')
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('under the machine’s other name it leads to the one that the site has too, so that its cookie holds', async () => {
  const { port } = new URL(local.url)
  const { status, headers } = await asked('/app', `localhost:${port}`)
  expect([status, headers.location]).toEqual([302, `http://127.0.0.1:${port}/app`])
})

test('under a name of somebody else there is no editor', async () => {
  expect((await asked(list, 'evil.example')).status).toBe(403)
})

/** `fetch` lets nobody say another host. */
function asked(path: string, host: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    headers: Record<string, unknown>
  }>()
  const sent = request(`${local.url}${path}`, { headers: { host } }, (answer) => {
    answer.resume()
    resolve({ status: answer.statusCode, headers: answer.headers })
  })
  sent.on('error', reject)
  sent.end()
  return promise
}
