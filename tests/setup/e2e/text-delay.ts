import type { Page } from '@playwright/test'

/** From now on the page looks for a text, and for how long it takes from the next click until it stands there. */
export async function startTextTimer(page: Page, text: string): Promise<void> {
  await page.evaluate((wanted) => {
    const isThere = () => document.querySelector('main')?.textContent?.includes(wanted)
    addEventListener(
      'click',
      () => {
        const channel = new MessageChannel()
        const start = performance.now()
        let before = start
        let lost = 0
        channel.port1.onmessage = () => {
          const now = performance.now()
          lost += Math.max(0, now - before - STEP)
          before = now
          if (isThere()) Object.assign(window, { delay: now - start - lost })
          else channel.port2.postMessage(0)
        }
        channel.port2.postMessage(0)
      },
      { capture: true, once: true },
    )
    /** ms; when the page was not served for longer, the machine was busy with others, or the page with itself. */
    const STEP = 50
  }, text)
}

/** ms, without what the machine was too busy to give to the page. */
export const readTextDelayMs = async (page: Page): Promise<number> =>
  Number(await (await page.waitForFunction(() => Reflect.get(window, 'delay'))).jsonValue())
