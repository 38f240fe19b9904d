import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { readLayoutShift, recordLayoutShift } from './layout-shift.ts'
import { expect, expectStatus } from './photo-desk.ts'
import { dragByMouse, dragByTouch, expectTiles, findMiddle, getTile, swipe, test } from './photo-desk-order.ts'

test.describe('on a high screen', () => {
  // High enough that no drag by accident ends near the edge, where the list scrolls for as long as the pointer is there.
  test.use({ viewport: { width: 1280, height: 1000 } })

  test('§10.35 the order is changed by mouse, and undone step by step', async ({ page, desk, openOrder }) => {
    await recordLayoutShift(page)
    const ids = await openOrder(24)
    const html = desk.locator('html')
    const moved = [0, 2, 3, 4, 1].map((index) => ids[index]) // 2 to position 5
    expect(await readLayoutShift(page.frames()[1] ?? page)).toBe(0)

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
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 640 } })

  test('§10.35 the order is changed by touch, and a swipe scrolls', async ({ page, desk, space, openOrder }) => {
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
