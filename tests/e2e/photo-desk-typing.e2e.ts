import {
  addFiles,
  clickButton,
  createPhotoFiles,
  expect,
  expectSaved,
  expectSummary,
  getTexts,
  holdRequests,
  openTexts,
  readTexts,
  tabTo,
  test,
} from './photo-desk.ts'

test('§10.27 texts that are begun before their files are compared are ended after, in the table and beside the picture', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await openDesk()
  const release = await holdRequests(page, /fm=png/) // the pictures of the space with which they are compared
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

test('§10.24 the file of a photograph is replaced beside its texts, and the way to its upload closes them', async ({
  page,
  desk,
  openDesk,
}) => {
  await openDesk()
  const release = await holdRequests(page, /picture-worker/)
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
