import type { Locator, Page } from '@playwright/test'
import { getContactField, getContactLabel, getSendButton } from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from './mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

const ERRORS = {
  Name: 'Name is required.',
  Email: 'Enter a valid email address.',
  Message: 'Message is required.',
} as const
const FIELDS = ['Name', 'Email', 'Message'] as const
type FieldName = (typeof FIELDS)[number]
const HEIGHT = 500

test('in a low viewport, a submit shows the label and the error of the first invalid field', async ({
  page,
  ready,
}) => {
  await mockGoogleMaps(page)
  await page.setViewportSize({ width: 390, height: HEIGHT })
  await page.goto('/contact')
  await ready()
  await page.evaluate(() => document.fonts.ready)
  await getContactField(page, 'Email').fill('ada')

  for (const name of FIELDS) {
    // The label is under the navigation bar, and the error below the lower edge.
    for (const distance of [76, HEIGHT - 50]) {
      await getSendButton(page).focus()
      await scrollToDistance(getContactField(page, name), distance)
      await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
      await expectFieldWithError(page, name)
    }
    await getContactField(page, name).fill(name === 'Email' ? 'ada@engine.example' : 'Ada')
  }
})

/** Scrolls so that the top of an element is at a distance from the top of the viewport. */
const scrollToDistance = (element: Locator, distance: number) =>
  element.evaluate(
    (target, top) => scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' }),
    distance,
  )

/** Asserts that the field has the focus, and that it, its label and its error are between bar and lower edge. */
async function expectFieldWithError(page: Page, name: FieldName): Promise<void> {
  const error = page.getByText(ERRORS[name], { exact: true })
  await expect(getContactField(page, name)).toBeFocused()
  const label = page.locator('label').getByText(getContactLabel(name), { exact: true })
  const bar = await page.getByRole('banner').boundingBox()
  for (const element of [label, getContactField(page, name), error]) {
    const { y, height } = (await element.boundingBox()) ?? { y: Number.NaN, height: 0 }
    expect(y, `top of ${element}`).toBeGreaterThanOrEqual(bar?.height ?? Number.NaN)
    expect(y + height, `bottom of ${element}`).toBeLessThanOrEqual(HEIGHT)
  }
}
