import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  getItemName,
  getMainNavigation,
  getPageHeading,
  menuHeight,
  navigationNames,
} from '#tests/setup/e2e/site-pages.ts'
import { getLabel } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'

test.use({ ...REDUCED_MOTION, viewport: { width: 390, height: 844 } })

test('§2.8 §2.9 §2.10 §2.12 §2.13 the menu lists the pages below the bar until a visitor chooses one, closes it or leaves it', async ({
  page,
  ready,
}) => {
  const menu = page.locator('#menu')
  const openButton = page.getByRole('button', { name: getLabel('openMenu') })
  const closeButton = page.getByRole('button', { name: getLabel('closeMenu') })
  const items = getMainNavigation(page).getByRole('link')
  const getItem = (name: string) => items.filter({ hasText: name })
  await page.goto('/services')
  await ready()

  await test.step('its size and its items', async () => {
    await expect(openButton).toHaveAttribute('aria-expanded', 'false')
    await openButton.click()
    await expect(closeButton).toHaveAttribute('aria-expanded', 'true')
    await expect(closeButton.locator('path').nth(1), 'two lines are the cross').toHaveCSS('opacity', '0')
    await expect(items).toHaveText(navigationNames)
    await expect(getItem(getItemName('/services'))).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 76, width: 390, height: menuHeight })
    await expectNoAxeViolations(page, { part: 'header' })
    await closeButton.click()
    await expect(menu).toBeHidden()
  })
  for (const [how, close] of [
    ['a click outside', () => page.mouse.click(195, 700)],
    ['the item of the page', () => getItem(getItemName('/services')).click()],
    ['an item of another page', () => getItem(getItemName('/')).click()],
  ] satisfies [string, () => Promise<void>][]) {
    await test.step(`${how} closes it`, async () => {
      await openButton.click()
      await expect(menu).toBeVisible()
      await close()
      await expect(menu).toBeHidden()
      await expect(openButton).toHaveAttribute('aria-expanded', 'false')
    })
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/'))

  await test.step('with the keyboard', async () => {
    await openButton.focus()
    await page.keyboard.press('Enter')
    for (const name of navigationNames) {
      await page.keyboard.press('Tab')
      await expect(getItem(name)).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(openButton).toBeFocused()
    await expect(menu).toBeHidden()
    await page.keyboard.press('Enter')
    await getItem(navigationNames.at(-1) ?? '').focus()
    await page.keyboard.press('Tab')
    await expect(menu, 'it does not cover the focused element').toBeHidden()
  })
  await test.step('in a low window it scrolls', async () => {
    await page.setViewportSize({ width: 320, height: 200 })
    await openButton.click()
    await expect.poll(async () => (await menu.boundingBox())?.height).toBe(200 - 76)
    await getItem(getItemName('/contact')).scrollIntoViewIfNeeded()
    await expect(getItem(getItemName('/contact'))).toBeInViewport({ ratio: 1 })
  })
  await test.step('it is closed after the window was wide', async () => {
    await page.setViewportSize({ width: 901, height: 844 })
    await expect(getItem(getItemName('/gallery'))).toBeVisible()
    await page.setViewportSize({ width: 900, height: 844 })
    await expect(getItem(getItemName('/gallery'))).toBeHidden()
  })
  await test.step('its animation takes 300 ms', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(menu).toHaveCSS('transition-duration', /^0\.3s/)
  })
})
