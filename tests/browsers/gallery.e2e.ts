import { expect, test } from './fixtures.ts'
import type { TestPage } from './page.ts'

const TITLE = 'On the right-of-way'
const thumbnail = (visitor: TestPage, number: number) =>
  visitor
    .getByRole('region', TITLE)
    .getByRole('link')
    .nth(number - 1)
const dialog = (visitor: TestPage) => visitor.getByRole('dialog', TITLE)

/** Waits until a click can close the dialog: one that comes sooner after opening is ignored, as the second of a double click. */
const untilClicksClose = (visitor: TestPage) =>
  visitor.evaluate(() => new Promise<void>((done) => setTimeout(done, 600)))

const readAddress = (visitor: TestPage) => visitor.evaluate(() => location.pathname + location.search)

/** The photograph in the middle of the dialog is this one, and has loaded. */
async function expectPhoto(visitor: TestPage, number: number): Promise<void> {
  const photo = dialog(visitor).getByRole('group', `${number} of 120`)
  await expect.poll(photo.getByRole('img').readState, `photograph ${number}`).toMatchObject({ isInViewport: true })
  await expect.poll(() => visitor.evaluate(isPhotoLoaded), `photograph ${number} loads`).toBe(true)
  const id = String(number).padStart(3, '0')
  await expect.poll(() => readAddress(visitor)).toMatch(new RegExp(`^/gallery\\?photo=photo-${id}-`))
}

const isPhotoLoaded = () => {
  const image = document.elementsFromPoint(innerWidth / 2, innerHeight * 0.4).find((each) => each.matches('img'))
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth >= innerWidth * 0.6
}

async function openPhoto(visitor: TestPage, number: number): Promise<void> {
  await visitor.goto('/gallery')
  await visitor.hydrated()
  await thumbnail(visitor, number).click()
  await expectPhoto(visitor, number)
}

test('a click on a thumbnail opens its photograph; arrow keys, End and Home change it; Escape closes the dialog', async ({
  visitor,
}) => {
  await openPhoto(visitor, 8)
  await visitor.press('ArrowRight')
  await expectPhoto(visitor, 9)
  await visitor.press('ArrowLeft')
  await expectPhoto(visitor, 8)
  await visitor.press('End')
  await expectPhoto(visitor, 120)
  await expect.poll(visitor.getByRole('button', 'Next photo').readState).toMatchObject({ isDisabled: true })
  await visitor.press('Home')
  await expectPhoto(visitor, 1)
  await visitor.press('Escape')
  await expect.poll(dialog(visitor).readState).toBeNull()
  await expect.poll(thumbnail(visitor, 1).readState).toMatchObject({ isFocused: true })
  expect(await readAddress(visitor)).toBe('/gallery')
})

test('the buttons of the dialog: next, previous, a photograph of the strip, close', async ({ visitor }) => {
  await openPhoto(visitor, 8)
  await visitor.getByRole('button', 'Next photo').click()
  await expectPhoto(visitor, 9)
  await visitor.getByRole('button', 'Previous photo').click()
  await expectPhoto(visitor, 8)
  await dialog(visitor).getByRole('list', 'All photographs').getByRole('button').nth(9).click()
  await expectPhoto(visitor, 10)
  await visitor.getByRole('button', 'Close').click()
  await expect.poll(dialog(visitor).readState).toBeNull()
  await expect.poll(thumbnail(visitor, 10).readState).toMatchObject({ isFocused: true })
})

test('Back closes the dialog, and the page is where it was', async ({ visitor }) => {
  await visitor.goto('/gallery')
  await visitor.hydrated()
  await visitor.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }))
  await thumbnail(visitor, 22).click()
  await expectPhoto(visitor, 22)
  await visitor.goBack()
  await expect.poll(dialog(visitor).readState).toBeNull()
  expect(await readAddress(visitor)).toBe('/gallery')
  await expect.poll(thumbnail(visitor, 22).readState).toMatchObject({ isFocused: true, isInViewport: true })
  expect(await visitor.evaluate(() => scrollY)).toBe(1_500)
})

test('the address of a photograph opens it; Escape leads to the gallery', async ({ visitor }) => {
  await visitor.goto('/gallery?photo=photo-012-sideboom-row-silhouette')
  await expectPhoto(visitor, 12)
  await visitor.press('Escape')
  await expect.poll(dialog(visitor).readState).toBeNull()
  expect(await readAddress(visitor)).toBe('/gallery')
})

test.describe('at 390 px', () => {
  test.use({ viewportSize: { width: 390, height: 844 } })

  test('the dialog covers the screen, without arrows, and closes by its button', async ({ visitor }) => {
    await openPhoto(visitor, 3)
    await expect.poll(visitor.getByRole('button', 'Next photo').readState).toBeNull()
    const uncovered = await visitor.evaluate(() => {
      const box = document.querySelector('[role=dialog]')?.getBoundingClientRect()
      return box && [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom]
    })
    expect(uncovered).toEqual([0, 0, 0, 0])
    await untilClicksClose(visitor)
    await visitor.getByRole('button', 'Close').click()
    await expect.poll(dialog(visitor).readState).toBeNull()
  })
})
