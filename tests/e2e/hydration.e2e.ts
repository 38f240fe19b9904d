import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Slowdown of the CPU: hydration takes about a second, so that taps arrive before, during and after it. */
const CPU_SLOWDOWN = 8

/** ms between the load of the page and the tap. */
const TAP_DELAYS = [0, 200, 400, 700, 1_100]

/** Opens the page on a slow phone and taps an element after each of the delays. */
async function tapDuringLoad(page: Page, target: Locator, expectResponse: () => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  for (const delay of TAP_DELAYS) {
    await page.goto('/services')
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('The element is not visible')
    await page.waitForTimeout(delay)
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await test.step(`after ${delay} ms`, expectResponse)
  }
}

test('a tap on Menu before, during and after hydration opens the menu', async ({ page, ready }) => {
  const menu = page.getByRole('button', { name: /(Open|Close) menu/ })
  await tapDuringLoad(page, menu, async () => {
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })).toBeInViewport()
    await ready()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await expect(menu).toHaveText('Close menu')
  })
})

test('a tap on a link before, during and after hydration opens its page', async ({ page }) => {
  await tapDuringLoad(page, page.getByRole('link', { name: 'See the sixteen stages' }), async () => {
    await expect(page).toHaveURL('/mainlinepipeline')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Mainline/)
  })
})
