import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import {
  expectShownPhoto,
  getNextButton,
  getPreviousButton,
  getThumbnailStrip,
  openPhoto,
} from '#tests/setup/e2e/gallery-dialog.ts'

for (const delay of [0, 30, 60, 90]) {
  test(`six presses of the right arrow, ${delay} ms apart, move by six photos`, async ({ page, ready }) => {
    await openPhoto(page, ready, 8)
    for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowRight', { delay: delay / 2 })
    await expectShownPhoto(page, 14)
    await expect(getThumbnailStrip(page).getByRole('listitem').nth(13).locator('[aria-current=true]')).toBeVisible()
    await expect(page).toHaveURL(/photo=photo-014-/)
  })
}

test('fast presses in both directions add up, and stop at the first photo', async ({ page, ready }) => {
  await openPhoto(page, ready, 3)
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key)
  await expectShownPhoto(page, 5)
  for (let press = 0; press < 9; press++) await page.keyboard.press('ArrowLeft')
  await expectShownPhoto(page, 1)
  await expect(getPreviousButton(page)).toBeDisabled()
})

test('a key that is held down moves photo by photo', async ({ page, ready }) => {
  await openPhoto(page, ready, 20)
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('ArrowRight')
  await page.keyboard.up('ArrowRight')
  await expectShownPhoto(page, 25)
})

test('every fast click on an arrow counts', async ({ page, ready }) => {
  await openPhoto(page, ready, 20)
  const box = await getNextButton(page).boundingBox()
  if (!box) throw new Error('The arrow has no size')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount: 5 })
  await expectShownPhoto(page, 25)
})

test('arrows, Home and End with a modifier are keys of the browser', async ({ page, ready }) => {
  await openPhoto(page, ready, 20)
  // Dispatched, because Alt and an arrow would leave the page.
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) {
      const isPrevented = await page.evaluate(
        ([name, pressed]) =>
          !document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key: pressed, [name]: true, bubbles: true, cancelable: true }),
          ),
        [modifier, key] as const,
      )
      expect(isPrevented, `${modifier} ${key}`).toBe(false)
    }
  }
  await page.keyboard.press('ArrowRight')
  await expectShownPhoto(page, 21)
})
