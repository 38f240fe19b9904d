import { expect, test } from 'vitest'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { photoDeskPlugin } from './photo-desk-plugin.ts'

test('the photo desk is served from its sources, with hot reload', async () => {
  const { url } = await startViteServer([photoDeskPlugin()])
  const withoutSlash = await fetch(`${url}photo-desk`, { redirect: 'manual' })
  expect([withoutSlash.status, withoutSlash.headers.get('location')]).toEqual([302, '/photo-desk/'])
  const page = await (await fetch(`${url}photo-desk/`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('/photo-desk/@vite/client')
  expect(page).toContain('/photo-desk/main.tsx')
  const script = await (await fetch(`${url}photo-desk/main.tsx`)).text()
  expect(script).toContain('import.meta.hot')
})
