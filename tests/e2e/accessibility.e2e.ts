import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.use(REDUCED_MOTION)

for (const path of ['/', '/gallery', '/services', '/contact', '/mainlinepipeline']) {
  for (const width of [1440, 390, 320]) {
    test(`axe finds nothing on ${path} at ${width} px`, async ({ page, ready }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await ready()
      await expectNoAxeViolations(page)
    })
  }

  test(`${path} does not scroll sideways at any width down to 320 px`, async ({ page }) => {
    await page.goto(path)
    for (const width of [1920, 1440, 1101, 1100, 992, 991, 901, 900, 768, 767, 480, 479, 390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await sidewaysOn(page), `at ${width} px`).toBe(0)
    }
  })

  test.describe('at 200 % zoom', () => {
    test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }) // what is left of 1440 × 900

    test(`${path} does not scroll sideways, and cuts nothing off`, async ({ page }) => {
      await page.goto(path)
      expect(await sidewaysOn(page)).toBe(0)
      expect(await cutOffOn(page)).toEqual([])
    })
  })

  test(`${path} with text twice as large loses none of it`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    await enlargeText(page)
    expect(await sidewaysOn(page)).toBe(0)
    expect(await cutOffOn(page)).toEqual([])
  })

  test(`${path} in the visitor’s own colours keeps its buttons and the focus visible`, async ({ page, ready }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(path)
    await ready()
    // It comes when the page is usable, before the others.
    if (path !== '/mainlinepipeline') await expect(page.getByRole('button', { name: / video$/ })).toBeVisible()
    await page.keyboard.press('Tab')
    const buttons = await page.getByRole('main').getByRole('button').filter({ visible: true }).all()
    for (const button of buttons.slice(0, 5)) {
      await button.focus()
      await expect(button).toHaveCSS('outline-style', 'solid')
    }
  })
}

test('Watch Now and the hero’s control have an edge and a ground in the visitor’s own colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' })
  await page.goto('/')
  for (const name of ['Watch Now', 'Pause video']) {
    const button = page.getByRole('button', { name })
    await expect(button).toHaveCSS('border-top-style', 'solid')
    await expect(button).toHaveCSS('background-color', /^rgb\(/) // and not see-through
  }
})

test('axe finds nothing in the open film dialog', async ({ page, ready }) => {
  await page.route('https://player.vimeo.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>Film</title></html>',
    }),
  )
  await page.goto('/')
  await ready()
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds nothing in the open menu', async ({ page, ready }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/services')
  await ready()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('the keyboard reaches the skip link, the navigation and Watch Now, in that order', async ({
  page,
  context,
  ready,
}) => {
  await mockOtherHosts(context) // what comes with the focus of Watch Now
  await page.goto('/')
  await ready()
  const names: string[] = []
  for (let presses = 0; presses < 7; presses++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        return focused?.textContent || focused?.querySelector('img')?.alt || ''
      }),
    )
  }
  expect(names).toEqual([
    'Skip to content',
    expect.stringContaining('Blackland'),
    'Home',
    'Gallery',
    'Services',
    'Contact',
    'Watch Now',
  ])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

const sidewaysOn = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** As a browser does that enlarges only the text. */
const enlargeText = (page: Page) =>
  page.evaluate(() => {
    const sizes = [...document.querySelectorAll<HTMLElement>('body *')].map((element) => ({
      element,
      size: Number.parseFloat(getComputedStyle(element).fontSize),
    }))
    for (const { element, size } of sizes) element.style.fontSize = `${2 * size}px`
  })

/** Texts of which something is outside the screen, or outside the part of the page that hides what overflows it. */
const cutOffOn = (page: Page) =>
  page.evaluate(() => {
    for (const entrance of document.getAnimations()) entrance.finish()
    const ownTexts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cutOff: string[] = []
    while (ownTexts.nextNode()) {
      const { currentNode: text } = ownTexts
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, top, bottom, width } = range.getBoundingClientRect()
      const isShown =
        width > 0 && text.textContent?.trim() && text.parentElement?.checkVisibility({ opacityProperty: true })
      if (!isShown) continue
      let frame = text.parentElement
      while (frame && getComputedStyle(frame).overflow === 'visible') frame = frame.parentElement
      if (frame && getComputedStyle(frame).clipPath === 'inset(50%)') continue // for readers by ear alone
      const box = frame?.getBoundingClientRect()
      const isSideways = left < (box?.left ?? 0) - 1 || right > (box?.right ?? innerWidth) + 1
      const isBelow = box && (top < box.top - 1 || bottom > box.bottom + 1)
      if (isSideways || isBelow) cutOff.push(text.textContent ?? '')
    }
    return cutOff
  })
