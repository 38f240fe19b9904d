import { getListedEntryIds } from '#cms/photo-desk/space/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { readListedIds } from '#tests/contract/picture-space.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { expect } from '#tests/setup/e2e/photo-desk.ts'
import {
  clickButton,
  dragByMouse,
  expectStatus,
  expectTiles,
  findMiddle,
  getTile,
  pickUpByKey,
  readTiles,
  saveOrder,
  test,
} from '#tests/setup/e2e/photo-desk-order.ts'

// High enough that no drag ends near the edge, where the list scrolls for as long as the pointer is there.
test.use({ viewport: { width: 1280, height: 1000 } })

test('a photograph is moved by the mouse and saved as a draft', async ({ page, desk, space, openOrder }) => {
  const ids = await openOrder()
  await dragByMouse(page, desk, 2, 5)
  await expectTiles(desk, [1, 2, 3, 4, 5], [ids[0], ids[2], ids[3], ids[4], ids[1]])
  await expectStatus(desk, '1 moved. Not saved.')
  expect(await readListedIds(space)).toEqual(ids)
  await expectNoAxeViolations(page)

  await clickButton(desk, 'Save')
  await expectStatus(desk, 'The order is saved as a draft')
  const saved = await space.client.entry.get({ entryId: 'gallery-page' })
  expect(getListedEntryIds(saved, PHOTO_TYPE.page)).toEqual([ids[0], ids[2], ids[3], ids[4], ids[1], ...ids.slice(5)])
  expect(saved.sys.version).toBeGreaterThan((saved.sys.publishedVersion ?? 0) + 1)
})

test('several selected photographs move together, and undo brings them back', async ({ page, desk, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 2).click()
  await getTile(desk, 4).click({ modifiers: ['ControlOrMeta'] })
  await dragByMouse(page, desk, 4, 7)
  await expectTiles(
    desk,
    [1, 2, 3, 4, 5, 6, 7, 8],
    [0, 2, 4, 5, 6, 1, 3, 7].map((index) => ids[index]),
  )
  await expectStatus(desk, '2 moved. Not saved.')
  await page.keyboard.press('ControlOrMeta+z')
  await expectTiles(desk, [1, 2, 3, 4], ids.slice(0, 4))
  await expectStatus(desk, 'No unsaved changes.')
})

test('a photograph is moved by touch after a short hold, and a swipe scrolls', async ({ page, desk, openOrder }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const ids = await openOrder()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { readonly x: number; readonly y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const start = await findMiddle(desk, 1)
  const end = await findMiddle(desk, 4)

  const scrollEnd = desk
    .locator('html')
    .evaluate(() => new Promise<void>((resolve) => addEventListener('scrollend', () => resolve(), { once: true })))
  await touch('touchStart', start)
  await touch('touchMove', { x: start.x, y: start.y - 40 })
  await touch('touchMove', { x: start.x, y: start.y - 80 })
  await touch('touchEnd')
  await expect(desk.locator('.order-overlay')).toHaveCount(0)
  await scrollEnd
  expect(await desk.locator('html').evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await desk.locator('html').evaluate(() => window.scrollTo(0, 0))

  await touch('touchStart', start)
  await expect(desk.locator('.order-overlay')).toBeVisible()
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
  await pickUpByKey(page, desk, 'Picked up the picture at position 6 of 12')
  await page.keyboard.press('ArrowUp')
  await expectStatus(desk, 'Moved to position 2 of 12')
  await page.keyboard.press('ArrowLeft')
  await expectStatus(desk, 'Moved to position 1 of 12')
  await page.keyboard.press('Space')
  await expectStatus(desk, 'Dropped at position 1 of 12')
  await expectTiles(desk, [1, 2], [ids[5], ids[0]])
  await expect(getTile(desk, 1)).toBeFocused()

  await pickUpByKey(page, desk)
  await page.keyboard.press('Escape')
  await expectStatus(desk, 'Canceled. Still at position 1 of 12')
  await expectTiles(desk, [1, 2], [ids[5], ids[0]])

  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(desk.getByText('3 selected')).toBeVisible()
  await pickUpByKey(page, desk, 'Picked up 3 pictures at position 1 of 12')
  await page.keyboard.press('End')
  await expectStatus(desk, 'Moved to position 10 of 12')
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
  expect(await desk.getByRole('spinbutton').evaluate((input: HTMLInputElement) => input.validationMessage)).not.toBe('')
  await expectNoAxeViolations(page)
  await desk.getByRole('spinbutton').fill('3')
  await page.keyboard.press('Enter')
  await expectTiles(desk, [2, 3, 4], [ids[1], ids[4], ids[2]])
})

test('a removed photograph stays in Contentful and can be added again', async ({ page, desk, space, openOrder }) => {
  const ids = await openOrder()
  await getTile(desk, 3).focus()
  await page.keyboard.press('Delete')
  await expectStatus(desk, '1 removed. Not saved.')
  await page.keyboard.press('ControlOrMeta+s')
  await expectStatus(desk, 'The order is saved as a draft')
  expect(await readListedIds(space)).toEqual(ids.filter((_, index) => index !== 2))

  const others = desk.getByRole('region', { name: 'Not in the gallery' })
  await others.getByRole('button', { name: 'Add to the end' }).click()
  await expectStatus(desk, '1 added. Not saved.')
  await expect(others).toHaveCount(0)
  await expectTiles(desk, [12], [ids[2]])
})

test('pictures are found, selected and opened while a search is active', async ({ page, desk, space, openDesk }) => {
  const [, second] = await readListedIds(space)
  await saveOrder(space, [second])
  const texts = (await space.client.entry.get({ entryId: second ?? '' })).fields
  await openDesk()
  await desk.getByRole('tab', { name: 'Order' }).click()
  const unlisted = desk.getByRole('region', { name: 'Not in the gallery' })
  await expect(unlisted.getByRole('checkbox')).toHaveCount(2)
  await desk.getByRole('searchbox').fill(texts.altText[LOCALE].toUpperCase())
  await expect(unlisted).toHaveCount(0)
  await expect(desk.getByText('Clear the search to drag.')).toBeVisible()
  await expectNoAxeViolations(page)
  await clickButton(desk, 'Select all')
  await expectStatus(desk, '1 selected')
  await desk.getByRole('button', { name: 'Open' }).click()
  await desk.getByRole('textbox', { name: 'Caption' }).fill('A new caption')
  await desk.getByRole('button', { name: 'Done' }).click()
  await expect(getTile(desk, 1)).toHaveAccessibleName(/Changed/)

  await desk.getByRole('searchbox').fill('')
  await expect(unlisted.getByRole('checkbox')).toHaveCount(2)
})

test('logos stand in a row for each kind, and move within it', async ({ page, desk, openOrder }) => {
  await openOrder()
  await desk.getByRole('button', { name: 'Logos' }).click()
  await desk.getByRole('tab', { name: 'Order' }).click()
  await expect(desk.getByRole('heading', { name: 'Safety and compliance' })).toBeVisible()
  const ids = await readTiles(desk, [1, 2, 3])
  await getTile(desk, 2).focus()
  await pickUpByKey(page, desk)
  await page.keyboard.press('ArrowLeft')
  await expectStatus(desk, 'Moved to position 1')
  await page.keyboard.press('Space')
  await expectTiles(desk, [1, 2, 3], [ids[1], ids[0], ids[2]])
  await expectStatus(desk, '1 moved. Not saved.')
  await expectNoAxeViolations(page)
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

test.describe('with another editor', () => {
  test.use({ expectedProblems: /409 \(Conflict\)/ })

  test('after a save of another editor, both orders are shown and one is chosen', async ({
    page,
    desk,
    space,
    openOrder,
  }) => {
    await recordLayoutShift(page)
    const ids = await openOrder()
    expect(await readLayoutShift(page.frames()[1] ?? page)).toBe(0)
    await getTile(desk, 5).click()
    await clickButton(desk, 'To the top')
    await expectTiles(desk, [1], [ids[4]])
    const movedShift = await readLayoutShift(page.frames()[1] ?? page)
    const theirs = [ids[0], ids[1], ids[4], ids[2], ids[3], ...ids.slice(5)]
    await saveOrder(space, theirs)
    await clickButton(desk, 'Save')
    const dialog = desk.getByRole('dialog', { name: 'Somebody else has changed the order too' })
    await expect(dialog.getByRole('row').nth(1)).toContainText(/1\s*3$/)
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expectStatus(desk, 'The order is saved as a draft')
    expect(await readListedIds(space)).toEqual([ids[4], ...ids.slice(0, 4), ...ids.slice(5)])
    expect(await readLayoutShift(page.frames()[1] ?? page)).toBe(movedShift)
    await clickButton(desk, 'Undo')
    await expectTiles(desk, [1, 2, 3], theirs.slice(0, 3))
  })
})
