import { expect, test } from 'vitest'
import { writeTestFiles } from '#tests/setup/server/site.ts'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { contentFilesPlugin } from './dev-routes.ts'
import { createErrorOverlay } from './error-overlay.ts'

test('content whose files were missing is answered when they exist, and the error is gone', async () => {
  const overlay = createErrorOverlay()
  const { root, url, openPage } = await startViteServer([overlay.plugin, contentFilesPlugin(overlay)], {
    'src/content/cms-content.ts': `import news from './bundled/news.json' with { type: 'json' }
export const isContentName = (name) => name === 'news'
export const mapSeedContent = () => news`,
  })
  const readContent = async () => {
    const response = await fetch(new URL('/content/news.json', url))
    return response.ok ? response.json() : response.status
  }
  const page = await openPage()
  expect(await readContent()).toBe(500)
  await expect.poll(() => JSON.stringify(page)).toContain('./bundled/news.json')
  await writeTestFiles(root, { 'src/content/bundled/news.json': '{ "title": "News" }' })
  await expect.poll(readContent).toEqual({ content: { title: 'News' } })
  await expect.poll(() => page).toContainEqual({ type: 'update', updates: [] })
})
