import type { Browser, Page } from '@playwright/test'

/** The screen of Lighthouse's mobile settings. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** Lighthouse's CPU slowdown of a phone. */
const PHONE_CPU_SLOWDOWN = 4

/** Opens an empty page with no cache, and a CPU at a quarter of this machine's speed. */
export async function openSlowPhone(browser: Browser): Promise<Page> {
  const page = await browser.newPage(PHONE)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_CPU_SLOWDOWN })
  return page
}

/** ms without requests, after which a page is regarded as loaded: hydration and the refresh from the CMS have ended. */
const SETTLE_MS = 3_000

/** Opens a page and waits until it has loaded, hydrated and refreshed its content. */
export async function openSettledPage(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLE_MS)
}

/**
 * Measures the time from a tap or click on the element to the first frame in which `selector` matches. The selector must
 * not match before.
 */
export async function measureResponse(page: Page, element: string, selector: string): Promise<number> {
  const response = page.evaluate(
    (awaited) =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const check = () => {
              if (!document.querySelector(awaited)) return requestAnimationFrame(check)
              // The frame is painted before the next task.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
            }
            check()
          },
          { capture: true, once: true },
        )
      }),
    selector,
  )
  await page.locator(element).click()
  return response
}
