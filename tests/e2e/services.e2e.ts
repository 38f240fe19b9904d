import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading, mainlinePanel } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, listSeedEntries } from '#tests/setup/seed-content.ts'
import { readOpacity } from './reveal-animations.ts'

const PANELS = listSeedEntries('servicesPage', 'panels').map((_, index) => index)

const getPanel = (page: Page, index: number) => page.getByRole('article').nth(index)
/** The header and the text of a panel. */
const getPanelTexts = (page: Page, index: number) => getPanel(page, index).locator('p')
const getPanelText = (page: Page, index: number) => getPanelTexts(page, index).last()

test.use(REDUCED_MOTION)

test('§2.21 §2.22 a panel shows its texts on hover and focus, and opens its page without a reload', async ({
  page,
  ready,
}) => {
  const link = page.getByRole('link', { name: mainlinePanel.linkLabel })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/services')
  await ready()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await test.step('on hover', async () => {
    for (const panel of PANELS) {
      const text = getPanelText(page, panel)
      expect(await readOpacity(text)).toBe(0)
      await getPanel(page, panel).scrollIntoViewIfNeeded()
      const before = await getPanel(page, panel).boundingBox()
      await getPanel(page, panel).hover()
      await expect.poll(() => readOpacity(text)).toBe(1)
      await expectTextsInside(page, panel)
      expect(await getPanel(page, panel).boundingBox()).toEqual(before)
      await page.mouse.move(0, 0)
      await expect.poll(() => readOpacity(text)).toBe(0)
    }
  })
  await test.step('Tab reveals each panel; Enter opens the link', async () => {
    await page.getByRole('button', { name: getLabel('playVideo') }).focus()
    for (const panel of PANELS) {
      await page.keyboard.press('Tab')
      expect(await getPanel(page, panel).evaluate((element) => element.contains(document.activeElement))).toBe(true)
      await expect.poll(() => readOpacity(getPanelText(page, panel))).toBe(1)
      await expectTextsInside(page, panel)
    }
    await expect.poll(() => readOpacity(getPanelText(page, 0))).toBe(0)
    await link.press('Enter')
    await expect(page).toHaveURL('/mainlinepipeline')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(getMainNavigation(page).locator('[aria-current=true]')).toHaveText(getItemName('/services'))
  })
  await test.step('a click anywhere opens it', async () => {
    await page.goBack()
    await page.setViewportSize({ width: 1440, height: 400 }) // lower than the panel
    await getPanel(page, mainlinePanel.index).click({ position: { x: 6, y: 6 } })
    await expect(page).toHaveURL('/mainlinepipeline')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/mainlinepipeline'))
  })
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
})

test.describe('on a wide touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, javaScriptEnabled: false, viewport: { width: 1180, height: 820 } })

  test('§2.21 the text of the panels is visible without hover', async ({ page }) => {
    await page.goto('/services')
    for (const panel of PANELS) {
      expect(await readOpacity(getPanelText(page, panel))).toBe(1)
      await expectTextsInside(page, panel)
    }
  })
})

/** Asserts that header and text of a panel are inside it. */
async function expectTextsInside(page: Page, index: number): Promise<void> {
  await expect
    .poll(async () => {
      const outer = await getPanel(page, index).boundingBox()
      const texts = await getPanelTexts(page, index).all()
      const boxes = await Promise.all(texts.map((text) => text.boundingBox()))
      return boxes.map(
        (box) => box && outer && box.x >= outer.x && box.y >= outer.y && box.y + box.height <= outer.y + outer.height,
      )
    })
    .toEqual([true, true])
}
