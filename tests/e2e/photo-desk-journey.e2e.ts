import { REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'
import {
  createPhotoFiles,
  expect,
  expectSaved,
  expectStatus,
  expectSummary,
  getTexts,
  readTexts,
  tabTo,
  test,
} from './photo-desk.ts'

test.use({ ...REDUCED_MOTION, actionTimeout: 20_000 })

/** Keys for all photographs together. Each of them has one more, Enter after its text: 60 for thirty. */
const MAX_KEYS = 30

test('by few keys only, photographs are selected, described and published', async ({ page, space, desk }) => {
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
  await page.goto(`${space.url}/app`)
  await tabTo(page, page.getByRole('link', { name: 'Photo desk' }))
  await press('Enter')
  await tabTo(page, desk.getByRole('tab', { name: 'Add' }))
  keys = 0

  await test.step('selected', async () => {
    await goTo('Select files …')
    await expectSummary(desk, '3 of 3 added')
    await goTo('Write texts')
  })

  await test.step('described', async () => {
    for (const [index, { name }] of files.entries()) {
      await expect(getTexts(desk).nth(index)).toBeFocused()
      await page.keyboard.type(`A new photograph: ${name}`)
      await press('Enter')
    }
    await expect(desk.getByRole('button', { name: 'Go to Publish' })).toBeFocused()
    await expectSaved(desk)
    await press('Enter')
  })

  await test.step('published', async () => {
    await goTo('Publish 3 photographs and the gallery')
    await expectStatus(desk, '3 photographs and the gallery are published.')
    const texts = (await readTexts(space)).slice(-3)
    expect(texts).toEqual(files.map(({ name }) => `A new photograph: ${name}`))
    expect.soft(keys - files.length).toBeLessThanOrEqual(MAX_KEYS)
  })
})
