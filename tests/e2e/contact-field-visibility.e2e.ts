import type { Locator, Page } from '@playwright/test'
import { getContactField, getContactLabel, getSendButton, pressUntilFocused } from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getLabel } from '#tests/setup/seed-content.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

const ERRORS = {
  Name: 'Name is required.',
  Email: 'Enter a valid email address.',
  Message: 'Message is required.',
} as const
type FieldName = keyof typeof ERRORS
const FIELDS = ['Name', 'Email', 'Message'] as const

test('in a low viewport, a submit, Tab and Shift+Tab show the label and the error of a field', async ({
  page,
  ready,
}) => {
  const height = 500
  await mockGoogleMaps(page)
  await page.setViewportSize({ width: 390, height })
  await page.goto('/contact')
  await ready()
  await page.evaluate(() => document.fonts.ready)

  await test.step('a submit', () => expectShownBySubmit(page))

  await test.step('Shift+Tab and Tab', async () => {
    await fillInvalid(page)
    await getSendButton(page).click()
    for (const key of ['Shift+Tab', 'Tab'] as const) {
      await (key === 'Tab' ? page.getByRole('button', { name: getLabel('playVideo') }) : getSendButton(page)).focus()
      for (const name of key === 'Tab' ? FIELDS : FIELDS.toReversed()) {
        // Only the nearest pixels of the next field are visible.
        const fieldHeight = name === 'Message' ? 180 : 60
        await scrollToDistance(getContactField(page, name), key === 'Tab' ? height - 20 : 90 - fieldHeight)
        await pressUntilFocused(getContactField(page, name), key)
        await expectFieldWithError(page, name)
      }
    }
  })
})

/** Submits the form with each field as the first invalid one, from several scroll positions. */
async function expectShownBySubmit(page: Page): Promise<void> {
  const height = page.viewportSize()?.height ?? 0
  await fillInvalid(page)
  for (const name of FIELDS) {
    // The label is under the navigation bar, and the error below the lower edge.
    for (const distance of [76, height - 50]) {
      await getSendButton(page).focus()
      await scrollToDistance(getContactField(page, name), distance)
      await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
      await expectFieldWithError(page, name)
    }
    await getContactField(page, name).fill(name === 'Email' ? 'ada@engine.example' : 'Ada')
  }
}

/** Leaves an invalid email address and no other text in the form. */
async function fillInvalid(page: Page): Promise<void> {
  for (const name of FIELDS) await getContactField(page, name).fill(name === 'Email' ? 'ada' : '')
  await getContactField(page, 'Message').blur()
}

/** Scrolls so that the top of an element is at a distance from the top of the viewport. */
const scrollToDistance = (element: Locator, distance: number) =>
  element.evaluate(
    (target, top) => scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' }),
    distance,
  )

/** Asserts that the field has the focus, and that it, its label and its error are between bar and lower edge. */
async function expectFieldWithError(page: Page, name: FieldName): Promise<void> {
  const error = page.getByText(ERRORS[name], { exact: true })
  await expect(error).toBeVisible()
  await expect(getContactField(page, name)).toBeFocused()
  const bar = await measure(page.getByRole('banner'))
  const label = page.locator('label').getByText(getContactLabel(name), { exact: true })
  for (const element of [label, getContactField(page, name), error]) {
    const { top, bottom } = await measure(element)
    expect(top, `top of ${element}`).toBeGreaterThanOrEqual(bar.bottom)
    expect(bottom, `bottom of ${element}`).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  }
}

const measure = (element: Locator) =>
  element.evaluate((target) => {
    const { top, bottom } = target.getBoundingClientRect()
    return { top, bottom }
  })
