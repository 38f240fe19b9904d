import type { FrameLocator, Page } from '@playwright/test'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createDraftEntry } from '#local-tests/test-contentful.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { clickButton, expect, openTab } from './photo-desk.ts'
import { getTile, test } from './photo-desk-order.ts'

/** Widths of a phone with large text, a tablet and a screen, in px. The last one is that of the tests. */
const WIDTHS = [320, 768, 1_440]

/**
 * Asserts of a view that axe finds no violations, that no button loses the focus when it cannot be used any more, and that
 * the app is never wider than its frame.
 */
async function expectAccessible(page: Page, desk: FrameLocator) {
  await expectNoAxeViolationsInFrame(page)
  await expect.soft(desk.locator('button:disabled')).toHaveCount(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const getOverflow = () => desk.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    await expect.poll(getOverflow, `px that do not fit at ${width} px`).toBe(0)
  }
}

test.use({ viewport: { width: 1_440, height: 800 } })

test('axe finds no violations in the views, which fit on screens of all widths, and the tabs say what is left to do', async ({
  page,
  desk,
  space,
  openDesk,
}) => {
  await createDraftEntry(space, PHOTO_TYPE.type, 'unlisted', { caption: `A ${'very '.repeat(30)}long caption` })
  await openDesk()
  await expectAccessible(page, desk)

  await openTab(desk, 'Texts')
  await expect(desk.getByRole('tab', { name: 'Texts (1) without texts' })).toBeVisible()
  await expectAccessible(page, desk)

  await openTab(desk, 'Order')
  await getTile(desk, 2).click()
  await clickButton(desk, 'To the top')
  await expect(desk.getByRole('tab', { name: 'Order • not saved' })).toBeVisible()
  await expectAccessible(page, desk)
  await clickButton(desk, 'Save')
  await expect(desk.getByRole('status').filter({ hasText: 'The order is saved' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Save', exact: true })).toBeFocused()

  await openTab(desk, 'Publish')
  await expect(desk.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  await expect(desk.getByRole('tab', { name: 'Publish (1) and the gallery not published' })).toBeVisible()
  await clickButton(desk, 'All (4)')
  await expectAccessible(page, desk)

  await clickButton(desk, 'Logos')
  await openTab(desk, 'Order')
  await expect(desk.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectAccessible(page, desk)
})

test('forced colors show numbers, icons and what is selected', async ({ page, desk, openDesk }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await openDesk()
  await openTab(desk, 'Order')
  await getTile(desk, 2).click()
  /** Asserts that a color of each element differs from its background in a channel by more than half. */
  const expectVisible = async (selector: string, property: 'color' | 'fill') => {
    const distances = await desk.locator(selector).evaluateAll((elements, name) => {
      const toRgb = (color: string) => color.match(/\d+/g)?.map(Number) ?? []
      return elements.map((element) => {
        const style = getComputedStyle(element)
        const background = toRgb(style.backgroundColor)
        const channels = toRgb(style[name]).slice(0, 3)
        return Math.max(...channels.map((value, index) => Math.abs(value - (background[index] ?? 0))))
      })
    }, property)
    expect(distances.length).toBeGreaterThan(0)
    expect(distances.filter((distance) => distance < 128)).toEqual([])
  }
  await expectVisible('.order-position', 'color')
  await expectVisible('button svg', 'fill')
  await openTab(desk, 'Publish')
  await expect(desk.getByRole('checkbox', { name: 'Select all' })).toHaveCSS('opacity', '1')
  await clickButton(desk, 'All (3)')
  await expect(desk.getByRole('button', { name: 'Actions for' }).first()).toBeVisible()
  await expectVisible('button svg', 'fill')
})
