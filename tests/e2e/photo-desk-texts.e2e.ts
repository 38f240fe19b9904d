import { expectNoAxeViolationsInFrame } from './axe.ts'
import {
  createPhotoFiles,
  expect,
  expectSaved,
  expectSummary,
  getTexts,
  holdReading,
  openTexts,
  readTexts,
  test,
  transfer,
} from './photo-desk.ts'

test('§10 Photo desk: texts are typed by keyboard, pasted and read from a file, saved as drafts, and beside a large picture', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const [firstBefore, secondBefore, thirdBefore] = await readTexts(space)
  await openDesk()
  await openTexts(desk)
  const [texts, captions] = [getTexts(desk), getTexts(desk, 'Caption')]
  const dialog = desk.getByRole('dialog')
  await expectNoAxeViolationsInFrame(page)

  await test.step('the keyboard walks the table', async () => {
    await texts.nth(0).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', in the morning')
    await page.keyboard.press('Enter')
    await expect(texts.nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Texas, 2024')
    await expectSaved(desk)
    expect.soft(await readTexts(space)).toEqual([`${firstBefore}, in the morning`, secondBefore, thirdBefore])
    expect.soft(await readTexts(space, 'caption')).toEqual([null, 'Texas, 2024', null])
    await expect.soft(desk.getByText('Changed', { exact: true })).toHaveCount(2) // the published versions are as before
  })

  await test.step('filled cells are undone beside the large picture too', async () => {
    await transfer(texts.nth(1), 'paste', { text: 'A pasted text\tA caption' })
    await texts.nth(1).press('Alt+Enter')
    const caption = dialog.getByRole('textbox', { name: 'Caption' })
    await expect(caption).toHaveValue('A caption')
    await caption.press('ControlOrMeta+z')
    await expect(caption).toHaveValue('Texas, 2024')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(texts.nth(1)).toBeFocused()
  })

  await test.step('a file is applied after a preview', async () => {
    const names = await desk.getByRole('rowheader').locator('[title]').allTextContents()
    const buffer = Buffer.from(`file,caption\n${names[2]},Third caption\n`)
    await desk.getByLabel('CSV file with texts').setInputFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer })
    await expect(dialog.getByText('1 text will be filled in.')).toBeVisible()
    await expectNoAxeViolationsInFrame(page)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(captions.nth(2)).toHaveValue('Third caption')
    await expectSaved(desk)
    expect.soft(await readTexts(space, 'caption')).toEqual([null, 'Texas, 2024', 'Third caption'])
  })

  await test.step('a large picture stands beside its texts, with its focal point', async () => {
    const cell = texts.nth(1)
    await cell.press('Alt+Enter')
    const text = dialog.getByRole('textbox', { name: 'Alternative text' })
    await expect(text).toBeFocused()
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

    await page.keyboard.press('Escape')
    await expect(cell).toBeFocused()
    await expectSaved(desk)
    expect.soft(await readTexts(space, 'focalPoint')).toEqual([null, '10% 1%', null])
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
