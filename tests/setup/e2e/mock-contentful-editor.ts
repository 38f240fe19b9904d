import { createServer } from 'node:http'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import * as z from 'zod'

/** What Contentful's client says. */
const said = z.looseObject({ method: z.string(), id: z.string().optional(), config: z.string().optional() })
type Said = z.output<typeof said>

/** A page that plays Contentful's editor: it has the preview in a frame, hears what it says and speaks to it. */
export interface MockContentfulEditor extends AsyncDisposable {
  readonly preview: FrameLocator
  /** A second frame, empty at first. */
  readonly secondFrame: FrameLocator
  /** Oldest first. */
  readonly readMessages: () => Promise<readonly Said[]>
  readonly postMessage: (message: object) => Promise<void>
  /** The id of the one subscription to the answer with this root field. */
  readonly findSubscriptionId: (field: string) => Promise<string>
}

/** Opens the editor in this page, at an origin that the site lets frame its previews, and waits until the preview is at rest. */
export async function openMockEditor(page: Page, origin: string, previewUrl: string): Promise<MockContentfulEditor> {
  // Of a page that a test makes up, the browser does not know that it is on this machine, and lets it frame nothing that is.
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(HTML))
  await new Promise<void>((done) => server.listen(Number(new URL(origin).port), '127.0.0.1', done))
  await page.addInitScript(listen)
  await page.goto(origin)
  await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), previewUrl)
  const preview = page.frameLocator('iframe').first()
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')

  const readMessages = async () => z.array(said).parse(await page.evaluate(() => Reflect.get(window, 'heard')))
  return {
    preview,
    secondFrame: page.frameLocator('iframe').nth(1),
    readMessages,
    postMessage: (message) => page.evaluate((sent) => window.frames[0]?.postMessage(sent, '*'), message),
    findSubscriptionId: async (field) => {
      const held = subscriptions(await readMessages()).filter(({ config }) => config?.includes(`"${field}"`))
      expect(held, `one subscription to ${field}`).toHaveLength(1)
      return held[0]?.id ?? ''
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const HTML = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Editor</title>
<iframe title="Preview" width="1200" height="600"></iframe><iframe title="Second"></iframe></html>`

/** In every frame, before its own scripts: what it is told, and by whom. */
function listen() {
  const heard: object[] = []
  Object.assign(window, { heard })
  addEventListener('message', ({ origin, data }) => heard.push({ ...data, origin }))
}

function subscriptions(messages: readonly Said[]): readonly Said[] {
  const ended = new Set(messages.filter(({ method }) => method === 'UNSUBSCRIBED').map(({ id }) => id))
  return messages.filter(({ method, id }) => method === 'SUBSCRIBED' && !ended.has(id))
}
