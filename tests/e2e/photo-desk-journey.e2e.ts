import { expect, REDUCED_MOTION, test as siteTest } from '#tests/setup/e2e/fixtures.ts'
import {
  ALT_TEXTS,
  createJourneyFiles,
  dragByTouch,
  dropFiles,
  expectFirstPhotos,
  expectPublished,
  expectSaved,
  findFocalPointPicture,
  findKnownPhoto,
  getDesk,
  getTexts,
  KNOWN_ALT_TEXT,
  openTab,
  pasteColumn,
  rememberGallery,
  schedule,
  selectInFileChooser,
  tabTo,
} from '#tests/setup/e2e/photo-desk-journey.ts'
import { clickButton, dragByMouse, expectStatus, getTile, pickUpByKey } from '#tests/setup/e2e/photo-desk-order.ts'

/** A test that changes the gallery of the site. */
const test = siteTest.extend<{ readonly restoredGallery: undefined }>({
  restoredGallery: [
    async ({ page, management }, use) => {
      const restore = await rememberGallery(management)
      await use(undefined)
      await page.close() // the desk may still send requests
      await restore()
    },
    { auto: true },
  ],
})

test.use({ ...REDUCED_MOTION, actionTimeout: 20_000 })
test.describe.configure({ mode: 'serial' }) // the tests change the gallery and restore it
test.beforeEach(() => test.setTimeout(180_000)) // each test publishes, and the site renders its pages again

const [FIRST, SECOND] = ALT_TEXTS

test('by mouse, photographs are dropped, described, arranged, scheduled and published', async ({ page, site, cms }) => {
  await page.goto(`${cms.url}/app`)
  await page.getByRole('link', { name: 'Photo desk' }).click()
  const desk = getDesk(page)
  await dropFiles(desk, await createJourneyFiles())
  await (await findKnownPhoto(desk)).click()
  await clickButton(desk, 'Write texts')

  const texts = getTexts(desk)
  await expect(texts).toHaveCount(2)
  await texts.first().click()
  await pasteColumn(texts.first(), ALT_TEXTS)
  await desk.getByRole('button', { name: 'Large picture of IMG_2' }).click()
  const picture = await findFocalPointPicture(desk)
  await picture.click({ position: { x: 30, y: 30 } })
  await clickButton(desk, 'Done')
  await expectSaved(desk)

  await openTab(desk, 'Order')
  await expect(getTile(desk, 1)).toBeVisible()
  await desk.locator('html').evaluate((html) => html.scrollTo(0, html.scrollHeight)) // the new ones are the last ones
  await getTile(desk, 121).click()
  await getTile(desk, 122).click({ modifiers: ['Shift'] })
  await clickButton(desk, 'To the top')
  await desk.locator('html').evaluate((html) => html.scrollTo(0, 0))
  await clickButton(desk, 'Clear selection')
  await dragByMouse(page, desk, 2, 1)
  await clickButton(desk, 'Save')
  await expectStatus(desk, 'The order is saved as a draft')

  await openTab(desk, 'Publish')
  const select = (name: string) => desk.getByRole('checkbox', { name }).check()
  const deselect = (name: string) => desk.getByRole('checkbox', { name }).uncheck()
  await deselect(`Select “${SECOND}”`)
  await schedule(desk, '2099-03-02T09:30')
  await select('Select all')
  await deselect('Select all')
  await select(`Select “${SECOND}”`)
  await schedule(desk, '2099-03-03T09:30')

  for (const remaining of [1, 0]) {
    await desk.getByRole('button', { name: 'Cancel the schedule for' }).first().click()
    await clickButton(desk, 'Cancel it')
    await expect(desk.getByRole('button', { name: 'Cancel the schedule for' })).toHaveCount(remaining)
  }

  await select('Select all')
  await clickButton(desk, 'Publish 2 photographs and the gallery')
  await expectPublished(desk)
  await expectFirstPhotos(page, site.url, [SECOND, FIRST])
  await expect(page.getByRole('img', { name: SECOND })).not.toHaveCSS('object-position', '50% 50%')
})

test('by keyboard only, photographs are selected, described, arranged and published', async ({ page, site, cms }) => {
  await selectInFileChooser(page)
  const press = (key: string) => page.keyboard.press(key)
  await page.goto(`${cms.url}/app`)
  await tabTo(page, page.getByRole('link', { name: 'Photo desk' }))
  await press('Enter')
  const desk = getDesk(page)
  await tabTo(page, desk.getByRole('button', { name: 'Select files …' }))
  await press('Enter')
  await tabTo(page, await findKnownPhoto(desk))
  await press('Enter')
  await tabTo(page, desk.getByRole('button', { name: 'Write texts' }))
  await press('Enter')

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

  await tabTo(page, desk.getByRole('tab', { name: 'Texts' }), 'Shift+Tab')
  await press('ArrowRight')
  await press('Enter')
  await tabTo(page, getTile(desk, 1))
  await press('End')
  await pickUpByKey(page, desk)
  await press('Home')
  await expectStatus(desk, 'Moved to position 1 of 122')
  await press('Space')
  await expect(getTile(desk, 1)).toHaveAccessibleName(new RegExp(SECOND))
  await press('Control+s')
  await expectStatus(desk, 'The order is saved as a draft')

  await tabTo(page, desk.getByRole('tab', { name: 'Order' }), 'Shift+Tab')
  await press('ArrowRight')
  await press('Enter')
  await tabTo(page, desk.getByRole('button', { name: 'Publish 2 photographs and the gallery' }))
  await press('Enter')
  await expectPublished(desk)
  await expectFirstPhotos(page, site.url, [SECOND])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

  test('photographs are selected, described, dragged and published by touch', async ({ page, site, cms }) => {
    await selectInFileChooser(page)
    await page.goto(`${cms.url}/app`)
    await page.getByRole('link', { name: 'Photo desk' }).tap()
    const desk = getDesk(page)
    await desk.getByRole('button', { name: 'Select files …' }).tap()
    await (await findKnownPhoto(desk)).tap()
    await desk.getByRole('button', { name: 'Write texts' }).tap()

    const texts = getTexts(desk)
    for (const [index, text] of ALT_TEXTS.entries()) {
      await texts.nth(index).tap()
      await page.keyboard.insertText(text)
    }
    await desk.getByRole('button', { name: 'Large picture of IMG_2' }).tap()
    await (await findFocalPointPicture(desk)).tap({ position: { x: 30, y: 30 } })
    await desk.getByRole('button', { name: 'Done' }).tap()
    await expectSaved(desk)

    await desk.getByRole('tab', { name: 'Order' }).tap()
    await expect(getTile(desk, 1)).toBeVisible()
    await desk.locator('html').evaluate((html) => html.scrollTo(0, html.scrollHeight))
    await getTile(desk, 122).tap()
    await desk.getByRole('button', { name: 'To the top' }).tap()
    await desk.locator('html').evaluate((html) => html.scrollTo(0, 0))
    await dragByTouch(page, desk, 1, 2)
    await desk.getByRole('button', { name: 'Save', exact: true }).tap()
    await expectStatus(desk, 'The order is saved as a draft')

    await desk.getByRole('tab', { name: 'Publish' }).tap()
    await desk.getByRole('button', { name: 'Publish 2 photographs and the gallery' }).tap()
    await expectPublished(desk)
    await expectFirstPhotos(page, site.url, [KNOWN_ALT_TEXT, SECOND])
  })
})
