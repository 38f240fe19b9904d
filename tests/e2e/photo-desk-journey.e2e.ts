import { getListedEntryIds } from '#cms/photo-desk/space/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import type { PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'
import { expect, expectSaved, expectStatus, getTexts, readField, test } from './photo-desk.ts'
import {
  ALT_TEXTS,
  dragByTouch,
  findFocalPointPicture,
  findKnownPhoto,
  selectInFileChooser,
  swipe,
  tabTo,
} from './photo-desk-journey.ts'
import { expectTiles, getTile, pickUpByKey, readTiles } from './photo-desk-order.ts'

test.use({ ...REDUCED_MOTION, actionTimeout: 20_000 })

const [FIRST, SECOND] = ALT_TEXTS
const PUBLISH = 'Publish 2 photographs and the gallery'

/** Reads the texts of the photographs in the published gallery. */
async function readPublishedTexts(space: PictureSpace): Promise<readonly unknown[]> {
  const { items } = await space.client.entry.getPublished({ query: { content_type: PHOTO_TYPE.page.type } })
  const ids = items.flatMap((gallery) => getListedEntryIds(gallery, PHOTO_TYPE.page))
  return readField(space, ids, 'altText')
}

test('by keyboard only, photographs are selected, described, arranged and published', async ({ page, space, desk }) => {
  await selectInFileChooser(page)
  const press = (key: string) => page.keyboard.press(key)
  const goToTab = async (from: string) => {
    await tabTo(page, desk.getByRole('tab', { name: from }), 'Shift+Tab')
    await press('ArrowRight')
    await press('Enter')
  }
  await page.goto(`${space.url}/app`)
  await tabTo(page, page.getByRole('link', { name: 'Photo desk' }))
  await press('Enter')

  await test.step('selected', async () => {
    await tabTo(page, desk.getByRole('button', { name: 'Select files …' }))
    await press('Enter')
    await tabTo(page, await findKnownPhoto(desk))
    await press('Enter')
    await tabTo(page, desk.getByRole('button', { name: 'Write texts' }))
    await press('Enter')
  })

  await test.step('described', async () => {
    const texts = getTexts(desk)
    await tabTo(page, texts.first())
    await page.keyboard.type(FIRST)
    await press('Enter')
    await expect(texts.nth(1)).toBeFocused()
    await page.keyboard.type(SECOND)
    await press('Alt+Enter')
    await findFocalPointPicture(desk)
    await tabTo(page, desk.getByRole('slider', { name: 'From the left' }))
    await press('PageDown')
    await tabTo(page, desk.getByRole('button', { name: 'Done' }))
    await press('Enter')
    await expectSaved(desk)
  })

  await test.step('arranged', async () => {
    await goToTab('Texts')
    await tabTo(page, getTile(desk, 1))
    await press('End')
    await pickUpByKey(page, desk)
    await press('Home')
    await expectStatus(desk, 'Moved to position 1 of 5')
    await press('Space')
    await expect(getTile(desk, 1)).toHaveAccessibleName(new RegExp(SECOND))
    await press('Control+s')
    await expectStatus(desk, 'The order is saved as a draft')
  })

  await test.step('published', async () => {
    await goToTab('Order')
    await tabTo(page, desk.getByRole('button', { name: PUBLISH }))
    await press('Enter')
    await expectStatus(desk, '2 photographs and the gallery are published.')
    const texts = await readPublishedTexts(space)
    expect([texts[0], texts[4]]).toEqual([SECOND, FIRST])
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 640 } })

  test('photographs are selected, described, dragged and published by touch', async ({ page, space, desk }) => {
    await selectInFileChooser(page)
    await page.goto(`${space.url}/app`)
    await page.getByRole('link', { name: 'Photo desk' }).tap()

    await test.step('selected', async () => {
      await desk.getByRole('button', { name: 'Select files …' }).tap()
      await (await findKnownPhoto(desk)).tap()
      await desk.getByRole('button', { name: 'Write texts' }).tap()
    })

    await test.step('described', async () => {
      for (const [index, text] of ALT_TEXTS.entries()) {
        await getTexts(desk).nth(index).tap()
        await page.keyboard.insertText(text)
      }
      await desk.getByRole('button', { name: 'Large picture of IMG_2' }).tap()
      await (await findFocalPointPicture(desk)).tap({ position: { x: 30, y: 30 } })
      await desk.getByRole('button', { name: 'Done' }).tap()
      await expectSaved(desk)
    })

    await test.step('dragged, while a swipe scrolls', async () => {
      const html = desk.locator('html')
      await desk.getByRole('tab', { name: 'Order' }).tap()
      await expect(getTile(desk, 1)).toBeVisible()
      const [first] = await readTiles(desk, [1])
      await swipe(page, desk, 1)
      await expect(desk.locator('.order-overlay')).toHaveCount(0)
      await html.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await getTile(desk, 5).tap()
      await desk.getByRole('button', { name: 'To the top' }).tap()
      await html.evaluate((element) => element.scrollTo(0, 0))
      await dragByTouch(page, desk, 1, 2)
      await expectTiles(desk, [1], [first])
      await desk.getByRole('button', { name: 'Save', exact: true }).tap()
      await expectStatus(desk, 'The order is saved as a draft')
    })

    await test.step('published', async () => {
      await desk.getByRole('tab', { name: 'Publish' }).tap()
      await desk.getByRole('button', { name: PUBLISH }).tap()
      await expectStatus(desk, '2 photographs and the gallery are published.')
      const texts = await readPublishedTexts(space)
      expect([texts[1], texts[4]]).toEqual([SECOND, FIRST])
    })
  })
})
