import type { Page } from '@playwright/test'
import { waitForAnimations } from '#tests/setup/e2e/axe.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { menuHeight, navigationNames } from '#tests/setup/e2e/site-pages.ts'

const getNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const getMenuLink = (page: Page, name: string) => getNavigation(page).getByRole('link', { name })
const getOpenButton = (page: Page) => page.getByRole('button', { name: 'Open menu' })
const getCloseButton = (page: Page) => page.getByRole('button', { name: 'Close menu' })
const measureMenuHeight = (page: Page) => page.locator('#menu').evaluate((list) => list.getBoundingClientRect().height)

test.use({ viewport: { width: 390, height: 844 } })

test('requirements §2, §9: the navigation is a menu at 900 px and a row at 901 px', async ({ page }) => {
  await page.goto('/')
  for (const [width, isMenu] of [
    [901, false],
    [900, true],
    [320, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(getOpenButton(page)).toBeVisible({ visible: isMenu })
    for (const name of navigationNames) await expect(getMenuLink(page, name)).toBeVisible({ visible: !isMenu })
  }
})

test('requirements §2, §9: the menu is 222 px high or as high as its rows, below the bar, and lists the items in order', async ({
  page,
}) => {
  await page.goto('/services')
  for (const width of [900, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await getOpenButton(page).click()
    await expect(getNavigation(page).getByRole('link')).toHaveText(navigationNames)
    await expect(getMenuLink(page, 'Services')).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => page.locator('#menu').boundingBox()).toEqual({ x: 0, y: 76, width, height: menuHeight })
    await page.keyboard.press('Escape')
    await expect(getMenuLink(page, 'Services')).toBeHidden()
  }
})

test('requirements §4, §9: the menu closes in 300 ms', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await getOpenButton(page).click()
  await expect(getMenuLink(page, 'Gallery')).toBeInViewport()
  await waitForAnimations(page)
  const closing = await page.locator('#menu').evaluate((list: HTMLElement) => {
    list.hidePopover()
    const animations = list.getAnimations()
    for (const animation of animations) animation.pause()
    return {
      isOpen: list.matches(':popover-open'),
      display: getComputedStyle(list).display,
      durations: animations.map(({ effect }) => effect?.getTiming().duration),
    }
  })
  expect(closing).toMatchObject({ isOpen: false, display: 'flex' })
  expect(new Set(closing.durations)).toEqual(new Set([300]))
  await expect(getMenuLink(page, 'Gallery')).toBeVisible()
  await page.locator('#menu').evaluate((list) => {
    for (const animation of list.getAnimations()) animation.finish()
  })
  await expect(getMenuLink(page, 'Gallery')).toBeHidden()
})

for (const [how, close] of [
  ['a tap on an item', (page) => getMenuLink(page, 'Home').click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a click outside', (page) => page.mouse.click(195, 700)],
  ['the button', (page) => getCloseButton(page).click()],
] satisfies [string, (page: Page) => Promise<void>][]) {
  test(`requirements §2: ${how} closes the menu and updates aria-expanded`, async ({ page, ready }) => {
    await page.goto('/')
    await ready()
    await expect(getOpenButton(page)).toHaveAttribute('aria-expanded', 'false')
    await getOpenButton(page).click()
    await expect(getCloseButton(page)).toHaveAttribute('aria-expanded', 'true')
    await close(page)
    await expect(getMenuLink(page, 'Home')).toBeHidden()
    await expect(getOpenButton(page)).toHaveAttribute('aria-expanded', 'false')
  })
}

test('requirements §2: a tap on the item of another page opens the page and closes the menu', async ({
  page,
  ready,
}) => {
  await page.goto('/')
  await ready()
  await getOpenButton(page).click()
  await getMenuLink(page, 'Gallery').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past Work and Projects')
  await expect(getMenuLink(page, 'Gallery')).toBeHidden()
})

test('the menu can be used by keyboard: Enter opens it, Tab reaches the items, Escape closes it and focuses the button', async ({
  page,
  ready,
}) => {
  await page.goto('/')
  await ready()
  await getOpenButton(page).focus()
  await page.keyboard.press('Enter')
  for (const name of navigationNames) {
    await page.keyboard.press('Tab')
    await expect(getMenuLink(page, name)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(getOpenButton(page)).toBeFocused()
  await expect(getMenuLink(page, 'Home')).toBeHidden()

  await page.keyboard.press('Enter')
  await getMenuLink(page, navigationNames.at(-1) ?? '').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Watch Now' })).toBeFocused()
  await expect(getMenuLink(page, 'Home'), 'the menu does not cover the focused element').toBeHidden()
})

test('an open menu is closed after the window was wide and is narrow again', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await getOpenButton(page).click()
  await expect(getCloseButton(page)).toBeVisible()
  await page.setViewportSize({ width: 901, height: 844 })
  await expect(getMenuLink(page, 'Gallery')).toBeVisible()
  await page.setViewportSize({ width: 900, height: 844 })
  await expect(getMenuLink(page, 'Gallery')).toBeHidden()
})

test('the menu scrolls in a viewport that is lower than the menu', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 200 })
  await page.goto('/')
  await getOpenButton(page).click()
  await expect.poll(() => measureMenuHeight(page)).toBe(200 - 76)
  await getMenuLink(page, 'Contact').scrollIntoViewIfNeeded()
  await expect(getMenuLink(page, 'Contact')).toBeInViewport({ ratio: 1 })
})

test('a menu that was opened before hydration has the correct aria-expanded after it', async ({ page, ready }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await getOpenButton(page).click()
  await expect(getMenuLink(page, 'Gallery')).toBeVisible()
  await ready()
  await expect(getCloseButton(page)).toHaveAttribute('aria-expanded', 'true')
  await getMenuLink(page, 'Home').click()
  await expect(getMenuLink(page, 'Gallery')).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens, closes and links to pages', async ({ page }) => {
    await page.goto('/')
    await getOpenButton(page).click()
    await expect(getMenuLink(page, 'Gallery')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(getMenuLink(page, 'Gallery')).toBeHidden()
    await getOpenButton(page).click()
    await getMenuLink(page, 'Gallery').click()
    await expect(page).toHaveURL('/gallery')
  })
})
