import type { FrameLocator, Page } from '@playwright/test'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { saveDraft } from '#tests/contract/seeded-space.ts'
import { createDraftEntry } from '#tests/contract/test-contentful.ts'
import { createPhoto } from '#tests/contract/test-pictures.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, getFileInput, holdUploads } from '#tests/setup/e2e/photo-desk.ts'
import { clickButton, getTile, test } from '#tests/setup/e2e/photo-desk-order.ts'

const openTab = (desk: FrameLocator, name: string) => desk.getByRole('tab', { name }).click()

/** Widths of a phone with large text, a tablet and a screen, in px. The last one is that of the tests. */
const WIDTHS = [320, 768, 1_440]

/** Asserts that axe finds no violations, and that the app is never wider than its frame. */
async function expectAccessible(page: Page, desk: FrameLocator) {
  await expectNoAxeViolations(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const getOverflow = () => desk.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    await expect.poll(getOverflow, `px that do not fit at ${width} px`).toBe(0)
  }
}

/** Opens a dialog with a button, asserts that it is accessible, and that Escape brings the focus back to the button. */
async function expectAccessibleDialog(page: Page, desk: FrameLocator, button: string) {
  await clickButton(desk, button)
  await expect(desk.getByRole('dialog')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await expect(desk.getByRole('button', { name: button, exact: true })).toBeFocused()
}

/** Adds files of photographs that differ. */
async function addPhotos(desk: FrameLocator, ...names: readonly string[]) {
  const input = getFileInput(desk)
  const files = names.map(async (name) => ({ name: `${name}.jpg`, mimeType: '', buffer: await createPhoto(name) }))
  await input.setInputFiles(await Promise.all(files))
}

test.use({ viewport: { width: 1_440, height: 800 } })

test('axe finds no violations in the views and dialogs, which fit on screens of all widths', async ({
  page,
  desk,
  space,
  openDesk,
}) => {
  test.slow()
  await createDraftEntry(space, PHOTO_TYPE.type, 'unlisted', { caption: `A ${'very '.repeat(30)}long caption` })
  await openDesk()
  await expectAccessible(page, desk)

  await openTab(desk, 'Texts')
  await expect(desk.getByRole('tab', { name: 'Texts (1) without texts' })).toBeVisible()
  await expectAccessible(page, desk)
  await desk.getByRole('searchbox').fill('nothing')
  await expect(desk.getByRole('status').filter({ hasText: '0 of 4 photographs shown' })).toBeVisible()
  await expectAccessible(page, desk)

  await openTab(desk, 'Order')
  await getTile(desk, 2).click()
  await clickButton(desk, 'To the top')
  await expect(desk.getByRole('tab', { name: 'Order • not saved' })).toBeVisible()
  await expectAccessible(page, desk)
  await expectAccessibleDialog(page, desk, 'To position …')
  await clickButton(desk, 'Save')

  await openTab(desk, 'Publish')
  await expect(desk.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  await expect(desk.getByRole('tab', { name: 'Publish (2) not published' })).toBeVisible()
  await clickButton(desk, 'All (4)')
  await expectAccessible(page, desk)
  await expectAccessibleDialog(page, desk, 'Publish at a time …')
  await desk.getByRole('button', { name: 'Actions for' }).first().press('Enter')
  await expect(desk.getByRole('menuitem', { name: 'Delete …' })).toBeVisible()
  // Elements of the menu that pass the focus on to its first and last item.
  await expectNoAxeViolations(page, undefined, ['iframe', '[data-floating-ui-focus-guard]'])
  await page.keyboard.press('Escape')

  await clickButton(desk, 'Logos')
  await expect(desk.getByText('Everything is published.')).toBeVisible()
  await expectAccessible(page, desk)
  await openTab(desk, 'Order')
  await expect(desk.getByRole('heading', { name: 'Safety and compliance' })).toBeVisible()
  await expectAccessible(page, desk)
})

test('the focus stays near a control that disappears', async ({ page, desk, openDesk }) => {
  await openDesk()
  const releaseUploads = await holdUploads(page)
  await addPhotos(desk, 'one', 'two')
  await expect(desk.getByRole('tab', { name: 'Add (2) not finished' })).toBeVisible()
  await desk.getByRole('button', { name: 'Cancel one.jpg' }).press('Enter')
  await expect(desk.getByRole('button', { name: 'Cancel two.jpg' })).toBeFocused()
  await desk.getByRole('button', { name: 'Cancel two.jpg' }).press('Enter')
  await expect(desk.getByRole('button', { name: 'Select a folder …' })).toBeFocused()
  releaseUploads()

  await openTab(desk, 'Order')
  await getTile(desk, 3).focus()
  await page.keyboard.press('Delete')
  await expect(desk.locator('.order-tile:focus-within')).toContainText('2:')
  await desk.getByRole('button', { name: 'Add to the end' }).press('Enter')
  await expect(getTile(desk, 3)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Undo' })).toBeFocused()
})

test('an empty gallery says what to do', async ({ page, desk, space, openDesk }) => {
  await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, [])
  await openDesk()
  await openTab(desk, 'Order')
  await expect(desk.getByText('The gallery is empty. Add a photograph below')).toBeVisible()
  await expectNoAxeViolations(page)
  await desk.getByRole('button', { name: 'Add to the end' }).first().press('Enter')
  await expect(getTile(desk, 1)).toBeVisible()
})
