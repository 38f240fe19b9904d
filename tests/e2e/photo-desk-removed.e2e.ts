import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page } from '@playwright/test'
import { FIRST_MEDIA_FOLDER } from '#tests/first-content/first-content.ts'
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
  holdReading,
  openTab,
  readTexts,
  tabTo,
  test,
} from './photo-desk.ts'

/** Opens the table of texts for four files of which the last one, without its end, is refused when `refuse` is called. */
async function writeTextsOfRefusedFile(page: Page, desk: FrameLocator) {
  const refuse = await holdReading(page)
  const worn = { name: 'worn.jpg', buffer: (await createPhoto('worn')).subarray(0, -5_000) }
  await addFiles(desk, ...(await createPhotoFiles('one', 'two', 'three')), worn)
  await clickButton(desk, 'Write texts')
  return { refuse, row: desk.getByRole('row', { name: 'worn.jpg' }) }
}

test('§10 Photo desk: the text of a file that is refused meanwhile stays, and keys write nowhere', async ({
  page,
  desk,
  openDesk,
}) => {
  await openDesk()
  const { refuse, row } = await writeTextsOfRefusedFile(page, desk)
  await getTexts(desk).last().click()
  await page.keyboard.type('A text for a file that is worn')
  refuse()
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

test('§10 Photo desk: keys write into no other text when the large picture of a refused file goes', async ({
  page,
  desk,
  openDesk,
}) => {
  await openDesk()
  const { refuse, row } = await writeTextsOfRefusedFile(page, desk)
  await getTexts(desk).first().press('Alt+Enter')
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Previous' }).click()
  await expect(dialog).toHaveAccessibleName('worn.jpg')
  await dialog.getByRole('textbox', { name: 'Alternative text' }).click()
  await page.keyboard.type('A text beside the picture')
  refuse()
  await expect(dialog).toContainText('This photograph is not in the list any more.')
  await page.keyboard.type(', and more of it')
  await expectNoAxeViolationsInFrame(page)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('A text beside the picture')
  for (const text of await getTexts(desk).all()) await expect(text).toHaveValue('')
})

test('§10 Photo desk: the text of a file that is skipped is offered for the picture that is there', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const [before = null] = await readTexts(space)
  await openDesk()
  await addFiles(desk, {
    name: 'again.jpg',
    buffer: await readFile(`${FIRST_MEDIA_FOLDER}/gallery/001-station-low-valves.jpg`),
  })
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
  await page.setViewportSize({ width: 320, height: 900 })
  await expect(row).toBeVisible()
  expect(await desk.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1_280, height: 720 })

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
