import type { FrameLocator, Page } from '@playwright/test'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createDraftEntry } from '#local-tests/test-contentful.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { clickButton, expect, openTab } from './photo-desk.ts'
import { getTile, saveOrder, test } from './photo-desk-order.ts'

/** Widths of a phone with large text, a tablet and a screen, in px. The last one is that of the tests. */
const WIDTHS = [320, 768, 1_440]

/** Asserts that axe finds no violations, and that no button loses the focus when it cannot be used any more. */
async function expectAccessiblePart(page: Page, desk: FrameLocator) {
  await expectNoAxeViolationsInFrame(page)
  await expect(desk.locator('button:disabled')).toHaveCount(0)
}

/** Asserts the same of a view, and that the app is never wider than its frame. */
async function expectAccessible(page: Page, desk: FrameLocator) {
  await expectAccessiblePart(page, desk)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const getOverflow = () => desk.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    await expect.poll(getOverflow, `px that do not fit at ${width} px`).toBe(0)
  }
}

/** Opens a dialog with a button, asserts that it is accessible, and that Escape brings the focus back to the button. */
async function expectAccessibleDialog(page: Page, desk: FrameLocator, button: string) {
  await clickButton(desk, button)
  await expect(desk.getByRole('dialog')).toBeVisible()
  await expectAccessiblePart(page, desk)
  await page.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await expect(desk.getByRole('button', { name: button, exact: true })).toBeFocused()
}

test.use({ viewport: { width: 1_440, height: 800 } })

test('axe finds no violations in the views and dialogs, which fit on screens of all widths and keep the focus', async ({
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
  await expectAccessibleDialog(page, desk, 'To position …')
  await clickButton(desk, 'Save')
  await expect(desk.getByRole('status').filter({ hasText: 'The order is saved' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Save', exact: true })).toBeFocused()

  await test.step('the focus stays near a control that disappears, and an empty gallery says what to do', async () => {
    await getTile(desk, 3).focus()
    await page.keyboard.press('Delete')
    await expect(desk.locator('.order-tile:focus-within')).toContainText('2:')
    for (const position of [2, 1]) await getTile(desk, position).press('Delete')
    await expect(desk.getByText('The gallery is empty. Add a photograph below')).toBeVisible()
    await expectNoAxeViolationsInFrame(page)
    const addButtons = desk.getByRole('button', { name: 'Add to the end' })
    for (const remaining of [3, 2, 1, 0]) {
      await addButtons.first().press('Enter')
      await expect(addButtons).toHaveCount(remaining)
    }
    await expect(getTile(desk, 4)).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Undo' })).toBeFocused()
  })

  await openTab(desk, 'Publish')
  await expect(desk.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  await expect(desk.getByRole('tab', { name: 'Publish (1) and the gallery not published' })).toBeVisible()
  await clickButton(desk, 'All (4)')
  await expectAccessible(page, desk)
  await expectAccessibleDialog(page, desk, 'Schedule …')
  const menuButton = desk.getByRole('button', { name: 'Actions for' }).first()
  await menuButton.press('Enter')
  await expect(desk.getByRole('menuitem', { name: 'Archive …' })).toBeVisible()
  await expectNoAxeViolationsInFrame(page)
  await page.keyboard.press('Escape')
  await expect(menuButton).toBeFocused()

  await test.step('a dialog that asks before harm starts at the button that cancels', async () => {
    for (const action of ['Take down …', 'Archive …']) {
      await menuButton.press('Enter')
      await desk.getByRole('menuitem', { name: action }).click()
      await expect(desk.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
      await expectAccessiblePart(page, desk)
      await page.keyboard.press('Enter')
      await expect(desk.getByRole('dialog')).toHaveCount(0)
      await expect(menuButton).toBeFocused()
    }
  })

  await clickButton(desk, 'Logos')
  await openTab(desk, 'Order')
  await expect(desk.getByRole('heading', { name: 'Safety and compliance' })).toBeVisible()
  await expectAccessible(page, desk)
})

test('axe finds no violations in the views of a space without photographs', async ({ page, desk, space, openDesk }) => {
  const entries = await readListedIds(space)
  await saveOrder(space, [])
  for (const entryId of entries) {
    await space.client.entry.unpublish({ entryId }).catch(() => {}) // a draft
    await space.client.entry.delete({ entryId })
  }
  await openDesk()
  for (const view of ['Add', 'Texts', 'Order', 'Publish']) {
    await openTab(desk, view)
    await expect(desk.getByRole('tab', { name: view })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page, desk)
    if (view === 'Order')
      await expect(desk.getByText('The gallery is empty. Upload some in the Add tab.')).toBeVisible()
  }
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
