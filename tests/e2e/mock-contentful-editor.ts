import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import * as z from 'zod'

/** A message of Contentful's live preview client. */
const previewMessageSchema = z.looseObject({
  method: z.string(),
  id: z.string().optional(),
  config: z.string().optional(),
})
type PreviewMessage = z.output<typeof previewMessageSchema>

/** A page that acts as Contentful's editor: it shows the preview in a frame and exchanges messages with it. */
export interface MockContentfulEditor extends AsyncDisposable {
  readonly preview: FrameLocator
  /** A second frame, empty at first. */
  readonly secondFrame: FrameLocator
  /** Returns the received messages, oldest first. */
  readonly readMessages: () => Promise<readonly PreviewMessage[]>
  readonly postMessage: (message: object) => Promise<void>
  /** Returns the id of the only subscription to the response with this root field. */
  readonly findSubscriptionId: (field: string) => Promise<string>
}

/** Opens the editor at an origin that may frame previews of the site, and waits until the preview shows its page. */
export async function openMockEditor(page: Page, origin: string, previewUrl: string): Promise<MockContentfulEditor> {
  // A real server: browsers do not let a page of a mocked route frame pages of this machine.
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(HTML))
  server.listen(Number(new URL(origin).port), '127.0.0.1')
  await once(server, 'listening')
  await page.addInitScript(recordMessages)
  await page.goto(origin)
  await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), previewUrl)
  const preview = page.frameLocator('iframe').first()
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()

  const readMessages = async () =>
    z.array(previewMessageSchema).parse(await page.evaluate(() => Reflect.get(window, 'receivedMessages')))
  return {
    preview,
    secondFrame: page.frameLocator('iframe').nth(1),
    readMessages,
    postMessage: (message) => page.evaluate((data) => window.frames[0]?.postMessage(data, '*'), message),
    findSubscriptionId: async (field) => {
      const findIds = async () =>
        findOpenSubscriptions(await readMessages()).flatMap(({ config, id }) =>
          config?.includes(`"${field}"`) ? id : [],
        )
      await expect.poll(findIds, `one subscription to ${field}`).toHaveLength(1)
      return (await findIds()).join()
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HTML = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Editor</title>
<iframe title="Preview" width="1200" height="600"></iframe><iframe title="Second"></iframe></html>`

/** Runs in every frame before its own scripts. Records received messages with their origin. */
function recordMessages() {
  const receivedMessages: object[] = []
  Object.assign(window, { receivedMessages })
  addEventListener('message', ({ origin, data }) => receivedMessages.push({ ...data, origin }))
}

function findOpenSubscriptions(messages: readonly PreviewMessage[]): readonly PreviewMessage[] {
  const endedIds = new Set(messages.filter(({ method }) => method === 'UNSUBSCRIBED').map(({ id }) => id))
  return messages.filter(({ method, id }) => method === 'SUBSCRIBED' && !endedIds.has(id))
}
