import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { expectShownPhoto, getThumbnail } from '#tests/setup/e2e/gallery-dialog.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Opens a page whose scripts wait. Returns a function that loads them. */
async function openWithHeldScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return resolve
}

test('taps before the scripts have run open the menu and a photo', async ({ page, ready }) => {
  await test.step('the menu', async () => {
    const loadScripts = await openWithHeldScripts(page, '/services')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })
    await expect(item).toBeInViewport()
    loadScripts()
    await ready()
    const button = page.getByRole('button', { name: 'Close menu' })
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await button.tap()
    await expect(item).toBeHidden()
  })
  await test.step('a photo', async () => {
    const loadScripts = await openWithHeldScripts(page, '/gallery')
    const href = await getThumbnail(page, 3).getAttribute('href')
    await getThumbnail(page, 3).tap()
    await expect(page).toHaveURL(href ?? '')
    loadScripts()
    await expectShownPhoto(page, 3)
  })
})

test('a tap on a photo during hydration opens it', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const entry = page.waitForResponse(/\/assets\/index-.*\.js/)
  await page.goto('/gallery', { waitUntil: 'commit' })
  await getThumbnail(page, 4).scrollIntoViewIfNeeded()
  await entry
  await getThumbnail(page, 4).tap()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 }) // the rest of the hydration need not be slow
  await expectShownPhoto(page, 4)
  await expect(page).toHaveURL(/\?photo=/)
})
