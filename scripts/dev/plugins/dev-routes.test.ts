import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { contentFilesPlugin, draftPreviewPlugin, pagePathsPlugin } from './dev-routes.ts'

const SECRET = 'a-secret-of-editors'
const ACCEPT_HTML = { accept: 'text/html' }

/** Answers what the routes leave to Vite. */
const vitePlugin: Plugin = {
  name: 'vite',
  configureServer: ({ middlewares }) => {
    middlewares.use((_, response) => response.end('Vite'))
  },
}

/** Starts a server with a plugin. Returns a function that requests a path from it. */
async function start(plugin: Plugin) {
  const { url } = await startViteServer([plugin, vitePlugin])
  return (path: string, headers: Readonly<Record<string, string>> = ACCEPT_HTML) =>
    fetch(new URL(path, url), { headers, redirect: 'manual' })
}

test('an editor enters the preview with the secret, and gets pages without content; all else goes to Vite', async () => {
  const request = await start(
    draftPreviewPlugin({
      secret: SECRET,
      siteUrl: '',
      graphql: { url: 'http://127.0.0.1:9', token: 'token' },
      editorOrigins: ['http://127.0.0.1:4000'],
      findPagePath: async () => undefined,
      readState: async () => ({ unpublished: [], refused: [], rebuildProblem: null }),
      renderReport: async () => '',
    }),
  )
  const readText = async (path: string, headers?: Readonly<Record<string, string>>) =>
    (await request(path, headers)).text()
  expect(await readText('/gallery')).toBe('Vite')
  const entered = await request(`/preview?secret=${SECRET}&path=/gallery`)
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/gallery'])
  const [cookie = ''] = entered.headers.getSetCookie()

  const headers = { ...ACCEPT_HTML, cookie }
  const page = await readText('/gallery', headers)
  expect(page).toContain('<html lang="en" data-preview="http://127.0.0.1:4000">')
  expect(page).toContain('/src/main.tsx')
  expect(await readText('/src/main.tsx', { cookie })).toBe('Vite')
  expect(await readText('/preview?secret=wrong&path=/gallery')).toBe('Vite')
})

test('a path in another capitalization leads to its page', async () => {
  const request = await start(pagePathsPlugin())
  const { status, headers } = await request('/Gallery/?from=Mail')
  expect([status, headers.get('location')]).toEqual([302, '/gallery?from=Mail'])
  expect((await request('/gallery?from=Mail')).status).toBe(200)
  expect((await request('/Gallery/', { accept: 'image/*' })).status).toBe(200)
})

test('content whose files were missing is answered when they exist', async () => {
  const { root, url } = await startViteServer([contentFilesPlugin()], {
    'src/content/cms-content.ts': `import news from './bundled/news.json' with { type: 'json' }
export const isContentName = (name) => name === 'news'
export const mapSeedContent = () => news`,
  })
  const readContent = async () => {
    const response = await fetch(new URL('/content/news.json', url))
    return response.ok ? response.json() : response.status
  }
  expect(await readContent()).toBe(500)
  await mkdir(join(root, 'src/content/bundled'))
  await writeFile(join(root, 'src/content/bundled/news.json'), '{ "title": "News" }')
  await expect.poll(readContent).toEqual({ content: { title: 'News' } })
})
