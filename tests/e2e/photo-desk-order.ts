import type { FrameLocator, Page } from '@playwright/test'
import { addGalleryPhotos } from '#scripts/bench/add-gallery-photos.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { test as deskTest, expect, openTab } from './photo-desk.ts'

interface Fixtures {
  /** Opens the Order tab with a number of photographs. Resolves with their ids in the order of the gallery. */
  readonly openOrder: (count?: number) => Promise<readonly string[]>
}

/** A browser test of the Order view. */
export const test = deskTest.extend<Fixtures>({
  openOrder: async ({ desk, openDesk, space }, use) => {
    await use(async (count = 12) => {
      await addGalleryPhotos(space.client, count)
      await openDesk()
      await openTab(desk, 'Order')
      await expect(getTile(desk, 1)).toBeVisible()
      return readListedIds(space)
    })
  },
})

export const getTile = (desk: FrameLocator, position: number) =>
  desk.getByRole('button', { name: new RegExp(`^${position}:`) })

/** Expects pictures at positions of the grid, by the ids of their entries. */
export const expectTiles = (desk: FrameLocator, positions: readonly number[], ids: readonly (string | undefined)[]) =>
  expect
    .poll(() => {
      const tiles = positions.map((position) => desk.locator('.order-tile').filter({ has: getTile(desk, position) }))
      return Promise.all(tiles.map((tile) => tile.getAttribute('data-entry-id')))
    })
    .toEqual(ids)

/** Returns the middle of a tile, in px of the page. */
export async function findMiddle(desk: FrameLocator, position: number) {
  const box = await getTile(desk, position).boundingBox()
  if (!box) throw new Error(`Position ${position} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function dragByMouse(page: Page, desk: FrameLocator, from: number, to: number) {
  const start = await findMiddle(desk, from)
  const end = await findMiddle(desk, to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 10 })
  await expect(desk.locator('.order-overlay')).toBeVisible()
  await page.mouse.up()
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
