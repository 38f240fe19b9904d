import { expect, test } from 'vitest'
import type { SiteServer } from '#scripts/dev/site-server.ts'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { createErrorOverlay } from './error-overlay.ts'
import { createSiteServer } from './site-server-plugin.ts'

const FILE = 'server/app.ts'

/**
 * Starts a development server. The text of FILE is what its server answers, or the error of an import that begins with
 * "Error". `events` has the starts and stops of servers.
 */
async function startSite({ isContentValid = async () => true } = {}) {
  const events: string[] = []
  const texts = { current: 'first' }
  const overlay = createErrorOverlay()

  async function startSiteServer(): Promise<SiteServer> {
    const text = texts.current
    events.push(`start ${text}`)
    return {
      handle: (_, response) => response.end(text),
      stop: async () => {
        events.push(`stop ${text}`)
      },
    }
  }
  const importModule = async () => {
    if (texts.current.startsWith('Error')) throw new Error(texts.current)
    return { startSiteServer }
  }
  const runner = { importModule, invalidate: (file: string) => file === FILE, close: async () => {} }
  const options = { url: 'http://127.0.0.1:3000', drafts: undefined, log: () => {} }
  const siteServer = createSiteServer({ ...runner, overlay, isContentValid, ...options })
  await siteServer.start()
  const files = { [FILE]: '', 'src/app.ts': '' }
  const { url, edit, openPage } = await startViteServer([overlay.plugin, siteServer.plugin], files)
  return {
    events,
    openPage,
    request: async () => (await fetch(url)).text(),
    edit: async (text: string, file = FILE) => {
      texts.current = text
      await edit(file, text)
    },
  }
}

test('§11.2 a changed module starts the server again, after the end of the one before, and another file does not', async () => {
  const { events, request, edit } = await startSite()
  expect(await request()).toBe('first')
  await edit('unused', 'src/app.ts')
  await edit('second')
  await expect.poll(request).toBe('second')
  expect(events).toEqual(['start first', 'stop first', 'start second'])
})

test('an error of the code is shown on open pages until it is corrected, and the server of before goes on', async () => {
  const { request, edit, openPage } = await startSite()
  const page = await openPage()
  await edit('Error at server/app.ts:5:25')
  await expect.poll(() => JSON.stringify(page)).toContain('Error at server/app.ts:5:25')
  expect(await request()).toBe('first')
  await edit('second')
  await expect.poll(() => page.at(-1)).toEqual({ type: 'update', updates: [] })
  expect(await request()).toBe('second')
})

test('the server starts again when the generated files fit their sources', async () => {
  const states = [false]
  const { events, edit, request } = await startSite({ isContentValid: async () => states.pop() ?? true })
  await edit('second')
  await expect.poll(() => states).toEqual([])
  expect(events).toEqual(['start first'])
  await edit('second', 'src/app.ts') // the correction is in another file
  await expect.poll(request).toBe('second')
})
