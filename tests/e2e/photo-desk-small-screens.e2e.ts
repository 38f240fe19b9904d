import type { FrameLocator, Page } from '@playwright/test'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createDraftEntry } from '#local-tests/test-contentful.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { addFiles, clickButton, expect, getTexts, openTab } from './photo-desk.ts'
import { getTile, test } from './photo-desk-order.ts'

/** Phones, a screen of 1440 px at 200 %, and a tablet: width and height in px. */
const SCREENS = [
  [390, 844],
  [320, 640],
  [720, 405],
  [768, 1_024],
] as const

/** Returns the share of the height that stays covered while the middle of the page is scrolled to. */
const measureBars = (desk: FrameLocator) =>
  desk.locator('html').evaluate((html) => {
    window.scrollTo(0, (html.scrollHeight - innerHeight) / 2)
    const bars = [...document.querySelectorAll('*')].filter((element) =>
      ['sticky', 'fixed'].includes(getComputedStyle(element).position),
    )
    const heights = bars.map((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
    })
    return heights.reduce((sum, height) => sum + height, 0) / innerHeight
  })

/** Returns the buttons whose label is cut, or that are outside of the screen. */
const findCutButtons = (desk: FrameLocator) =>
  desk.locator('html').evaluate(({ clientWidth }) =>
    [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect()
        return left < 0 || right > clientWidth || button.scrollWidth > button.clientWidth
      })
      .map(({ textContent }) => textContent),
  )

/**
 * Asserts that bars leave three quarters of each screen, that all buttons are on it, that the app is not wider than its
 * frame, and that no button loses the focus when it cannot be used any more.
 */
async function expectSmallBars(page: Page, desk: FrameLocator, state: string) {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height })
    const name = `${state} at ${width} × ${height}`
    await expect.poll(() => measureBars(desk), name).toBeLessThanOrEqual(0.25)
    expect(await findCutButtons(desk), name).toEqual([])
    const overflow = await desk.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(overflow, `px that do not fit: ${name}`).toBe(0)
  }
  await expect.soft(desk.locator('button:disabled')).toHaveCount(0)
  await page.setViewportSize({ width: 1_440, height: 900 })
}

test.use({ viewport: { width: 1_440, height: 900 }, expectedProblems: /ERR_FAILED|status of/ })

test('bars that stay in sight take at most a quarter of a small screen, in each view and state', async ({
  page,
  desk,
  space,
  openDesk,
  openOrder,
}) => {
  test.slow()
  const failWrites = () =>
    page.route(/\/entries\//, (route) =>
      // It is not repeated, as an answer that does not come is.
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 401, json: { sys: { type: 'Error', id: 'AccessTokenInvalid' } } }),
    )
  await test.step('Order', async () => {
    await openOrder(24)
    await expectNoAxeViolationsInFrame(page)
    await expectSmallBars(page, desk, 'the order')
    await getTile(desk, 2).click()
    await clickButton(desk, 'To the end')
    await expectSmallBars(page, desk, 'an unsaved order with a selection')
    await page.setViewportSize({ width: 320, height: 640 })
    const buttons = ['Undo', 'Discard', 'Save'].map((name) => desk.getByRole('button', { name, exact: true }))
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size, 'rows of buttons').toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await clickButton(desk, 'Actions')
    await desk.getByRole('menuitem', { name: 'To position …' }).click()
    await expect(desk.getByRole('button', { name: 'Move' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await expect(desk.getByText('1 selected, at position 3')).toBeVisible()
    await page.setViewportSize({ width: 1_440, height: 900 })
    await failWrites()
    await clickButton(desk, 'Save')
    await expect(desk.getByText('The order is not saved')).toBeVisible({ timeout: 60_000 })
    await expectSmallBars(page, desk, 'an order that was not saved')
    await page.unrouteAll()
  })

  for (const id of ['first', 'second'])
    await createDraftEntry(space, PHOTO_TYPE.type, id, { altText: `The ${id} ${'very '.repeat(25)}long text` })
  await openDesk()
  await test.step('Texts', async () => {
    await openTab(desk, 'Texts')
    await clickButton(desk, 'All (26)')
    await failWrites()
    await getTexts(desk).first().fill('A text that cannot be saved')
    await expect(desk.getByText('Not saved:')).toBeVisible({ timeout: 60_000 })
    await expectSmallBars(page, desk, 'texts that were not saved')
    await page.unrouteAll()
    await clickButton(desk, 'Retry')
    await expect(desk.getByText('All texts are saved')).toBeVisible()
  })

  await test.step('Publish', async () => {
    await openTab(desk, 'Publish')
    await clickButton(desk, 'All (26)')
    await expectSmallBars(page, desk, 'a selection to publish')
    await page.route(/\/published/, (route) =>
      route.fulfill({ status: 422, json: { sys: { id: 'ValidationFailed' } } }),
    )
    await desk.getByRole('button', { name: /^Publish 1/ }).click()
    await expect(desk.getByRole('dialog')).toBeVisible({ timeout: 60_000 })
    await page.keyboard.press('Escape')
    await expectSmallBars(page, desk, 'a failed publication')
  })

  await test.step('Add', async () => {
    await openTab(desk, 'Add')
    await addFiles(
      desk,
      ...Array.from({ length: 12 }, (_, index) => ({ name: `${index}.jpg`, buffer: Buffer.from('no picture') })),
    )
    await expect(desk.getByText('12 refused')).toBeVisible({ timeout: 60_000 })
    await expectSmallBars(page, desk, 'files that were refused')
  })
})
