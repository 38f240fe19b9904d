import type { Page } from '@playwright/test'
import { mockBadContent } from '#tests/bad-content/mock-bad-content.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { getGalleryDialog, getLiveRegion } from '#tests/setup/e2e/gallery-dialog.ts'

const ALT = `${'Sidebooms lower the pipe along the right-of-way, '.repeat(3)}end of it.`
const CAPTION = `${'Sixteen miles of pipe in the north of Texas, '.repeat(3)}end of caption.`

const getText = (page: Page) => getLiveRegion(page).locator('[tabindex="0"]')

for (const [width, height, name] of [
  [320, 256, '1280 × 1024 px at 400 % zoom'],
  [360, 200, 'a low window'],
  [667, 375, 'a phone in landscape'],
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height } })

    test('the whole description can be read, with the keyboard too', async ({ page, ready, site }) => {
      const photo = 'imagesCollection.items.7'
      await mockBadContent(
        { page, site },
        {
          page: 'gallery',
          changes: { [`${photo}.altText`]: ALT, [`${photo}.caption`]: CAPTION },
        },
      )
      await page.goto('/gallery?photo=photo-008-sidebooms-across')
      await ready()
      const dialog = getGalleryDialog(page)
      await expect(getLiveRegion(page)).toContainText('end of caption.')

      const text = getText(page)
      await expect(text).toBeVisible()
      const box = await text.boundingBox()
      for (const button of await dialog.getByRole('button').all()) {
        const other = await button.boundingBox()
        const overlaps =
          box &&
          other &&
          box.x < other.x + other.width &&
          other.x < box.x + box.width &&
          box.y < other.y + other.height &&
          other.y < box.y + box.height
        expect(overlaps, `the text covers ${await button.getAttribute('aria-label')}`).toBe(false)
      }

      await text.focus()
      await expect(async () => {
        for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowDown')
        const rest = await text.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
        expect(rest).toBeLessThan(2)
      }).toPass({ timeout: 15_000 })

      const image = dialog.getByRole('group', { name: '8 of 120' }).getByRole('img')
      await expect(image).toBeVisible()
      const photoBox = await image.boundingBox()
      expect(photoBox?.height).toBeGreaterThanOrEqual(height * 0.4)
      expect((photoBox?.y ?? 0) + (photoBox?.height ?? 0)).toBeLessThanOrEqual(height + 1)
      expect(photoBox?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + 1)
      await expectNoAxeViolations(page)
    })
  })
}
