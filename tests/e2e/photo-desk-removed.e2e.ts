import { readFile } from 'node:fs/promises'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import {
  addFiles,
  clickButton,
  createPhotoFiles,
  expect,
  expectSaved,
  expectSummary,
  getTexts,
  holdComparison,
  openTab,
  readTexts,
  tabTo,
  test,
} from './photo-desk.ts'

test('§10 Photo desk: the text of a file that is refused meanwhile stays, and keys write nowhere', async ({
  page,
  desk,
  openDesk,
}) => {
  await openDesk()
  const release = await holdComparison(page)
  const worn = { name: 'worn.jpg', buffer: (await createPhoto('worn')).subarray(0, -5_000) }
  await addFiles(desk, ...(await createPhotoFiles('one', 'two', 'three')), worn)
  await clickButton(desk, 'Write texts')
  await getTexts(desk).last().click()
  await page.keyboard.type('A text for a file that is worn')
  release()
  const row = desk.getByRole('row', { name: 'worn.jpg' })
  await expect(row).toContainText('The file is refused: it cannot be read as a picture')
  await expect(desk.getByRole('table')).toBeFocused()
  await page.keyboard.type(', and more of it')
  await expect(row.getByText('Alternative text: A text for a file that is worn', { exact: true })).toBeVisible()
  for (const text of await getTexts(desk).all()) await expect(text).toHaveValue('')
  await expectNoAxeViolationsInFrame(page)

  await tabTo(page, row.getByRole('button', { name: 'Discard the texts of worn.jpg' }))
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(desk.getByRole('table')).toBeFocused()
  await openTab(desk, 'Add')
  await expectSummary(desk, '3 of 3 added, 1 refused')
})

test('§10 Photo desk: the text of a file that is skipped is offered for the picture that is there', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const [before = null] = await readTexts(space)
  await openDesk()
  await addFiles(desk, { name: 'again.jpg', buffer: await readFile('public/media/gallery/001-station-low-valves.jpg') })
  await expectSummary(desk, '0 of 1 added, 1 needs you')
  await openTab(desk, 'Texts')
  await getTexts(desk).fill('A text for the same picture')
  await openTab(desk, 'Add')
  await clickButton(desk, 'Skip: again.jpg')
  await expect(page.getByText('The texts of again.jpg are kept: see Texts.')).toBeVisible()
  await page.reload()
  await openTab(desk, 'Texts')
  const row = desk.getByRole('row', { name: 'again.jpg' })
  await expect(row).toContainText('The file is skipped')
  await expect(row).toContainText(`has: ${before}`)
  await expectNoAxeViolationsInFrame(page)

  const text = getTexts(desk).first()
  await row.getByRole('button', { name: 'Use for 001-station-low-valves.jpg' }).click()
  await expect(row).toHaveCount(0)
  await expect(text).toHaveValue('A text for the same picture')
  await clickButton(desk, 'Undo')
  await expect(text).toHaveValue(String(before))
  await row.getByRole('button', { name: 'Use for' }).click()
  await expect(text).toHaveValue('A text for the same picture')
  await expectSaved(desk)
  expect((await readTexts(space))[0]).toBe('A text for the same picture')
})
