import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectShownPhoto, getThumbnail, PHOTO_COUNT } from '#tests/setup/e2e/gallery-dialog.ts'
import { getItemName, getMainNavigation } from '#tests/setup/e2e/site-pages.ts'
import { getLabel } from '#tests/setup/seed-content.ts'

test.use({ ...REDUCED_MOTION, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a tap on the menu button before the scripts have run opens the menu, and a tap on a photo during hydration the photo', async ({
  page,
  ready,
}) => {
  await test.step('the menu', async () => {
    const { promise: released, resolve: loadScripts } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/services', { waitUntil: 'commit' })
    await page.getByRole('button', { name: getLabel('openMenu') }).tap()
    const item = getMainNavigation(page).getByRole('link', { name: getItemName('/gallery') })
    await expect(item).toBeInViewport()
    loadScripts()
    await ready()
    const button = page.getByRole('button', { name: getLabel('closeMenu') })
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await button.tap()
    await expect(item).toBeHidden()
    await page.unroute('**/assets/*.js')
  })
  await test.step('a photo', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 3 })
    const entry = page.waitForResponse(/\/assets\/index-.*\.js/)
    await page.goto('/gallery', { waitUntil: 'commit' })
    await entry
    await getThumbnail(page, 1).tap()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 }) // the rest of the hydration need not be slow
    await expectShownPhoto(page, 1)
    await expect(page).toHaveURL(/\?photo=/)
  })
  await test.step('a phone loads no photos that are far from the screen', async () => {
    await page.keyboard.press('Escape')
    await page.waitForLoadState('networkidle')
    await expect(getThumbnail(page, PHOTO_COUNT).locator('img')).toHaveJSProperty('loading', 'lazy')
  })
})
