import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { readLayoutShift, recordLayoutShift } from './layout-shift.ts'
import { clickButton, expect, expectStatus, openTab, readTexts } from './photo-desk.ts'
import {
  dragByMouse,
  dragByTouch,
  expectTiles,
  findMiddle,
  getTile,
  saveOrder,
  swipe,
  test,
} from './photo-desk-order.ts'

test.describe('with another editor', () => {
  // High enough that no drag by accident ends near the edge, where the list scrolls for as long as the pointer is there.
  test.use({ viewport: { width: 1280, height: 1000 }, expectedProblems: /409 \(Conflict\)/ })

  test('§10 Photo desk: the order is changed by mouse, undone step by step, written by Save only, and never lost', async ({
    page,
    desk,
    space,
    openOrder,
  }) => {
    await recordLayoutShift(page)
    const ids = await openOrder(24)
    const html = desk.locator('html')
    const readShift = () => readLayoutShift(page.frames()[1] ?? page)
    const moved = [0, 2, 3, 4, 1].map((index) => ids[index]) // 2 to position 5
    expect(await readShift()).toBe(0)

    await test.step('the page scrolls while a photograph is dragged at its edge', async () => {
      const start = await findMiddle(desk, 1)
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x, 890, { steps: 5 })
      await expect.poll(() => html.evaluate(() => window.scrollY)).toBeGreaterThan(300)
      await page.mouse.up()
      await expectStatus(desk, '1 moved. Not saved.')
      await expectTiles(desk, [1, 2], [ids[1], ids[2]])
      await page.keyboard.press('ControlOrMeta+z')
      await expectStatus(desk, 'No unsaved changes.')
      await html.evaluate(() => window.scrollTo(0, 0))
    })

    await test.step('one is dragged, then two that are selected, which is undone', async () => {
      await dragByMouse(page, desk, 2, 5)
      await expectTiles(desk, [1, 2, 3, 4, 5], moved)
      await getTile(desk, 2).click()
      await getTile(desk, 4).click({ modifiers: ['ControlOrMeta'] })
      await dragByMouse(page, desk, 4, 7)
      const expected = [ids[0], ids[3], ids[1], ids[5], ids[6], ids[2], ids[4], ids[7]]
      await expectTiles(desk, [1, 2, 3, 4, 5, 6, 7, 8], expected)
      await page.keyboard.press('ControlOrMeta+z')
      await expectTiles(desk, [1, 2, 3, 4, 5], moved)
    })

    await test.step('the selection goes to a position that exists, and nothing is written', async () => {
      await getTile(desk, 8).click()
      await clickButton(desk, 'To position …')
      const input = desk.getByRole('spinbutton')
      await input.fill('25')
      await page.keyboard.press('Enter')
      expect(await input.evaluate(({ validationMessage }: HTMLInputElement) => validationMessage)).not.toBe('')
      await input.fill('1')
      await page.keyboard.press('Enter')
      await expectTiles(desk, [1, 2, 3], [ids[7], ids[0], ids[2]])
      await expectStatus(desk, '2 moved. Not saved.')
      expect(await readListedIds(space)).toEqual(ids)
    })

    await test.step('a removed photograph stays in Contentful and can be added again', async () => {
      await getTile(desk, 1).focus()
      await page.keyboard.press('Delete')
      await expectStatus(desk, '1 moved, 1 removed. Not saved.')
      await page.keyboard.press('ControlOrMeta+s')
      await expectStatus(desk, 'The order is saved as a draft')
      const saved = await space.client.entry.get({ entryId: 'gallery-page' })
      const others = ids.slice(5).filter((id) => id !== ids[7])
      expect(getListedEntryIds(saved, PHOTO_TYPE.page)).toEqual([...moved, ...others])
      expect(saved.sys.version).toBeGreaterThan((saved.sys.publishedVersion ?? 0) + 1)
      const unlisted = desk.getByRole('region', { name: 'Not in the gallery' })
      await unlisted.getByRole('button', { name: 'Add to the end' }).click()
      await expectStatus(desk, '1 added. Not saved.')
      await expect(unlisted).toHaveCount(0)
      await expectTiles(desk, [24], [ids[7]])
      await page.keyboard.press('ControlOrMeta+s')
      await expectStatus(desk, 'The order is saved as a draft')
    })

    await test.step('after a save of another editor, both orders are shown and one is chosen', async () => {
      const [first, second, third, fourth, fifth, ...others] = await readListedIds(space)
      await getTile(desk, 5).click()
      await clickButton(desk, 'To the top')
      await expectTiles(desk, [1], [fifth])
      const shift = await readShift()
      const theirs = [first, second, fifth, third, fourth, ...others]
      await saveOrder(space, theirs)
      await clickButton(desk, 'Save')
      const dialog = desk.getByRole('dialog', { name: 'Somebody else has changed the order too' })
      await expect(dialog.getByRole('listitem').first()).toContainText('position 1 in yours, position 3 in theirs')
      await expectNoAxeViolationsInFrame(page)
      await dialog.getByRole('button', { name: 'Keep mine' }).click()
      await expectStatus(desk, 'The order is saved as a draft')
      expect(await readListedIds(space)).toEqual([fifth, first, second, third, fourth, ...others])
      expect(await readShift()).toBe(shift)
      await clickButton(desk, 'Undo')
      await expectTiles(desk, [1, 2, 3], theirs.slice(0, 3))
    })
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 640 } })

  test('§10 Photo desk: the order is changed by touch, and a swipe scrolls', async ({
    page,
    desk,
    space,
    openOrder,
  }) => {
    const [first, second, ...others] = await openOrder(6)
    await swipe(page, desk, 1)
    await expect(desk.locator('.order-overlay')).toHaveCount(0)
    await desk.locator('html').evaluate((html) => html.scrollTo(0, 0))
    await dragByTouch(page, desk, 1, 2)
    await expectTiles(desk, [1, 2], [second, first])
    await getTile(desk, 1).tap()
    await expectStatus(desk, '1 selected')
    await desk.getByRole('button', { name: 'Save', exact: true }).tap()
    await expectStatus(desk, 'The order is saved as a draft')
    expect(await readListedIds(space)).toEqual([second, first, ...others])
  })
})

test('§10 Photo desk: pictures are found, selected and opened while a search is active', async ({
  page,
  desk,
  space,
  openDesk,
}) => {
  const [, second] = await readListedIds(space)
  await saveOrder(space, [second])
  const [text] = await readTexts(space)
  await openDesk()
  await openTab(desk, 'Order')
  const unlisted = desk.getByRole('region', { name: 'Not in the gallery' })
  await expect(unlisted.getByRole('checkbox')).toHaveCount(2)
  await desk.getByRole('searchbox').fill(String(text).toUpperCase())
  await expect(unlisted).toHaveCount(0)
  await expect(desk.getByText('Clear the search to drag.')).toBeVisible()
  await expectNoAxeViolationsInFrame(page)
  await clickButton(desk, 'Select all')
  await expectStatus(desk, '1 selected')
  await desk.getByRole('button', { name: 'Open' }).click()
  await desk.getByRole('textbox', { name: 'Caption' }).fill('A new caption')
  await desk.getByRole('button', { name: 'Done' }).click()
  await expect(getTile(desk, 1)).toHaveAccessibleName(/Changed/)

  await desk.getByRole('searchbox').fill('')
  await expect(unlisted.getByRole('checkbox')).toHaveCount(2)
})

test('§10 Photo desk: each press of a key moves a picked-up photograph by one place, and the order is changed once', async ({
  page,
  desk,
  openOrder,
}) => {
  const ids = await openOrder(40)
  const press = async (key: string, count: number) => {
    for (let presses = 0; presses < count; presses += 1) await page.keyboard.down(key) // held: it repeats
    await page.keyboard.up(key)
  }
  const tile = desk.locator(`[data-entry-id="${ids[38]}"]`)
  await getTile(desk, 39).focus()
  await press('Space', 1)
  await press('ArrowLeft', 21)
  await press('ArrowUp', 3)
  await expectStatus(desk, 'Moved to position 6 of 40')
  await expect(tile).toBeInViewport({ ratio: 1 })
  await press('End', 1)
  await press('PageUp', 20)
  await expectStatus(desk, 'Moved to position 4 of 40') // the last photograph is in the last column
  await press('Escape', 1)
  await expectStatus(desk, 'Canceled. Still at position 39 of 40')

  await press('Space', 1)
  await press('Home', 1)
  await press('ArrowRight', 1)
  await press('Space', 1)
  await expectStatus(desk, 'Dropped at position 2 of 40')
  await expectStatus(desk, '1 moved. Not saved.')
  await expectTiles(desk, [1, 2, 3], [ids[0], ids[38], ids[1]])
  await expect(getTile(desk, 2)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expectStatus(desk, 'No unsaved changes.')

  await getTile(desk, 1).click()
  await clickButton(desk, 'To position …')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await expectStatus(desk, '1 selected, at position 30')
  await expect(desk.locator(`[data-entry-id="${ids[0]}"]`)).toBeInViewport({ ratio: 1 })
})
