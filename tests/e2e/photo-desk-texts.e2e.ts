import type { FrameLocator, Locator } from '@playwright/test'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createDraftEntry } from '#local-tests/test-contentful.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import {
  clickButton,
  createPhotoFiles,
  expect,
  expectSaved,
  expectSummary,
  getTexts,
  holdReading,
  openTab,
  openTexts,
  readTexts,
  test,
  transfer,
} from './photo-desk.ts'

/** Selects a file with texts. */
const selectFile = (desk: FrameLocator, text: string) =>
  desk
    .getByLabel('CSV file with texts')
    .setInputFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Sends the keys that end a composition in Safari: after its end. */
const pressCompositionKeys = (text: Locator) =>
  text.evaluate((element) => {
    for (const key of ['Enter', 'Escape', 'Tab'])
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, keyCode: 229, bubbles: true, cancelable: true }),
      )
  })

test('§10 Photo desk: texts are typed by keyboard, pasted and read from a file, saved as drafts, and beside a large picture', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const drafts = Array.from({ length: 20 }, (_, index) => `photo-${10 + index}`)
  for (const id of drafts) await createDraftEntry(space, PHOTO_TYPE.type, id, { altText: `Text of ${id}` })
  await createDraftEntry(space, PHOTO_TYPE.type, 'without-texts', {})
  const count = drafts.length + 4 // with three photographs of the gallery
  const [firstBefore] = await readTexts(space)
  const typed = [`${firstBefore}, in the morning`, 'A crew lowers a pipe', 'The third text']
  await openDesk()
  await openTexts(desk)
  const [texts, captions] = [getTexts(desk), getTexts(desk, 'Caption')]

  await test.step('missing and invalid texts are marked, and a filled row stays until the filter changes', async () => {
    await expect(desk.getByRole('button', { name: 'Missing texts (1)' })).toHaveAttribute('aria-pressed', 'true')
    await expect(texts).toHaveAccessibleDescription('Missing')
    await texts.fill('Bad')
    await expect(texts).toHaveAccessibleDescription('Has 3 characters: write 5 to 160')
    await expect(texts).toHaveAttribute('aria-invalid', 'true')
    await expectNoAxeViolationsInFrame(page)
    await texts.fill('x'.repeat(150))
    await expect(texts).not.toHaveAttribute('aria-invalid')
    await expect(desk.getByRole('button', { name: 'Missing texts (0)' })).toBeVisible()
    await expect(texts).toHaveCount(1)
    await clickButton(desk, `All (${count})`)
    await expect(texts.nth(1)).toBeVisible()
  })

  await test.step('the keyboard walks the table', async () => {
    await texts.nth(0).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', in the morning')
    await page.keyboard.press('Enter')
    await expect(texts.nth(1)).toBeFocused()
    await texts.nth(1).fill('A crew lowers a pipe')
    await page.keyboard.press('Tab')
    await expect(captions.nth(1)).toBeFocused()
    await page.keyboard.type('Texas, 2024')
    await page.keyboard.press('Tab')
    await expect(texts.nth(2)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Enter')
    await expect(captions.nth(0)).toBeFocused()
    await page.keyboard.type('Not kept')
    await page.keyboard.press('Escape')
    await expect(captions.nth(0)).toHaveValue('')
    await texts.nth(2).fill('The third text')
    await page.keyboard.press('Enter')
    await expectSaved(desk)
    expect(await readTexts(space)).toEqual(typed)
    expect(await readTexts(space, 'caption')).toEqual([null, 'Texas, 2024', null])
    await expect(desk.getByText('Changed', { exact: true })).toHaveCount(3) // the published versions are as before
  })

  await test.step('cells of a spreadsheet fill the following rows, and one undo restores them', async () => {
    const text = 'First pasted text\tFirst caption\n"Second ""pasted"" text"\tSecond caption\n'
    await transfer(texts.nth(1), 'paste', { text })
    await expect(desk.getByText('4 texts filled in.')).toBeVisible()
    await expect(texts.nth(2)).toHaveValue('Second "pasted" text')
    await expectSaved(desk)
    expect(await readTexts(space, 'caption')).toEqual([null, 'First caption', 'Second caption'])
    await texts.nth(1).press('ControlOrMeta+z')
    await expect(desk.getByText('4 texts restored.')).toBeVisible()
    await expect(texts.nth(2)).toHaveValue('The third text')
    await expectSaved(desk)
    expect(await readTexts(space)).toEqual(typed)
  })

  await test.step('the keys of the undo restore filled cells beside the large picture too', async () => {
    await transfer(texts.nth(1), 'paste', { text: 'A pasted text\tA caption' })
    await texts.nth(1).press('Alt+Enter')
    const dialog = desk.getByRole('dialog')
    const caption = dialog.getByRole('textbox', { name: 'Caption' })
    await expect(caption).toHaveValue('A caption')
    await caption.press('ControlOrMeta+z')
    await expect(caption).toHaveValue('Texas, 2024')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(texts.nth(1)).toBeFocused()
    await expectSaved(desk)
  })

  await test.step('a single cell loses the quotation marks of the spreadsheet, and the browser undoes that', async () => {
    await captions.nth(0).focus()
    await transfer(captions.nth(0), 'paste', { text: '"A 42"" pipe\non skids"\r\n' })
    await expect(captions.nth(0)).toHaveValue('A 42" pipe on skids')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(captions.nth(0)).toHaveValue('')
    await expectSaved(desk)
  })

  await test.step('a file says what is left out of it, and is applied after a preview', async () => {
    const names = await desk.getByRole('rowheader').locator('[title]').allTextContents()
    const dialog = desk.getByRole('dialog')
    await selectFile(desk, `file;alt\nunknown.jpg;A text\n${names[1]};Bad\n`)
    await expect(dialog.getByRole('listitem')).toHaveText([/^Line 2: “unknown.jpg”/, /^Line 3, alt: has 3/])
    await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await expectNoAxeViolationsInFrame(page)
    await dialog.getByText('Close', { exact: true }).click()
    await selectFile(
      desk,
      `file,alt,caption,by\n${names[0]},A new text,A new caption,Jane\n${names[2]},,Third caption\n`,
    )
    await expect(dialog.getByText('3 texts will be filled in. 1 of them replaces another text.')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText('Line 1: the column “by” is not one of the desk.')
    await expect(dialog.getByRole('row')).toHaveCount(4)
    await expect(dialog.getByRole('row').nth(1)).toContainText('A new text')
    await expectNoAxeViolationsInFrame(page)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(desk.getByText('3 texts filled in.')).toBeVisible()
    await expectSaved(desk)
    expect(await readTexts(space, 'caption')).toEqual(['A new caption', 'Texas, 2024', 'Third caption'])
    expect((await readTexts(space))[0]).toBe('A new text')
  })

  await test.step('a large picture stands beside its texts, with its focal point and the other pictures', async () => {
    const cell = texts.nth(1)
    await cell.press('Alt+Enter')
    const dialog = desk.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: 'Alternative text' })
    const next = dialog.getByRole('button', { name: 'Next' })
    await expect(text).toBeFocused()
    await text.fill('Picture of a crew')
    await expect(text).toHaveAccessibleDescription(/^Begins with words like “picture of”/)
    await pressCompositionKeys(text)
    await expect(text).toHaveValue('Picture of a crew')
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape') // takes back the text, and closes nothing
    await expect(text).toHaveValue('A crew lowers a pipe')

    const position = dialog.getByRole('status').filter({ hasText: 'from the left' })
    await dialog.locator('.focal-point-picture').click({ position: { x: 1, y: 1 } })
    await expect(position).toHaveText('0% from the left, 0% from the top')
    await dialog.getByRole('slider', { name: 'From the left' }).press('PageUp')
    await dialog.getByRole('slider', { name: 'From the top' }).press('ArrowRight')
    await expect(position).toHaveText('10% from the left, 1% from the top')
    await dialog.getByText('Where used').click()
    await expect(dialog.getByRole('listitem')).toHaveText(/page of the site, published/)
    await expect(dialog.getByRole('figure').locator('img').first()).toHaveCSS('object-position', '10% 1%')
    await expectNoAxeViolationsInFrame(page)

    await next.press('Enter')
    await expect(dialog.getByText(`3 of ${count}`)).toBeVisible()
    await expect(position).toHaveText('50% from the left, 50% from the top')
    for (const number of [2, 1, count]) {
      await dialog.getByRole('button', { name: 'Previous' }).press('Enter')
      await expect(dialog.getByText(`${number} of ${count}`)).toBeVisible()
    }
    await next.press('Enter')
    await dialog.getByRole('textbox', { name: 'Caption' }).press('Enter')
    await expect(dialog.getByText(`2 of ${count}`)).toBeVisible()
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(cell).toBeFocused()
    await expectSaved(desk)
    expect(await readTexts(space, 'focalPoint')).toEqual([null, '10% 1%', null])

    await desk.getByRole('button', { name: 'Large picture of' }).nth(1).click()
    await dialog.getByRole('button', { name: 'Reset to the middle' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expectSaved(desk)
    expect(await readTexts(space, 'focalPoint')).toEqual([null, null, null])
  })

  await test.step('only the rows near the screen are mounted, and the focus survives scrolling', async () => {
    await texts.nth(3).click()
    await desk.locator('html').evaluate((html) => html.scrollTo(0, html.scrollHeight))
    await expect(texts.last()).toHaveValue('x'.repeat(150))
    expect(await texts.count()).toBeLessThan(drafts.length)
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await expect(texts.nth(4)).toBeFocused()
    await expect(texts.nth(4)).toBeInViewport()
    await expect(texts.nth(3)).toHaveValue(/!/)
  })

  await test.step('a picture that somebody has archived is shown with its texts, and read-only', async () => {
    await expectSaved(desk)
    const [entryId = ''] = await readListedIds(space)
    const [archivedText] = await readTexts(space)
    await space.client.entry.unpublish({ entryId })
    await space.client.entry.archive({ entryId })
    await page.reload()
    await openTab(desk, 'Order')
    await desk.locator('.order-tile').first().getByRole('button', { name: 'Open' }).press('Enter')
    const dialog = desk.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: 'Alternative text' })
    await expect(dialog.getByText('This is archived: restore it under Publish to change it.')).toBeVisible()
    await expect(text).toHaveValue(String(archivedText))
    await expect(text).not.toBeEditable()
    await expect(dialog.getByRole('slider')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Replace' })).toHaveCount(0)
  })
})

test('§10 Photo desk: the file of a photograph is replaced beside its texts, and the way to its upload closes them', async ({
  page,
  desk,
  openDesk,
}) => {
  await openDesk()
  const release = await holdReading(page)
  await openTexts(desk)
  await getTexts(desk).first().press('Alt+Enter')
  const dialog = desk.getByRole('dialog')
  const files = (await createPhotoFiles('new')).map((file) => ({ mimeType: 'image/jpeg', ...file }))
  await dialog.getByLabel('New file of').setInputFiles(files)
  await expect(dialog.getByText('The file is being replaced …')).toBeVisible()
  await dialog.getByRole('button', { name: 'See Add' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(desk.getByRole('tab', { name: 'Add' })).toBeFocused()
  release()
  await expectSummary(desk, '1 of 1 added')
  await openTexts(desk)
  await expect(dialog).toHaveCount(0)
})
