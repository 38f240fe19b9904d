import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'
import { mockVimeoPlayer } from '#tests/setup/e2e/mock-vimeo-player.ts'
import { navigationNames, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { findClippedTexts, measureHorizontalOverflow } from '#tests/setup/e2e/text-fit.ts'

test.use(REDUCED_MOTION)

for (const { path, frame } of sitePages) {
  for (const width of [1440, 390, 320]) {
    test(`axe finds no violations on ${path} at ${width} px`, async ({ page, ready }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await ready()
      await expectNoAxeViolations(page)
    })
  }

  test(`${path} does not scroll horizontally at any width down to 320 px`, async ({ page }) => {
    await page.goto(path)
    for (const width of [1920, 1440, 1101, 1100, 992, 991, 901, 900, 768, 767, 480, 479, 390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await measureHorizontalOverflow(page), `at ${width} px`).toBe(0)
    }
  })

  test.describe('at 200 % zoom', () => {
    test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }) // CSS px of 1440 × 900 at this zoom

    test(`${path} does not scroll horizontally and clips no text`, async ({ page }) => {
      await page.goto(path)
      expect(await measureHorizontalOverflow(page)).toBe(0)
      expect(await findClippedTexts(page)).toEqual([])
    })
  })

  test(`${path} with text twice as large clips no text`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(path)
    await enlargeText(page)
    expect(await measureHorizontalOverflow(page)).toBe(0)
    expect(await findClippedTexts(page)).toEqual([])
  })

  test(`${path} shows focused buttons in forced colors mode`, async ({ page, ready }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(path)
    await ready()
    // This button is added late, before the others.
    if (frame !== 'still') await expect(page.getByRole('button', { name: / video$/ })).toBeVisible()
    await page.keyboard.press('Tab')
    const buttons = await page.getByRole('main').getByRole('button').filter({ visible: true }).all()
    for (const button of buttons.slice(0, 5)) {
      await button.focus()
      await expect(button).toHaveCSS('outline-style', 'solid')
    }
  })
}

test('Watch Now and the video button have a border and a background in forced colors mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' })
  await page.goto('/')
  for (const name of ['Watch Now', 'Pause video']) {
    const button = page.getByRole('button', { name })
    await expect(button).toHaveCSS('border-top-style', 'solid')
    await expect(button).toHaveCSS('background-color', /^rgb\(/) // not transparent
  }
})

test('axe finds no violations in the open video dialog', async ({ page, ready }) => {
  await mockVimeoPlayer(page)
  await page.goto('/')
  await ready()
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds no violations in the open menu', async ({ page, ready }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/services')
  await ready()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('Tab reaches the skip link, the navigation and Watch Now, in this order', async ({ page, context, ready }) => {
  await mockOtherHosts(context) // the focus of Watch Now starts requests to them
  await page.goto('/')
  await ready()
  const expected = ['Skip to content', expect.stringContaining('Blackland'), ...navigationNames, 'Watch Now']
  const names: string[] = []
  while (names.length < expected.length) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        return focused?.textContent || focused?.querySelector('img')?.alt || ''
      }),
    )
  }
  expect(names).toEqual(expected)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

/** Doubles the font size of all elements, as a browser with text zoom does. */
const enlargeText = (page: Page) =>
  page.evaluate(() => {
    const sizes = [...document.querySelectorAll<HTMLElement>('body *')].map((element) => ({
      element,
      size: Number.parseFloat(getComputedStyle(element).fontSize),
    }))
    for (const { element, size } of sizes) element.style.fontSize = `${2 * size}px`
  })
