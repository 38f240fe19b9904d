import type { Page } from '@playwright/test'

/** Measures the time from the next click until the page contains a text. `readTextDelayMs` returns it. */
export async function startTextTimer(page: Page, text: string): Promise<void> {
  await page.evaluate((expected) => {
    const hasText = () => document.querySelector('main')?.textContent?.includes(expected)
    addEventListener(
      'click',
      () => {
        const channel = new MessageChannel()
        const start = performance.now()
        let previous = start
        let blockedMs = 0
        channel.port1.onmessage = () => {
          const now = performance.now()
          blockedMs += Math.max(0, now - previous - MAX_GAP_MS)
          previous = now
          if (hasText()) Object.assign(window, { delay: now - start - blockedMs })
          else channel.port2.postMessage(0)
        }
        channel.port2.postMessage(0)
      },
      { capture: true, once: true },
    )
    /** The excess of longer gaps between messages is subtracted, because the machine was busy. */
    const MAX_GAP_MS = 50
  }, text)
}

/** Returns the delay in ms, without the time in which the machine was too busy to run the page. */
export const readTextDelayMs = async (page: Page): Promise<number> =>
  Number(await (await page.waitForFunction(() => Reflect.get(window, 'delay'))).jsonValue())
