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
export interface MockContentfulEditor {
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
  }
}

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
