import type { PlainClientAPI } from 'contentful-management'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LOCALE } from '#shared/constants.ts'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import { addDraft, archive, readListedIds, saveFields } from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { createFile, createTestTools } from '#tests/mounted/test-tools.ts'
import { PictureDialog } from './picture-dialog.tsx'

/** Opens the large picture at an index of the gallery, among all of them or alone. */
async function openPicture(
  index: number,
  { isAlone = false, ...options }: Parameters<typeof openDesk>[0] & { isAlone?: boolean } = {},
) {
  const desk = await openDesk(options)
  const ids = desk.listPictureIds()
  const id = ids[index] ?? ''
  desk.workspace.openPicture(id, isAlone ? [id] : ids)
  const screen = await desk.mount(<PictureDialog />)
  const dialog = screen.getByRole('dialog')
  const getName = (position: number) => desk.getPicture(ids[position] ?? '')?.name ?? ''
  return { desk, ids, id, screen, dialog, getName, altText: dialog.getByRole('textbox', { name: /^Alternative text/ }) }
}

test('§10.32 the large picture has the name of its file, starts in its first text, and turns to the others in a circle', async () => {
  const { desk, ids, dialog, getName, altText } = await openPicture(0)
  await expect.element(dialog).toHaveAccessibleName(getName(0))
  await expect.element(altText).toHaveFocus()
  await expect.element(altText).toHaveValue(desk.getPicture(ids[0] ?? '')?.values.altText ?? '')
  const place = dialog.getByText(/^\d of \d$/)
  await expect.element(place).toHaveTextContent('1 of 3')
  await expect.element(place).toHaveAttribute('role', 'status')
  await expectNoAxeViolations()
  for (const [button, position] of [
    ['Previous', 3],
    ['Next', 1],
    ['Next', 2],
  ] as const) {
    await dialog.getByRole('button', { name: button }).click()
    await expect.element(place).toHaveTextContent(`${position} of 3`)
    await expect.element(dialog).toHaveAccessibleName(getName(position - 1))
    await expect.element(dialog.getByRole('button', { name: button })).toHaveFocus()
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('§10.26 §10.32 Enter after the last text leads to the first text of the next picture, and all texts are saved', async () => {
  const { desk, id, dialog, getName, altText } = await openPicture(0)
  await altText.fill('A crew welds two pipes')
  await userEvent.keyboard('{Enter}')
  const caption = dialog.getByRole('textbox', { name: /^Caption/ })
  await expect.element(caption).toHaveFocus()
  await caption.fill('Two pipes')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toHaveAccessibleName(getName(1))
  await expect.element(altText).toHaveFocus()
  for (const [keys, position, text] of [
    ['{Shift>}{Enter}{/Shift}', 0, altText],
    ['{Enter}', 0, caption],
    ['{Shift>}{Enter}{/Shift}', 0, altText],
    ['{Shift>}{Enter}{/Shift}', 0, altText],
    ['{Enter}{Enter}{Enter}{Enter}{Enter}{Enter}', 2, caption],
    ['!{Escape}', 2, caption],
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.element(dialog).toHaveAccessibleName(getName(position))
    await expect.element(text).toHaveFocus()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(async () => {
      const { fields } = await desk.space.entry.get({ entryId: id })
      return [fields.altText?.[LOCALE], fields.caption?.[LOCALE]]
    })
    .toEqual(['A crew welds two pipes', 'Two pipes'])
})

test('§10.32 one picture has no others, an archived one cannot be changed, one without a file says so', async () => {
  const prepare = async (space: PlainClientAPI) => {
    const [, , third = ''] = await readListedIds(space)
    await archive(space, [third])
    await addDraft(space, 'empty', { isListed: false })
    await saveFields(space, 'empty', { photo: undefined })
  }
  const { desk, dialog, altText } = await openPicture(2, { prepare, isAlone: true })
  await expect.element(dialog.getByText('This is archived: restore it under Publish to change it.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Next' })).not.toBeInTheDocument()
  await expect.element(altText).toHaveAttribute('readonly')
  await expect.element(dialog.getByRole('slider').first()).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: /^Replace the file/ })).not.toBeInTheDocument()
  await expectNoAxeViolations()
  desk.workspace.openPicture('empty')
  await expect
    .element(dialog.getByText('There is no picture: its file is missing, or is still being added.'))
    .toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^Replace the file/ })).toBeVisible()
  await dialog.getByText('Where used').click()
  await expect.element(dialog.getByText('Used nowhere.')).toBeVisible()
  desk.workspace.openPicture('deleted')
  await expect.element(dialog).toHaveAccessibleName('A removed photograph')
  await expect.element(dialog.getByText(/^This photograph is not in the list any more\./)).toBeVisible()
})

test('§10.24 a replaced file leads to Add until it is there, and the last one counts', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const { desk, id, dialog } = await openPicture(0, { tools: createTestTools(() => isRead) })
  desk.workspace.uploads.replaceFile(id, createFile('bad.jpg'))
  desk.workspace.uploads.replaceFile(id, createFile('better.jpg'))
  await expect.element(dialog.getByRole('button', { name: 'See Add' })).toBeVisible()
  read()
  await expect.element(dialog.getByText('The file is replaced. Visitors see it when you publish.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'See Add' })).not.toBeInTheDocument()
})

test('§10.43 where a picture is used is read when asked, again after a failure, and leads to the entry', async () => {
  const { desk, dialog } = await openPicture(1, {
    prepare: async (space) => {
      await addDraft(space, 'twin', { altText: 'The same valves again' })
    },
  })
  desk.onRequest.mockImplementationOnce(() => {
    throw createRejection(403)
  })
  await dialog.getByText('Where used').click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^This cannot be shownYou may not do this/)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog.getByText('Used in:')).toBeVisible()
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent(/ \(page of the site, changed\)$/)
  await expect.element(dialog.getByText('Its file is also used in:')).toBeVisible()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'The same valves again' }).click()
  expect(desk.openEntry).toHaveBeenCalledExactlyOnceWith('twin', { slideIn: true })
})

test('§10.33 the focal point is moved by a click and by keys, is marked, said and saved, and is reset', async () => {
  const { desk, id, dialog } = await openPicture(0)
  const left = dialog.getByRole('slider', { name: 'From the left' })
  const text = dialog.getByRole('status').filter({ hasText: 'from the left' })
  const picture = document.querySelector('.focal-point-picture')
  if (!picture) throw new Error('There is no picture')
  await page.elementLocator(picture).click({ position: { x: 1, y: 1 } })
  await expect.element(text).toMatchTextContent(/^[01]% from the left, [01]% from the top$/)
  await page.elementLocator(picture).click({ position: { x: 90, y: 90 }, button: 'right' })
  await expect.element(text).toMatchTextContent(/^[01]% from the left, [01]% from the top$/)
  left.element().focus()
  await userEvent.keyboard('{PageUp}')
  await expect.element(text).toMatchTextContent(/^1[01]% from the left, [01]% from the top$/)
  const marker = document.querySelector<HTMLElement>('.focal-point-marker')
  expect(marker?.style.left).toMatch(/^1[01]%$/)
  const readSaved = async () => (await desk.space.entry.get({ entryId: id })).fields.focalPoint?.[LOCALE]
  await expect.poll(readSaved).toMatch(/^1[01]% [01]%$/)
  await dialog.getByRole('button', { name: 'Reset to the middle' }).click()
  await expect.poll(readSaved).toBeUndefined()
  await expect.element(left).toHaveValue('50')
})
