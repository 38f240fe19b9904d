import type { FrameLocator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import {
  type AddedFile,
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
  readTextsByFile,
  tabTo,
  test,
  transfer,
} from './photo-desk.ts'

/** Creates photographs as wide as those of cameras: the desk takes some time to read and compare each of them. */
const createLargePhotos = (prefix: string, count: number, height: number): Promise<readonly AddedFile[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `${prefix}-${String(index + 1).padStart(2, '0')}`
      const large = sharp(await createPhoto(name)).resize(4_200, height, { fit: 'fill', kernel: 'nearest' })
      return { name: `${name}.jpg`, buffer: await large.jpeg({ quality: 70 }).toBuffer() }
    }),
  )

/** Does something while the page is as slow as on a computer with a fraction of the speed. */
async function runSlowly(page: Page, rate: number, run: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await run()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

/** Expects the number of rows of the table, of which those near the screen are mounted. */
const expectRows = (desk: FrameLocator, count: number) =>
  expect(desk.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 1))

/** Short texts, because a slow page takes a quarter of a second for each key. */
const TEXTS = ['Ax', 'By', 'Co', 'Do', 'Ed', 'Fe', 'Go', 'Hi', 'In', 'Jo']
const CAPTIONS = TEXTS.map((text) => `${text}, Texas`)

test.describe.configure({ mode: 'parallel' })

for (const { speed, rate } of [
  { speed: 'ordinary speed', rate: 1 },
  { speed: 'a sixth of the speed', rate: 6 },
])
  test(`§10 Photo desk: what is written while photographs are added stays with its photographs, at ${speed}`, async ({
    page,
    space,
    desk,
    openDesk,
  }) => {
    const [ten, four] = await Promise.all([
      createLargePhotos('ten', 10, 2_800),
      createLargePhotos('four', 4, 900),
      openDesk(),
    ])
    const write = (run: () => Promise<void>) => runSlowly(page, rate, run)

    await test.step('four are added by keyboard only, and texts typed into the first and the last one', async () => {
      page.once('filechooser', (chooser) => chooser.setFiles(four.map((file) => ({ mimeType: 'image/jpeg', ...file }))))
      await tabTo(page, desk.getByRole('button', { name: 'Select files …' }))
      await page.keyboard.press('Enter')
      await tabTo(page, desk.getByRole('button', { name: 'Write texts' }))
      await page.keyboard.press('Enter')
      await tabTo(page, desk.getByRole('searchbox'))
      await page.keyboard.type('four-')
      await expectRows(desk, 4)
      await tabTo(page, getTexts(desk).first())
      await write(async () => {
        await page.keyboard.type('One')
        for (const _ of four.slice(1)) await page.keyboard.press('Enter')
        await page.keyboard.type('A pit', { delay: 100 })
      })
      await expect(getTexts(desk).last()).toBeFocused()
    })

    await test.step('a column of ten is pasted, and a text typed into each of them, with Enter between', async () => {
      await openTab(desk, 'Add')
      await addFiles(desk, ...ten)
      await clickButton(desk, 'Write texts')
      await desk.getByRole('searchbox').fill('ten-')
      await expectRows(desk, 10)
      await transfer(getTexts(desk, 'Caption').first(), 'paste', { text: CAPTIONS.join('\n') })
      await getTexts(desk).first().click()
      await write(async () => {
        for (const text of TEXTS) {
          await page.keyboard.type(text)
          await page.keyboard.press('Enter')
        }
      })
      await expectRows(desk, 10)
    })

    await test.step('all texts are saved with their photographs, and the column can be undone', async () => {
      await openTab(desk, 'Add')
      await expectSummary(desk, '14 of 14 added')
      await openTab(desk, 'Texts')
      await expectSaved(desk)
      const saved = await readTextsByFile(space)
      expect(ten.map(({ name }) => saved.get(name))).toEqual(TEXTS)
      expect(four.map(({ name }) => saved.get(name))).toEqual(['One', null, null, 'A pit'])
      const captions = await readTextsByFile(space, 'caption')
      expect(ten.map(({ name }) => captions.get(name))).toEqual(CAPTIONS)
      await clickButton(desk, 'Undo')
      await expect(desk.getByText('10 texts restored.')).toBeVisible()
      await expectSaved(desk)
      const restored = await readTextsByFile(space, 'caption')
      expect(ten.map(({ name }) => restored.get(name))).toEqual(CAPTIONS.map(() => null))
    })
  })

test('§10 Photo desk: a text that is begun before its file is compared is ended after, in the table and beside the picture', async ({
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
  await second.click()
  await page.keyboard.type('A crew lowers')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('A dozer')
  await page.keyboard.press('Alt+Enter')
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Alternative text' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' waits')
  release()
  await expect(dialog.getByText('Draft')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.type(' beside a trench')
  await expect(dialog.getByRole('button', { name: 'Replace the file' })).toBeVisible()
  await page.keyboard.press('Escape') // takes back the text
  await expect(dialog.getByRole('textbox', { name: 'Alternative text' })).toHaveValue('A dozer')
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
