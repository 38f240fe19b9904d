import type { FrameLocator, Page } from '@playwright/test'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import type { ImportSpace } from '#tests/contract/import-space.ts'
import { addGalleryPhotos } from '#tests/setup/contentful/add-gallery-photos.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, test as deskTest } from '#tests/setup/e2e/photo-desk.ts'

interface Fixtures {
  /** Opens the Order tab with a number of photographs. Resolves with their ids in the order of the gallery. */
  readonly openOrder: (count?: number) => Promise<readonly string[]>
}

const test = deskTest.extend<Fixtures>({
  openOrder: async ({ desk, openDesk, space }, use) => {
    await use(async (count = 12) => {
      await addGalleryPhotos(space.client, count)
      await openDesk()
      await desk.getByRole('tab', { name: 'Order' }).click()
      await expect(getTile(desk, 1)).toBeVisible()
      return readOrder(space)
    })
  },
})

const getTile = (desk: FrameLocator, position: number) => desk.getByRole('gridcell', { name: new RegExp(`^${position}:`) })
const clickButton = (desk: FrameLocator, name: string) => desk.getByRole('button', { name, exact: true }).click()

/** Returns the ids of the pictures that the grid shows at positions. */
const readTiles = (desk: FrameLocator, positions: readonly number[]) =>
  Promise.all(positions.map((position) => getTile(desk, position).getAttribute('data-entry-id')))

const expectTiles = (desk: FrameLocator, positions: readonly number[], ids: readonly (string | undefined)[]) =>
  expect.poll(() => readTiles(desk, positions)).toEqual(ids)

async function readPage({ client }: ImportSpace) {
  const [page] = (await client.entry.getMany({ query: { content_type: 'galleryPage' } })).items
  if (!page) throw new Error('The space has no gallery page')
  return page
}

const readOrder = async (space: ImportSpace) => getListedEntryIds(await readPage(space), PHOTO_TYPE.page)

/** Saves another order, as a second editor. */
async function saveOrder(space: ImportSpace, ids: readonly (string | undefined)[]) {
  const page = await readPage(space)
  const links = ids.map((id) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))
  await space.client.entry.update({ entryId: page.sys.id }, { ...page, fields: { ...page.fields, images: { [LOCALE]: links } } })
}

/** Returns the middle of a tile, in px of the page. */
async function findMiddle(desk: FrameLocator, position: number) {
  const box = await getTile(desk, position).boundingBox()
  if (!box) throw new Error(`Position ${position} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function dragByMouse(page: Page, desk: FrameLocator, from: number, to: number) {
  const start = await findMiddle(desk, from)
  const end = await findMiddle(desk, to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 10 })
  await expect(desk.locator('[data-moved-by=pointer]')).toBeVisible()
  await page.mouse.up()
}

const expectStatus = (desk: FrameLocator, text: string | RegExp) =>
  expect(desk.getByRole('status').filter({ hasText: text })).toHaveCount(1)

test('a photograph is moved by the mouse and saved as a draft', async ({ page, desk, space, openOrder }) => {
  const ids = await openOrder()
  await dragByMouse(page, desk, 2, 5)
  await expectTiles(desk, [1, 2, 3, 4, 5], [ids[0], ids[2], ids[3], ids[4], ids[1]])
  await expectStatus(desk, '1 moved. Not saved.')
  expect(await readOrder(space)).toEqual(ids)
  await expectNoAxeViolations(page)

  await clickButton(desk, 'Save')
  await expectStatus(desk, 'The order is saved as a draft')
  const saved = await readPage(space)
  expect(getListedEntryIds(saved, PHOTO_TYPE.page)).toEqual([ids[0], ids[2], ids[3], ids[4], ids[1], ...ids.slice(5)])
  expect(saved.sys.version).toBeGreaterThan((saved.sys.publishedVersion ?? 0) + 1)
})

test('several selected photographs move together, and undo brings them back', async ({ page, desk, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 2).click()
  await getTile(desk, 4).click({ modifiers: ['ControlOrMeta'] })
  await dragByMouse(page, desk, 4, 7)
  await expectTiles(desk, [1, 2, 3, 4, 5, 6, 7, 8], [0, 2, 4, 5, 6, 7, 1, 3].map((index) => ids[index]))
  await expectStatus(desk, '2 moved. Not saved.')
  await page.keyboard.press('ControlOrMeta+z')
  await expectTiles(desk, [1, 2, 3, 4], ids.slice(0, 4))
  await clickButton(desk, 'Redo')
  await expectTiles(desk, [7, 8], [ids[1], ids[3]])
  await clickButton(desk, 'Discard')
  await expectTiles(desk, [2, 4], [ids[1], ids[3]])
})

test('a photograph is moved by touch after a short hold, and a swipe scrolls', async ({ page, desk, openOrder }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const ids = await openOrder()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { readonly x: number; readonly y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const start = await findMiddle(desk, 1)
  const end = await findMiddle(desk, 4)

  await touch('touchStart', start)
  await touch('touchMove', { x: start.x, y: start.y - 40 })
  await touch('touchMove', { x: start.x, y: start.y - 80 })
  await touch('touchEnd')
  await expect(desk.locator('[data-moved-by=pointer]')).toHaveCount(0)
  await expect.poll(() => desk.locator('html').evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await desk.locator('html').evaluate(() => window.scrollTo(0, 0))

  await touch('touchStart', start)
  await expect(desk.locator('[data-moved-by=pointer]')).toBeVisible()
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part })
  await touch('touchEnd')
  await expectTiles(desk, [1, 2, 3, 4], [ids[1], ids[2], ids[3], ids[0]])
})

test('photographs are moved by the keyboard, with announcements', async ({ page, desk, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 1).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(getTile(desk, 6)).toBeFocused()
  await page.keyboard.press('Space')
  await expectStatus(desk, 'Picked up the picture at position 6 of 12')
  await page.keyboard.press('ArrowUp')
  await expectStatus(desk, 'Moved to position 2 of 12')
  await page.keyboard.press('ArrowLeft')
  await expectStatus(desk, 'Moved to position 1 of 12')
  await page.keyboard.press('Space')
  await expectStatus(desk, 'Dropped at position 1 of 12')
  await expectTiles(desk, [1, 2], [ids[5], ids[0]])
  await expect(getTile(desk, 1)).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expectStatus(desk, 'Cancelled. Still at position 1 of 12')
  await expectTiles(desk, [1, 2], [ids[5], ids[0]])

  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(desk.getByText('3 of 12 selected')).toBeVisible()
  await page.keyboard.press('Space')
  await expectStatus(desk, 'Picked up 3 pictures at position 1 of 12')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expectTiles(desk, [10, 11, 12], [ids[5], ids[0], ids[1]])
})

test('the selection moves to the top, to the end and to a position', async ({ page, desk, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 5).click()
  await clickButton(desk, 'To the top')
  await expectTiles(desk, [1, 2], [ids[4], ids[0]])
  await clickButton(desk, 'To the end')
  await expectTiles(desk, [1, 12], [ids[0], ids[4]])
  await clickButton(desk, 'To position …')
  await desk.getByRole('spinbutton').fill('13')
  await page.keyboard.press('Enter')
  await expect(desk.getByText('Enter a whole number from 1 to 12.')).toBeVisible()
  await expectNoAxeViolations(page)
  await desk.getByRole('spinbutton').fill('3')
  await page.keyboard.press('Enter')
  await expectTiles(desk, [2, 3, 4], [ids[1], ids[4], ids[2]])
})

test('a removed photograph stays in the library and can be added again', async ({ page, desk, space, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 3).focus()
  await page.keyboard.press('Delete')
  await expect(desk.getByRole('dialog')).toContainText('It stays in the library.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expectStatus(desk, '1 removed. Not saved.')
  await page.keyboard.press('ControlOrMeta+s')
  await expectStatus(desk, 'The order is saved as a draft')
  expect(await readOrder(space)).toEqual(ids.filter((_, index) => index !== 2))

  const others = desk.getByRole('region', { name: 'Not in the gallery' })
  await others.getByRole('button', { name: 'Add to the end' }).click()
  await expectStatus(desk, '1 added. Not saved.')
  await expect(others).toHaveCount(0)
  await expectTiles(desk, [12], [ids[2]])
})

test('an unsaved order stays over a reload and a change of the tab', async ({ page, desk, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 5).click()
  await clickButton(desk, 'To the top')
  await desk.getByRole('tab', { name: 'Publish' }).click()
  await desk.getByRole('tab', { name: 'Order' }).click()
  await expectTiles(desk, [1, 2], [ids[4], ids[0]])
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await desk.getByRole('tab', { name: 'Order' }).click()
  await expectTiles(desk, [1, 2], [ids[4], ids[0]])
  await expectStatus(desk, '1 moved. Not saved.')
})

test('changes of another editor are merged, and a conflict shows both orders', async ({ page, desk, space, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 5).click()
  await clickButton(desk, 'To the top')
  const theirs = [ids[0], ids[1], ids[4], ids[2], ids[3], ...ids.slice(5)]
  await saveOrder(space, theirs)
  await clickButton(desk, 'Save')
  const dialog = desk.getByRole('dialog', { name: 'Somebody else has changed the order too' })
  await expect(dialog.getByRole('row').nth(1)).toContainText(/1\s*3$/)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expectStatus(desk, 'The order is saved as a draft')
  expect(await readOrder(space)).toEqual([ids[4], ids[0], ids[1], ids[2], ids[3], ...ids.slice(5)])
  await clickButton(desk, 'Undo')
  await expectTiles(desk, [1, 2, 3], theirs.slice(0, 3))

  await clickButton(desk, 'Redo')
  await getTile(desk, 12).click()
  await clickButton(desk, 'To the top')
  await saveOrder(space, (await readOrder(space)).slice(0, -2))
  await clickButton(desk, 'Save')
  await expectStatus(desk, 'The order is saved as a draft')
  expect(await readOrder(space)).toEqual([ids[11], ids[4], ids[0], ids[1], ids[2], ids[3], ...ids.slice(5, 10)])
})

test('of 1,000 photographs only those near the screen are mounted, and scrolling and dragging stay smooth', async ({
  page,
  desk,
  openOrder,
}) => {
  await page.route(/\/\/images\.|\?w=/, (route) => route.abort())
  const ids = await openOrder(1_000)
  expect(await desk.getByRole('gridcell').count()).toBeLessThan(60)

  const start = await findMiddle(desk, 1)
  await page.mouse.move(start.x, start.y)
  await startFrameLog(desk)
  for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 400)
  const scrolling = await readFrameLog(desk)
  await desk.locator('html').evaluate(() => window.scrollTo(0, 0))
  await expect(getTile(desk, 1)).toBeVisible()

  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await startFrameLog(desk)
  await page.mouse.move(start.x + 300, start.y + 300, { steps: 60 })
  await page.mouse.move(start.x, 890, { steps: 20 })
  const scrollY = () => desk.locator('html').evaluate(() => window.scrollY)
  await expect.poll(scrollY).toBeGreaterThan(2_000) // scrolls at the edge
  const dragging = await readFrameLog(desk)
  await page.mouse.up()
  await expectStatus(desk, '1 moved. Not saved.')
  await getTile(desk, 1).or(desk.getByRole('gridcell').first()).focus()
  await page.keyboard.press('Home')
  await expectTiles(desk, [1, 2], [ids[1], ids[2]])
  test.info().annotations.push({ type: 'frames', description: JSON.stringify({ scrolling, dragging }) })
  for (const { median } of [scrolling, dragging]) expect(median).toBeLessThan(34)
})

declare global {
  var frameTimes: number[] | undefined
}

/** Records the times of frames. */
const startFrameLog = (desk: FrameLocator) =>
  desk.locator('html').evaluate(() => {
    const times: number[] = []
    globalThis.frameTimes = times
    const record = (time: number) => {
      if (globalThis.frameTimes !== times) return
      times.push(time)
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })

/** Stops recording. Returns statistics of the ms between two frames. */
async function readFrameLog(desk: FrameLocator) {
  const times = await desk.locator('html').evaluate(() => {
    const recorded = globalThis.frameTimes ?? []
    globalThis.frameTimes = undefined
    return recorded
  })
  const deltas = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? time))
    .toSorted((a, b) => a - b)
  const getPercentile = (part: number) => Math.round(10 * (deltas[Math.floor(part * (deltas.length - 1))] ?? 0)) / 10
  return { frames: deltas.length, median: getPercentile(0.5), p95: getPercentile(0.95), max: getPercentile(1) }
}
