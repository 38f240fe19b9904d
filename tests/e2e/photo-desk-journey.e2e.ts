import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import type { PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'
import {
  createPhotoFiles,
  expect,
  expectSaved,
  expectStatus,
  expectSummary,
  getTexts,
  readField,
  tabTo,
  test,
} from './photo-desk.ts'
import { getTile, pickUpByKey } from './photo-desk-order.ts'

test.use({ ...REDUCED_MOTION, actionTimeout: 20_000 })

const FIRST = 'A red disc in front of a blue sky'
const SECOND = 'A welding crew at sunrise'
const PUBLISH = 'Publish 2 photographs and the gallery'

/** Reads the texts of the photographs in the published gallery. */
async function readPublishedTexts(space: PictureSpace): Promise<readonly unknown[]> {
  const { items } = await space.client.entry.getPublished({ query: { content_type: PHOTO_TYPE.page.type } })
  const ids = items.flatMap((gallery) => getListedEntryIds(gallery, PHOTO_TYPE.page))
  return readField(space, ids, 'altText')
}

/** Keys for all photographs together. Each of them has one more, Enter after its text: 60 for thirty. */
const MAX_KEYS = 30

test('photographs are selected, described and published by few keys', async ({ page, space, desk, openDesk }) => {
  const files = (await createPhotoFiles('one', 'two', 'three')).map((file) => ({ mimeType: 'image/jpeg', ...file }))
  page.on('filechooser', (chooser) => chooser.setFiles(files))
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const goTo = async (name: string) => {
    keys += await tabTo(page, desk.getByRole('button', { name, exact: true }))
    await press('Enter')
  }
  await openDesk()
  await desk.getByRole('tab', { name: 'Add' }).focus()
  await goTo('Select files …')
  await expectSummary(desk, '3 of 3 added')
  await goTo('Write texts')
  for (const [index, { name }] of files.entries()) {
    await expect(getTexts(desk).nth(index)).toBeFocused()
    await page.keyboard.type(`A new photograph: ${name}`)
    await press('Enter')
  }
  await expect(desk.getByRole('button', { name: 'Go to Publish' })).toBeFocused()
  await expectSaved(desk)
  await press('Enter')
  await goTo('Publish 3 photographs and the gallery')
  await expectStatus(desk, '3 photographs and the gallery are published.')
  expect((await readPublishedTexts(space)).filter((text) => String(text).includes('new photograph'))).toHaveLength(3)
  expect(keys - files.length).toBeLessThanOrEqual(MAX_KEYS)
})

test('by keyboard only, photographs are selected, described, arranged and published', async ({ page, space, desk }) => {
  const files = (await createPhotoFiles('one', 'two')).map((file) => ({ mimeType: 'image/jpeg', ...file }))
  page.on('filechooser', (chooser) => chooser.setFiles(files))
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
    await expectSummary(desk, '2 of 2 added')
    await tabTo(page, desk.getByRole('button', { name: 'Write texts' }))
    await press('Enter')
  })

  await test.step('described', async () => {
    const texts = getTexts(desk)
    await expect(texts.first()).toBeFocused()
    await page.keyboard.type(FIRST)
    await press('Enter')
    await expect(texts.nth(1)).toBeFocused()
    await page.keyboard.type(SECOND)
    await press('Alt+Enter')
    await tabTo(page, desk.getByRole('slider', { name: 'From the left' }))
    await press('PageDown')
    await tabTo(page, desk.getByRole('button', { name: 'Done' }))
    await press('Enter')
    await expectSaved(desk)
  })

  await test.step('arranged, with announcements', async () => {
    await goToTab('Texts')
    await tabTo(page, getTile(desk, 1))
    await press('ArrowDown')
    await expect(getTile(desk, 5)).toBeFocused() // in the second row
    await pickUpByKey(page, desk, 'Picked up the picture at position 5 of 5')
    await press('ArrowLeft')
    await expectStatus(desk, 'Moved to position 4 of 5')
    await press('Home')
    await expectStatus(desk, 'Moved to position 1 of 5')
    await press('Space')
    await expectStatus(desk, 'Dropped at position 1 of 5')
    await expect(getTile(desk, 1)).toBeFocused()
    await expect(getTile(desk, 1)).toHaveAccessibleName(new RegExp(SECOND))

    await pickUpByKey(page, desk)
    await press('ArrowRight')
    await expectStatus(desk, 'Moved to position 2 of 5')
    await press('Escape')
    await expectStatus(desk, 'Canceled. Still at position 1 of 5')
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
