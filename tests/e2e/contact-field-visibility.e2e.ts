import type { Locator, Page } from '@playwright/test'
import { getContactField, getSendButton, pressUntilFocused } from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

const VIEWPORTS: readonly (readonly [width: number, height: number])[] = [
  [1440, 900],
  [767, 900],
  [390, 844],
  [390, 500],
  [320, 568],
]

const ERRORS = {
  Name: 'Name is required.',
  Email: 'Enter a valid email address.',
  Message: 'Message is required.',
} as const
type FieldName = keyof typeof ERRORS
const FIELDS = ['Name', 'Email', 'Message'] as const

test.beforeEach(async ({ page, ready }) => {
  await mockGoogleMaps(page)
  await page.goto('/contact')
  await ready()
  await page.evaluate(() => document.fonts.ready)
})

/** Opens the form at a viewport size, with an invalid email address and no other text. */
async function prepareForm(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await getContactField(page, 'Email').fill('ada')
  await getContactField(page, 'Email').blur()
}

/** Asserts that elements are below the navigation bar and above the lower edge of the viewport. */
async function expectUncovered(page: Page, elements: readonly Locator[]): Promise<void> {
  const bar = await page.getByRole('banner').boundingBox()
  for (const element of elements) {
    const box = await element.boundingBox()
    expect(box?.y, `top of ${element}`).toBeGreaterThanOrEqual((bar?.y ?? Number.NaN) + (bar?.height ?? Number.NaN))
    const bottom = (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)
    expect(bottom, `bottom of ${element}`).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  }
}

const getLabel = (page: Page, name: FieldName) => page.locator('label').getByText(name, { exact: true })

/** Asserts that the field has the focus, and that its label and error are visible. */
async function expectFieldWithError(page: Page, name: FieldName): Promise<void> {
  const error = page.getByText(ERRORS[name], { exact: true })
  await expect(error).toBeVisible()
  await expect(getContactField(page, name)).toBeFocused()
  await expectUncovered(page, [getLabel(page, name), getContactField(page, name), error])
}

/** Scrolls so that the top of an element is at a distance from the top of the viewport. */
const scrollToDistance = (element: Locator, distance: number) =>
  element.evaluate(
    (target, top) => scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' }),
    distance,
  )

for (const [width, height] of VIEWPORTS) {
  test(`a submit shows the label and the error of the first invalid field at ${width} × ${height} px`, async ({
    page,
  }) => {
    await prepareForm(page, width, height)
    for (const name of FIELDS) {
      // The field is below, partly under and completely under the navigation bar, and at the lower edge.
      for (const distance of [120, 76, 50, -300, height - 50, height + 100]) {
        await getSendButton(page).focus()
        await scrollToDistance(getContactField(page, name), distance)
        await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
        await expectFieldWithError(page, name)
      }
      await getSendButton(page).click()
      await expectFieldWithError(page, name)
      await getContactField(page, name).fill(name === 'Email' ? 'ada@engine.example' : 'Ada')
    }
  })

  test(`Enter in an invalid field shows its label and its error at ${width} × ${height} px`, async ({ page }) => {
    await prepareForm(page, width, height)
    await getContactField(page, 'Name').fill('Ada')
    for (const distance of [76, height - 60]) {
      await getContactField(page, 'Email').focus()
      await scrollToDistance(getContactField(page, 'Email'), distance)
      await page.keyboard.press('Enter')
      await expectFieldWithError(page, 'Email')
    }
  })

  test(`Tab and Shift+Tab show the label and the error of each field at ${width} × ${height} px`, async ({ page }) => {
    await prepareForm(page, width, height)
    await getSendButton(page).click()
    for (const key of ['Shift+Tab', 'Tab'] as const) {
      const names = key === 'Tab' ? FIELDS : FIELDS.toReversed()
      await (key === 'Tab' ? page.getByRole('button', { name: /video/ }) : getSendButton(page)).focus()
      for (const name of names) {
        // Only the nearest pixels of the next field are visible.
        await scrollToDistance(getContactField(page, name), key === 'Tab' ? height - 20 : 90 - getMinHeight(name))
        await pressUntilFocused(getContactField(page, name), key)
        await expectFieldWithError(page, name)
      }
    }
  })
}

/** px, the minimum height of a field */
const getMinHeight = (name: FieldName) => (name === 'Message' ? 180 : 60)
