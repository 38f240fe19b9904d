import type { Page } from '@playwright/test'
import { waitForAnimations } from '#tests/setup/e2e/axe.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const item = (page: Page, name: string) => menu(page).getByRole('link', { name })
const opener = (page: Page) => page.getByRole('button', { name: 'Open menu' })
const closer = (page: Page) => page.getByRole('button', { name: 'Close menu' })
const heightOf = (page: Page) => page.locator('#menu').evaluate((list) => list.getBoundingClientRect().height)

test.use({ viewport: { width: 390, height: 844 } })

test('requirements §2, §9: the bar becomes a menu at 900 px, and is a row at 901', async ({ page }) => {
  await page.goto('/')
  for (const [width, isMenu] of [
    [901, false],
    [900, true],
    [320, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(opener(page)).toBeVisible({ visible: isMenu })
    for (const name of ['Home', 'Gallery', 'Services', 'Contact'])
      await expect(item(page, name)).toBeVisible({ visible: !isMenu })
  }
})

test('requirements §2, §9: the dropdown is 222 px high, below the bar, and lists the items in order', async ({
  page,
}) => {
  await page.goto('/services')
  for (const width of [900, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await opener(page).click()
    await expect(menu(page).getByRole('link')).toHaveText(['Home', 'Gallery', 'Services', 'Contact'])
    await expect(item(page, 'Services')).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => page.locator('#menu').boundingBox()).toEqual({ x: 0, y: 76, width, height: 222 })
    await page.keyboard.press('Escape')
    await expect(item(page, 'Services')).toBeHidden()
  }
})

test('requirements §4, §9: open, closing for 300 ms, closed', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await opener(page).click()
  await expect(item(page, 'Gallery')).toBeInViewport()
  await waitForAnimations(page)
  const exit = await page.locator('#menu').evaluate((list: HTMLElement) => {
    list.hidePopover()
    const exits = list.getAnimations()
    for (const each of exits) each.pause()
    return {
      isOpen: list.matches(':popover-open'),
      display: getComputedStyle(list).display,
      durations: exits.map(({ effect }) => effect?.getTiming().duration),
    }
  })
  expect(exit).toMatchObject({ isOpen: false, display: 'flex' })
  expect(new Set(exit.durations)).toEqual(new Set([300]))
  await expect(item(page, 'Gallery')).toBeVisible()
  await page.locator('#menu').evaluate((list) => {
    for (const each of list.getAnimations()) each.finish()
  })
  await expect(item(page, 'Gallery')).toBeHidden()
})

for (const [how, close] of [
  ['a tap on an item', (page) => item(page, 'Home').click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a click outside', (page) => page.mouse.click(195, 700)],
  ['the button', (page) => closer(page).click()],
] satisfies [string, (page: Page) => Promise<void>][]) {
  test(`requirements §2: ${how} closes the menu, and the button says so`, async ({ page, ready }) => {
    await page.goto('/')
    await ready()
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false')
    await opener(page).click()
    await expect(closer(page)).toHaveAttribute('aria-expanded', 'true')
    await close(page)
    await expect(item(page, 'Home')).toBeHidden()
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false')
  })
}

test('requirements §2: a tap on an item of another page leads there and closes the menu', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await opener(page).click()
  await item(page, 'Gallery').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Work and Projects')
  await expect(item(page, 'Gallery')).toBeHidden()
})

test('the menu by keyboard: in by Enter, through the items, out by Escape, and the focus is at the button', async ({
  page,
  ready,
}) => {
  await page.goto('/')
  await ready()
  await opener(page).focus()
  await page.keyboard.press('Enter')
  for (const name of ['Home', 'Gallery', 'Services']) {
    await page.keyboard.press('Tab')
    await expect(item(page, name)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
  await expect(item(page, 'Home')).toBeHidden()

  await page.keyboard.press('Enter')
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Watch Now' })).toBeFocused()
  await expect(item(page, 'Home'), 'it does not cover what has the focus').toBeHidden()
})

test('a menu that is open when the window grows wide is closed when it is narrow again', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await opener(page).click()
  await expect(closer(page)).toBeVisible()
  await page.setViewportSize({ width: 901, height: 844 })
  await expect(item(page, 'Gallery')).toBeVisible()
  await page.setViewportSize({ width: 900, height: 844 })
  await expect(item(page, 'Gallery')).toBeHidden()
})

test('the menu scrolls on a screen lower than it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 200 })
  await page.goto('/')
  await opener(page).click()
  await expect.poll(() => heightOf(page)).toBe(200 - 76)
  await item(page, 'Contact').scrollIntoViewIfNeeded()
  await expect(item(page, 'Contact')).toBeInViewport({ ratio: 1 })
})

test('a menu opened before the script has come is known to be open', async ({ page, ready }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((later) => setTimeout(later, 500))
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await opener(page).click()
  await expect(item(page, 'Gallery')).toBeVisible()
  await ready()
  await expect(closer(page)).toHaveAttribute('aria-expanded', 'true')
  await item(page, 'Home').click()
  await expect(item(page, 'Gallery')).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens, leads on and closes', async ({ page }) => {
    await page.goto('/')
    await opener(page).click()
    await expect(item(page, 'Gallery')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(item(page, 'Gallery')).toBeHidden()
    await opener(page).click()
    await item(page, 'Gallery').click()
    await expect(page).toHaveURL('/gallery')
  })
})
