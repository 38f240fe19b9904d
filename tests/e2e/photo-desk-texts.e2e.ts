import type { FrameLocator, Locator } from '@playwright/test'
import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PictureSpace } from '#tests/contract/picture-space.ts'
import { saveDraft } from '#tests/contract/seeded-space.ts'
import { createDraftEntry, toLink } from '#tests/contract/test-contentful.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { expect, test } from '#tests/setup/e2e/photo-desk.ts'

/** Reads the entries of the pictures in the order of the page. */
async function readPictures({ client }: PictureSpace, { type, page }: PictureType) {
  const { items: pages } = await client.entry.getMany({ query: { content_type: page.type } })
  const links: readonly { readonly sys: { readonly id: string } }[] = pages[0]?.fields[page.field]?.[LOCALE] ?? []
  const { items } = await client.entry.getMany({ query: { content_type: type, limit: 1_000 } })
  const entries = new Map(items.map((entry) => [entry.sys.id, entry]))
  return links.flatMap(({ sys }) => entries.get(sys.id) ?? [])
}

/** Reads a field of all pictures; `null` without a value. */
const readField = async (space: PictureSpace, field: string, pictureType = PHOTO_TYPE) =>
  (await readPictures(space, pictureType)).map(({ fields }) => fields[field]?.[LOCALE] ?? null)

const openTexts = async (desk: FrameLocator) => {
  await desk.getByRole('tab', { name: 'Texts' }).click()
  await expect(desk.getByRole('table', { name: 'Texts of' })).toBeVisible()
}

const getTexts = (desk: FrameLocator, label: string) => desk.getByRole('textbox', { name: label })

const expectSaved = (desk: FrameLocator) => expect(desk.getByText('All texts are saved')).toBeVisible()

/** Pastes a text as a spreadsheet puts it on the clipboard. */
const paste = (locator: Locator, text: string) =>
  locator.evaluate((element, content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Selects a file with texts. */
const selectFile = (desk: FrameLocator, text: string) =>
  desk
    .getByLabel('CSV file with texts')
    .setInputFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('the keyboard walks the table, and texts are saved as drafts', async ({ page, space, desk, openDesk }) => {
  const [firstBefore] = await readField(space, 'altText')
  await openDesk()
  await openTexts(desk)
  const texts = getTexts(desk, 'Alternative text')
  await texts.nth(0).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', in the morning')
  await page.keyboard.press('Enter')
  await expect(texts.nth(1)).toBeFocused()
  await texts.nth(1).fill('A crew lowers a pipe')
  await page.keyboard.press('Tab')
  await expect(getTexts(desk, 'Caption').nth(1)).toBeFocused()
  await page.keyboard.type('Texas, 2024')
  await page.keyboard.press('Tab')
  await expect(texts.nth(2)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Enter')
  await expect(getTexts(desk, 'Caption').nth(0)).toBeFocused()
  await page.keyboard.type('Not kept')
  await page.keyboard.press('Escape')
  await expect(getTexts(desk, 'Caption').nth(0)).toHaveValue('')
  await texts.nth(2).fill('The last text')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expectSaved(desk)
  expect(await readField(space, 'altText')).toEqual([
    `${firstBefore}, in the morning`,
    'A crew lowers a pipe',
    'The last text',
  ])
  expect((await readField(space, 'caption')).slice(0, 2)).toEqual([null, 'Texas, 2024'])
  // The published versions are as before.
  await expect(desk.getByText('Changed', { exact: true })).toHaveCount(3)
})

test('cells of a spreadsheet fill the following rows, and one undo restores them', async ({
  space,
  desk,
  openDesk,
}) => {
  const before = await readField(space, 'altText')
  await openDesk()
  await openTexts(desk)
  const texts = getTexts(desk, 'Alternative text')
  await paste(texts.nth(1), 'First pasted text\tFirst caption\n"Second ""pasted"" text"\tSecond caption\nBeyond\t\n')
  await expect(desk.getByText('4 texts filled in. 1 text did not fit')).toBeVisible()
  await expect(texts.nth(2)).toHaveValue('Second "pasted" text')
  await expectSaved(desk)
  expect(await readField(space, 'caption')).toEqual([null, 'First caption', 'Second caption'])
  await texts.nth(1).press('ControlOrMeta+z')
  await expect(desk.getByText('4 texts restored.')).toBeVisible()
  await expect(texts.nth(2)).toHaveValue(String(before[2]))
  await expectSaved(desk)
  expect(await readField(space, 'altText')).toEqual(before)
  expect(await readField(space, 'caption')).toEqual([null, null, null])
})

test('a CSV file fills texts by file name after a preview, and applies nothing if it has problems', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await openDesk()
  await openTexts(desk)
  const names = await desk.getByRole('rowheader').locator('[title]').allTextContents()
  await selectFile(desk, `file;alt\nunknown.jpg;A text\n${names[1]};Bad\n`)
  await expect(desk.getByRole('dialog').getByRole('listitem')).toHaveText([
    /^Line 2: “unknown.jpg”/,
    /^Line 3: alt has 3/,
  ])
  await expect(desk.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await desk.getByRole('dialog').getByText('Close', { exact: true }).click()
  await selectFile(desk, `file,alt,caption\n${names[0]},A new text,A new caption\n${names[2]},,Third caption\n`)
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('3 texts will be filled in; 1 of them replaces another text.')).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveCount(4)
  await expect(dialog.getByText('replaces: ')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(desk.getByText('3 texts filled in.')).toBeVisible()
  await expectSaved(desk)
  expect(await readField(space, 'caption')).toEqual(['A new caption', null, 'Third caption'])
  expect((await readField(space, 'altText'))[0]).toBe('A new text')
})

test('missing and invalid texts are marked, and a filled row stays until the filter changes', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await createDraftEntry(space, PHOTO_TYPE.type, 'without-texts', {})
  await openDesk()
  await openTexts(desk)
  await expect(desk.getByRole('button', { name: 'Missing texts (1)' })).toHaveAttribute('aria-pressed', 'true')
  await expect(desk.getByRole('button', { name: 'Not published (1)' })).toBeVisible()
  const text = getTexts(desk, 'Alternative text')
  await expect(text).toHaveAccessibleDescription('Missing')
  await text.fill('Bad')
  await expect(text).toHaveAccessibleDescription('Has 3 characters; write 5 to 160')
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await text.fill('x'.repeat(150))
  await expect(text).toHaveAccessibleDescription('')
  await expect(text).not.toHaveAttribute('aria-invalid')
  await expect(desk.getByRole('button', { name: 'Missing texts (0)' })).toBeVisible()
  await expectNoAxeViolations(page)
  await desk.getByRole('button', { name: 'All (4)' }).click()
  await expect(text).toHaveCount(4)
  await desk.getByRole('searchbox').fill('xxx')
  await expect(text).toHaveCount(1)
})

test.describe('when somebody else has changed the same text', () => {
  test.use({ expectedProblems: /409/ })

  test('a conflict shows both texts and saves the one that is chosen', async ({ page, space, desk, openDesk }) => {
    const [first] = await readPictures(space, PHOTO_TYPE)
    await openDesk()
    await openTexts(desk)
    await expect(getTexts(desk, 'Alternative text')).toHaveCount(3)
    await saveDraft(space, first?.sys.id ?? '', 'altText', 'The text of somebody else')
    await getTexts(desk, 'Alternative text').first().fill('My own text')
    const conflict = desk.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' })
    await expect(conflict).toContainText('My own text')
    await expect(conflict).toContainText('The text of somebody else')
    await expectNoAxeViolations(page)
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await expectSaved(desk)
    await expect(conflict).toHaveCount(0)
    expect((await readField(space, 'altText'))[0]).toBe('My own text')
  })
})

test.describe('when the session of Contentful has ended', () => {
  test.use({ expectedProblems: /401/, viewport: { width: 390, height: 844 } })

  test('a typed text survives a reload and is saved later, and nothing moves', async ({
    page,
    space,
    desk,
    openDesk,
  }) => {
    const text = `${(await readField(space, 'altText'))[0]}, not lost`
    await recordLayoutShift(page)
    await openDesk()
    await openTexts(desk)
    await page.route(/\/entries\//, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 401, json: { sys: { type: 'Error', id: 'AccessTokenInvalid' }, message: 'Expired' } })
        : route.fallback(),
    )
    await getTexts(desk, 'Alternative text').first().fill(text)
    await expect(desk.getByRole('alert')).toContainText('Not saved: Contentful has ended your session. Sign in again')
    expect(await readLayoutShift(page.frames()[1] ?? page)).toBe(0)
    await page.reload()
    await openTexts(desk)
    await expect(getTexts(desk, 'Alternative text').first()).toHaveValue(text)
    await expect(desk.getByRole('alert')).toContainText('Not saved: Contentful has ended your session')
    await page.unroute(/\/entries\//)
    await desk.getByRole('button', { name: 'Retry', exact: true }).click()
    await expectSaved(desk)
    expect((await readField(space, 'altText'))[0]).toBe(text)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED/ })

  test('texts are never said to be saved, and are saved when it is back', async ({ page, space, desk, openDesk }) => {
    await openDesk()
    await openTexts(desk)
    await page.context().setOffline(true)
    await getTexts(desk, 'Alternative text').first().fill('A text in a tunnel')
    const note = desk.getByRole('status').filter({ hasText: 'There is no connection. Your texts are kept in this' })
    await expect(note).toBeVisible()
    await expect(desk.getByText('Not saved yet')).toBeVisible()
    await expect(desk.getByText(/Saving|All texts are saved/)).toHaveCount(0)
    await page.context().setOffline(false)
    await expectSaved(desk)
    expect((await readField(space, 'altText'))[0]).toBe('A text in a tunnel')
  })
})

test('a large picture stands beside its texts, with its focal point and the other pictures', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await openDesk()
  await openTexts(desk)
  const cell = getTexts(desk, 'Alternative text').nth(1)
  await cell.press('Alt+Enter')
  const dialog = desk.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Alternative text' })
  await expect(text).toBeFocused()
  await text.fill('Picture of a crew')
  await expect(text).toHaveAccessibleDescription(/^Begins with words like “picture of”/)
  await page.keyboard.press('Escape') // takes back the text, and closes nothing
  await expect(text).not.toHaveValue('Picture of a crew')

  const position = dialog.getByRole('status').filter({ hasText: 'from the left' })
  await dialog.locator('.focal-point-picture').click({ position: { x: 1, y: 1 } })
  await expect(position).toHaveText('0% from the left, 0% from the top')
  await dialog.getByRole('slider', { name: 'From the left' }).press('PageUp')
  await dialog.getByRole('slider', { name: 'From the top' }).press('ArrowRight')
  await expect(position).toHaveText('10% from the left, 1% from the top')
  await expect(dialog.getByRole('figure').locator('img').first()).toHaveCSS('object-position', '10% 1%')
  await expectNoAxeViolations(page)

  await dialog.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await expect(position).toHaveText('50% from the left, 50% from the top')
  await dialog.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(dialog.getByText('1 of 3')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Caption' }).press('Enter')
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  await expect(text).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()
  await expectSaved(desk)
  expect(await readField(space, 'focalPoint')).toEqual([null, '10% 1%', null])

  await desk.getByRole('button', { name: 'Large picture of' }).nth(1).click()
  await dialog.getByRole('button', { name: 'Reset to the middle' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectSaved(desk)
  expect(await readField(space, 'focalPoint')).toEqual([null, null, null])
})

test('an archived picture of the list is shown with its texts, which it keeps until it is restored', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const [first] = await readPictures(space, PHOTO_TYPE)
  const fields = { altText: 'An old text', photo: first?.fields.photo?.[LOCALE] }
  await createDraftEntry(space, PHOTO_TYPE.type, 'archived', fields)
  await space.client.entry.archive({ entryId: 'archived' })
  await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, [toLink('Entry', 'archived')])
  await openDesk()
  await desk.getByRole('tab', { name: 'Order' }).click()
  await desk.getByRole('button', { name: 'Open An old text' }).press('Enter')
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('This is archived: restore it under Publish')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Alternative text' })).toHaveValue('An old text')
  await expect(dialog.getByRole('textbox', { name: 'Alternative text' })).not.toBeEditable()
  await expect(dialog.locator('img').last()).toBeVisible()
  await expect(dialog.getByRole('slider')).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('logos have a name, a kind and a link', async ({ page, space, desk, openDesk }) => {
  await openDesk()
  await desk.getByRole('button', { name: 'Logos' }).click()
  await openTexts(desk)
  await getTexts(desk, 'Link').first().fill('example.org')
  await expect(getTexts(desk, 'Link').first()).toHaveAccessibleDescription(/The address must start with https:\/\//)
  await getTexts(desk, 'Link').first().fill('https://example.org/new')
  await desk.getByRole('combobox', { name: 'Kind' }).first().selectOption('Associations')
  await paste(desk.getByRole('combobox', { name: 'Kind' }).nth(1), 'trade unions\nassociations\n')
  await expectSaved(desk)
  await expectNoAxeViolations(page)
  expect(await readField(space, 'kind', LOGO_TYPE)).toEqual(['Associations', 'Trade unions', 'Associations'])
  expect((await readField(space, 'link', LOGO_TYPE))[0]).toBe('https://example.org/new')
})

test('a long table mounts the rows near the screen, and the focus survives scrolling', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const ids = Array.from({ length: 120 }, (_, index) => `photo-${String(index).padStart(3, '0')}`)
  for (const id of ids) await createDraftEntry(space, PHOTO_TYPE.type, id, { altText: `Text of ${id}` })
  await openDesk()
  await openTexts(desk)
  await expect(desk.getByRole('button', { name: 'All (123)' })).toBeVisible()
  const texts = getTexts(desk, 'Alternative text')
  await texts.nth(3).click()
  await desk.locator('html').evaluate((html) => html.scrollTo(0, html.scrollHeight))
  await expect(texts.last()).toHaveValue('Text of photo-119')
  expect(await texts.count()).toBeLessThan(40)
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await expect(texts.nth(4)).toBeFocused()
  await expect(texts.nth(4)).toBeInViewport()
  await expect(texts.nth(3)).toHaveValue(/!/)
})
