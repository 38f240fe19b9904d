import { readFile } from 'node:fs/promises'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { createPhonePhoto } from '#tests/setup/contentful/test-pictures.ts'
import { expect, expectSummary, getRow } from './photo-desk.ts'
import { findMiddle } from './photo-desk-order.ts'

/** The texts of the two new photographs, in the order in which they are added. */
export const ALT_TEXTS = ['A red disc in front of a blue sky', 'A welding crew at sunrise'] as const

/**
 * Selects files in the dialog that the browser opens: two new photographs, one of them HEIC, and one that the gallery has
 * at position 1.
 */
export async function selectInFileChooser(page: Page): Promise<void> {
  const files = [
    { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: await readFile('tests/setup/photo-desk/phone-photo.heic') },
    { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: await createPhonePhoto('journey') },
    {
      name: 'IMG_3.jpg',
      mimeType: 'image/jpeg',
      buffer: await readFile('public/media/gallery/001-station-low-valves.jpg'),
    },
  ]
  page.on('filechooser', (chooser) => chooser.setFiles(files))
}

/** Waits until the new photographs are added and the known one is noticed. Returns the button that skips the known one. */
export async function findKnownPhoto(desk: FrameLocator): Promise<Locator> {
  await expectSummary(desk, '2 of 3 added, 1 needs you')
  await expect(getRow(desk, 'IMG_3.jpg').first()).toContainText('It is already in the gallery, at position 1.')
  return desk.getByRole('button', { name: 'Skip: IMG_3.jpg' })
}

/** Waits until the photograph is loaded in the dialog. */
export async function findFocalPointPicture(desk: FrameLocator): Promise<Locator> {
  const picture = desk.getByRole('dialog').locator('.focal-point-picture')
  await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan(40)
  return picture
}

/** Presses a key until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement && document.hasFocus())) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused({ timeout: 1 })
}

/** Returns a function that sends touches of one finger; without a point the finger leaves the screen. */
async function createFinger(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { readonly x: number; readonly y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
}

/** Swipes upwards over a tile, and waits until the page has scrolled. */
export async function swipe(page: Page, desk: FrameLocator, position: number): Promise<void> {
  const touch = await createFinger(page)
  const html = desk.locator('html')
  await html.evaluate((element) => addEventListener('scrollend', () => element.setAttribute('data-scrolled', '')))
  const { x, y } = await findMiddle(desk, position)
  await touch('touchStart', { x, y })
  for (const distance of [40, 80]) await touch('touchMove', { x, y: y - distance })
  await touch('touchEnd')
  await expect(html).toHaveAttribute('data-scrolled')
}

/** Drags a tile to another one after a short hold. */
export async function dragByTouch(page: Page, desk: FrameLocator, from: number, to: number): Promise<void> {
  const touch = await createFinger(page)
  const end = await findMiddle(desk, to)
  await touch('touchStart', await findMiddle(desk, from))
  await expect(desk.locator('.order-overlay')).toBeVisible()
  await touch('touchMove', { x: end.x, y: end.y - 10 })
  await touch('touchMove', end)
  await touch('touchEnd')
}
