import type { Connect, Plugin } from 'vite'
import { expect, test } from 'vitest'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { createPreviewHandler, redirectToPage } from './site-server.ts'

const SECRET = 'a-secret-of-editors'
const ACCEPT_HTML = { accept: 'text/html' }

/** Answers what the routes leave to Vite. */
const vitePlugin: Plugin = {
  name: 'vite',
  configureServer: ({ middlewares }) => {
    middlewares.use((_, response) => response.end('Vite'))
  },
}

/** Starts a server with a handler. Returns a function that requests a path from it. */
async function start(handler: Connect.NextHandleFunction) {
  const plugin: Plugin = { name: 'handler', configureServer: ({ middlewares }) => void middlewares.use(handler) }
  const { url } = await startViteServer([plugin, vitePlugin])
  return (path: string, headers: Readonly<Record<string, string>> = ACCEPT_HTML, body?: string) =>
    fetch(new URL(path, url), { headers, redirect: 'manual', ...(body && { method: 'POST', body }) })
}

test('an editor enters the preview with the secret, and gets pages without content; all else goes to Vite', async () => {
  const preview = {
    secret: SECRET,
    siteUrl: '',
    graphql: { url: 'http://127.0.0.1:9', token: 'token' },
    editorOrigins: ['http://127.0.0.1:4000'],
    findPagePath: async () => undefined,
    readState: async () => ({ unpublished: [], refused: [], rebuildProblem: null }),
    renderReport: async () => '',
  }
  const request = await start(await createPreviewHandler(preview, async (_, html) => html))
  const readText = async (path: string, headers?: Readonly<Record<string, string>>) =>
    (await request(path, headers)).text()
  expect(await readText('/gallery')).toBe('Vite')
  const entered = await request(`/preview?secret=${SECRET}&path=/gallery`)
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/preview/entered?path=%2Fgallery'])
  const [cookie = ''] = entered.headers.getSetCookie()

  const headers = { ...ACCEPT_HTML, cookie }
  const page = await readText('/gallery', headers)
  expect(page).toContain('<html lang="en" data-preview="http://127.0.0.1:4000">')
  expect(page).toContain('/src/main.tsx')
  expect(await readText('/src/main.tsx', { cookie })).toBe('Vite')
  expect(await readText('/preview?secret=wrong&path=/gallery')).toBe('Vite')

  const askForDrafts = async (name: string) => {
    const json = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    return (await request('/preview/graphql', json, JSON.stringify({ name, variables: {} }))).status
  }
  expect(await askForDrafts('home'), 'Contentful is asked, which does not answer').toBe(502)
  expect(await askForDrafts('no query of the site')).toBe(409)
})

test('a path in another capitalization leads to its page', async () => {
  const request = await start(redirectToPage)
  const { status, headers } = await request('/Gallery/?from=Mail')
  expect([status, headers.get('location')]).toEqual([302, '/gallery?from=Mail'])
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await request('/gallery?from=Mail')).status).toBe(200)
  expect((await request('/Gallery/', { accept: 'image/*' })).status).toBe(200)
})
