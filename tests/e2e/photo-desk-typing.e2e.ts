import {
  addFiles,
  clickButton,
  createPhotoFiles,
  expect,
  expectSaved,
  getTexts,
  holdComparison,
  readTexts,
  tabTo,
  test,
} from './photo-desk.ts'

test('§10 Photo desk: texts that are begun before their files are compared are ended after, in the table and beside the picture', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await openDesk()
  const release = await holdComparison(page)
  await addFiles(desk, ...(await createPhotoFiles('one', 'two')))
  await clickButton(desk, 'Write texts')
  const [first, second] = [getTexts(desk).first(), getTexts(desk).last()]
  await tabTo(page, second)
  await page.keyboard.type('A crew lowers')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('A dozer')
  await page.keyboard.press('Alt+Enter')
  const dialog = desk.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Alternative text' })
  await expect(text).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' waits')
  release()
  await expect(dialog.getByText('Draft')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.type(' beside a trench')
  await expect(dialog.getByRole('button', { name: 'Replace the file' })).toBeVisible()
  await page.keyboard.press('Escape') // takes back the text
  await expect(text).toHaveValue('A dozer')
  await page.keyboard.type(' beside a trench')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(second).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' a pipe')
  await expectSaved(desk)
  expect((await readTexts(space)).slice(3)).toEqual(['A dozer beside a trench', 'A crew lowers a pipe'])
})
