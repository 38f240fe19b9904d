import { onlineManager } from '@tanstack/react-query'
import type { PlainClientAPI } from 'contentful-management'
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { PictureDialog } from '#cms/photo-desk/components/picture-dialog.tsx'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import { archive, nameTexts, readListedIds, saveFields } from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { createFile, createTestTools } from '#tests/mounted/test-tools.ts'
import { transfer } from '#tests/mounted/transfer.ts'
import { TextsView } from './texts-view.tsx'

const createDraft = (space: PlainClientAPI, entryId: string, fields: Readonly<Record<string, { 'en-US': string }>>) =>
  space.entry.createWithId({ contentTypeId: PHOTO_TYPE.type, entryId }, { fields })

async function openTexts({ prepare = nameTexts, ...options }: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk({ prepare, tools: createTestTools(), ...options })
  const screen = await desk.mount(
    <>
      <TextsView />
      <PictureDialog />
    </>,
  )
  const table = screen.getByRole('table', { name: /^Texts of / })
  /** A control of a row of pictures, by its place in the row. */
  const cell = (row: number, column: number) =>
    table.getByRole('row').nth(row).getByRole('cell').nth(column).getByRole('textbox')
  return {
    desk,
    screen,
    table,
    cell,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
    expectSaved: () => expect.element(screen.getByText('All texts are saved')).toBeVisible(),
    addFiles: (...files: readonly File[]) => desk.workspace.uploads.addFiles(files),
  }
}

/** What a row shows, from left to right. */
const readRow = (row: Locator): readonly unknown[] =>
  [...row.element().querySelectorAll('th, td')].map((cell) => {
    const control = cell.querySelector('textarea')
    return control ? control.value : cell.textContent
  })

const ADVICE = 'Says nothing of this picture: describe the picture for people who cannot see it'

test('§10.36 the table and the large picture show a missing text, an archived photograph and a conflict', async () => {
  const { desk, screen } = await openTexts({
    prepare: async (space) => {
      await nameTexts(space)
      const [first = '', second = '', third = ''] = await readListedIds(space)
      await archive(space, [first])
      await saveFields(space, second, { altText: undefined })
      await saveFields(space, third, { caption: 'Before' })
    },
  })
  const [, , id = ''] = desk.listPictureIds()
  const [a, b, c] = desk.listPictureIds().map((pictureId) => desk.getPicture(pictureId)?.name)
  await screen.getByRole('button', { name: 'All (3)' }).click()
  await saveFields(desk.space, id, { caption: undefined })
  await screen.getByRole('textbox', { name: `Caption of ${c}` }).fill('My caption')
  await expect.element(screen.getByRole('main')).toMatchAriaInlineSnapshot(`
    - main:
      - /children: deep-equal
      - region "Texts":
        - button "All (3)" [pressed]
        - button "Missing texts (1)"
        - button "Not published (2)"
        - searchbox "Search photographs"
        - button "Fill from a CSV file"
        - table "Texts of photographs":
          - caption: Texts of photographs
          - rowgroup:
            - row:
              - columnheader "Photograph Click it, or press Alt+Enter in a text, to see it large."
              - columnheader /^Alternative text Required. /
              - columnheader /^Caption (?!Required)/
              - columnheader "State"
          - rowgroup:
            - row "Large picture of ${a} ${a} Alternative text of ${a} Text 1 Text 1 ${ADVICE} Caption of ${a} Archived":
              - /children: contain
            - row "Large picture of ${b} ${b} Alternative text of ${b} Missing Caption of ${b} Caption 2 Caption 2 Changed":
              - /children: contain
            - row "Large picture of ${c} ${c} Alternative text of ${c} Text 3 Text 3 ${ADVICE} Caption of ${c} My caption My caption Changed Not saved":
              - /children: contain
        - status
        - status
        - alert: "Changed elsewhere too: 1 photograph."
        - button "Go to Publish"
  `)
  desk.workspace.openPicture(id, desk.listPictureIds())
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toMatchAriaInlineSnapshot(`
    - dialog "${c}":
      - /children: deep-equal
      - heading "${c}" [level=2]
      - button "Close"
      - text: Alternative text of ${c}
      - textbox "Alternative text of ${c}": Text 3
      - text: "Text 3 ${ADVICE} Caption of ${c}"
      - textbox "Caption of ${c}": My caption
      - text: My caption Changed Not saved
      - status
      - status
      - alert: "Changed elsewhere too: 1 photograph."
      - alert:
        - article:
          - heading "Somebody else has changed this meanwhile" [level=2]
          - paragraph:
            - strong: "Your caption:"
            - text: My caption
            - strong: "Their caption:"
            - text: empty
          - button "Keep mine for ${c}": Keep mine
          - button "Take theirs for ${c}": Take theirs
      - button "Replace the file … ${c}": Replace the file …
      - status
      - group: Where used
      - paragraph: "Click or drag on the picture, or move the sliders (Page Up and Page Down: 10% at a time)."
      - group "Focal point":
        - text: From the left
        - slider "From the left": "50"
        - text: From the top
        - slider "From the top": "50"
      - status: 50% from the left, 50% from the top
      - button "Reset to the middle"
      - region "How the site cuts the picture":
        - paragraph: How the site cuts the picture
        - figure "Gallery"
      - button "Previous"
      - status: 3 of 3
      - button "Next"
      - button "Done"
  `)
  await dialog.getByRole('button', { name: `Keep mine for ${c}` }).click()
  await expect.element(dialog.getByRole('textbox', { name: `Caption of ${c}` })).toHaveFocus()
})

test('missing and invalid texts are marked, and a filled row stays until the filter changes', async () => {
  const { screen, cell, button, expectSaved } = await openTexts({
    prepare: async (space) => {
      await nameTexts(space)
      await createDraft(space, 'empty', {})
    },
  })
  await expect.element(button('Missing texts (1)')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByText('1 of 4 photographs shown.')).toBeVisible()
  const text = cell(1, 0)
  await expect.element(text).toHaveAccessibleDescription('Missing')
  await expect.element(text).not.toHaveAttribute('aria-invalid', 'true')
  await text.fill('Bad')
  await expect.element(text).toHaveAccessibleDescription('Has 3 characters: write 5 to 160')
  await expect.element(text).toHaveAttribute('aria-invalid', 'true')
  await text.fill('Picture of a crew')
  await expect.element(text).toHaveAccessibleDescription(/^Begins with words like “picture of”/)
  await expect.element(text).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(button('Missing texts (0)')).toBeVisible()
  await expect.element(screen.getByRole('rowheader')).toHaveLength(1)
  await expectSaved()
  await button('All (4)').click()
  await expect.element(screen.getByRole('rowheader')).toHaveLength(4)
  await button('Missing texts (0)').click()
  await expect.element(screen.getByText('Every photograph has its texts.')).toBeVisible()
  await screen.getByRole('searchbox', { name: 'Search photographs' }).fill('nowhere ')
  await expect.element(screen.getByText('No photograph has “nowhere” in its file name or its texts.')).toBeVisible()
  await button('All (4)').click()
  await screen.getByRole('searchbox').fill('caption 2')
  await expect.element(cell(1, 0)).toHaveValue('Text 2')
})

test('§10.25 §10.26 Tab and Enter walk the table, Escape takes a text back, and all is saved as drafts', async () => {
  const { desk, cell, button, expectSaved } = await openTexts()
  await cell(1, 0).click()
  await userEvent.keyboard('{Control>}{End}{/Control}, in the morning{Enter}')
  await expect.element(cell(2, 0)).toHaveFocus()
  await userEvent.tab()
  await expect.element(cell(2, 1)).toHaveFocus()
  await userEvent.tab()
  await expect.element(cell(3, 0)).toHaveFocus()
  await userEvent.keyboard('{Control>}{End}{/Control} \nends')
  await expect.element(button('Go to Publish')).toHaveFocus()
  await cell(2, 1).click()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(cell(1, 1)).toHaveFocus()
  await userEvent.keyboard('Not kept{Escape}')
  await expect.element(cell(1, 1)).toHaveValue('')
  await expectSaved()
  expect(await desk.readTexts('altText')).toEqual(['Text 1, in the morning', 'Text 2', 'Text 3'])
  await button('Go to Publish').click()
  expect(desk.openView).toHaveBeenCalledExactlyOnceWith('publish')
})

test('keys that end a composition, also in Safari, move nothing and take nothing back', async () => {
  const { cell } = await openTexts()
  await cell(1, 0).fill('Another text')
  for (const key of ['Enter', 'Escape', 'Tab'])
    cell(1, 0)
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }))
  await expect.element(cell(1, 0)).toHaveValue('Another text')
  await expect.element(cell(1, 0)).toHaveFocus()
})

test('§10.25 §10.29 §10.32 cells of a spreadsheet fill the following rows, and one undo restores them, also beside the large picture', async () => {
  const { desk, screen, cell, button, expectSaved } = await openTexts()
  const paste = (target: Locator, text: string) => transfer(target, 'paste', { text })
  expect(paste(cell(2, 0), 'First text\tFirst caption\n"Second ""text"""\tSecond caption\nbeyond\t')).toBe(true)
  await expect
    .element(screen.getByText('4 texts filled in. 1 text did not fit: the table has no row or column for it.'))
    .toBeVisible()
  await expectSaved()
  await cell(1, 0).click()
  await userEvent.keyboard('{Control>}{End}{/Control}!{Control>}z{/Control}') // of the browser
  await expect.element(cell(1, 0)).toHaveValue('Text 1')
  await expectSaved()
  expect(await desk.readTexts('altText')).toEqual(['Text 1', 'First text', 'Second "text"'])
  expect(await desk.readTexts('caption')).toEqual([undefined, 'First caption', 'Second caption'])
  await cell(3, 0).fill('Typed since')
  await button('Undo').click()
  await expect.element(screen.getByText('3 texts restored. 1 text was changed since, and not restored.')).toBeVisible()
  await expectSaved()
  expect(await desk.readTexts('altText')).toEqual(['Text 1', 'Text 2', 'Typed since'])
  expect(await desk.readTexts('caption')).toEqual([undefined, 'Caption 2', undefined])
  await expect.element(button('Undo')).not.toBeInTheDocument()

  paste(cell(1, 0), 'One\nTwo pasted')
  await cell(2, 0).click()
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  const text = screen.getByRole('dialog').getByRole('textbox', { name: /^Alternative text/ })
  await expect.element(text).toHaveFocus()
  await expect.element(text).toHaveValue('Two pasted')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(text).toHaveValue('Two pasted')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(text).toHaveValue('Text 2')
  await button('Done').click()
  await expect.element(cell(2, 0)).toHaveFocus()

  await cell(1, 1).click()
  expect(paste(cell(1, 1), '"A 42"" pipe\non skids"\r\n')).toBe(true)
  await expect.element(cell(1, 1)).toHaveValue('A 42" pipe on skids')
  await userEvent.keyboard('{Control>}z{/Control}') // of the browser
  await expect.element(cell(1, 1)).toHaveValue('')
})

test('a text that Contentful refuses says so in its row and below, until it is saved again', async () => {
  const { desk, screen, table, cell, button, expectSaved } = await openTexts()
  const [first = ''] = desk.listPictureIds()
  const { promise: isHeld, resolve: answer } = Promise.withResolvers<void>()
  desk.onRequest.mockImplementation(async ({ entityType, action, params }) => {
    if (entityType !== 'Entry' || action !== 'update') return
    await isHeld
    if (params?.entryId === first) throw createRejection(401)
  })
  const readState = (row: number) => readRow(table.getByRole('row').nth(row))[3]
  await cell(1, 0).fill('A refused text')
  await cell(2, 0).fill('A saved text')
  await expect.element(screen.getByText('Saving 2 photographs …')).toBeVisible()
  expect([1, 2, 3].map(readState)).toEqual(['ChangedSaving …', 'ChangedSaving …', 'Changed'])
  answer()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/^Not saved: Contentful has ended your session\..* \(1 photograph\)\.$/)
  await expect.element(screen.getByText('All texts are saved')).not.toBeInTheDocument()
  await expect.poll(() => [1, 2, 3].map(readState)).toEqual(['ChangedNot saved', 'Changed✓ Saved', 'Changed'])
  desk.onRequest.mockReset()
  await button('Retry').click()
  await expectSaved()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  expect(await desk.readTexts('altText')).toEqual(['A refused text', 'A saved text', 'Text 3'])
})

test('without a connection a text is never said to be saved', async () => {
  const { desk, screen, table, cell, expectSaved } = await openTexts()
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  desk.onRequest.mockImplementation(() => {
    throw new Error('Network Error')
  })
  await cell(1, 0).fill('A text in a tunnel')
  await expect
    .element(screen.getByRole('status').last())
    .toMatchTextContent(/^There is no connection, and your browser cannot/)
  await expect.element(table.getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveTextContent('ChangedNot saved yet')
  desk.onRequest.mockReset()
  onlineManager.setOnline(true)
  void desk.workspace.edits.saveAll()
  await expectSaved()
})

test.each([
  {
    userId: 'local-developer',
    title: /^You have saved this differently/,
    mine: 'Here, the alternative text: My text',
    theirs: 'Saved, the alternative text: Their text',
    choice: 'Keep what is here',
    saved: 'My text',
  },
  {
    userId: 'me',
    title: /^Somebody else has changed this meanwhile/,
    mine: 'Your alternative text: My text',
    theirs: 'Their alternative text: Their text',
    choice: 'Take theirs',
    saved: 'Their text',
  },
])('§10.36 a conflict shows both texts, and saves the chosen one: $choice', async (conflict) => {
  const { desk, screen, cell, expectSaved } = await openTexts({ userId: conflict.userId })
  const [, second = ''] = desk.listPictureIds()
  await saveFields(desk.space, second, { altText: 'Their text' })
  await cell(2, 0).fill('My text')
  const alert = screen.getByRole('row').nth(2).getByRole('alert')
  await expect.element(alert).toMatchTextContent(conflict.title)
  await expect.element(alert.getByRole('paragraph')).toHaveTextContent(`${conflict.mine}${conflict.theirs}`)
  await expect.element(screen.getByRole('alert').last()).toHaveTextContent('Changed elsewhere too: 1 photograph.')
  await alert.getByRole('button', { name: new RegExp(conflict.choice) }).click()
  await expect.element(cell(2, 0)).toHaveFocus()
  await expect.element(cell(2, 0)).toHaveValue(conflict.saved)
  await expectSaved()
  expect(await desk.readTexts('altText')).toEqual(['Text 1', conflict.saved, 'Text 3'])
})

test('§10.28 §10.30 the text of a file that is refused meanwhile stays, keys write nowhere, and it is discarded', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const { screen, table, cell, addFiles } = await openTexts({ tools: createTestTools(() => isRead) })
  addFiles(createFile('bad.jpg'))
  const texts = screen.getByRole('textbox', { name: 'Alternative text of bad.jpg' })
  await texts.click()
  await userEvent.keyboard('A kept text')
  await expect.element(screen.getByText('Saved when they are added: 1 photograph.')).toBeVisible()
  await expect
    .element(table.getByRole('row').nth(4).getByRole('cell').nth(2))
    .toHaveTextContent('Being addedNot saved yet')
  read()
  const row = screen.getByRole('row', { name: /^bad.jpg/ })
  await expect
    .element(row)
    .toMatchTextContent(/The file is refused: it cannot be read as a picture\. Its texts are kept:/)
  await expect.element(table).toHaveFocus()
  await userEvent.keyboard(', and more of it')
  await expect.element(row.getByRole('paragraph')).toHaveTextContent('Alternative text: A kept text')
  await expect.element(cell(1, 0)).toHaveValue('Text 1')
  await row.getByRole('button', { name: 'Discard the texts of bad.jpg' }).click()
  await expect.element(row).not.toBeInTheDocument()
})

test('§10.28 keys write into no text when the large picture of a refused file goes', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const { desk, screen, addFiles } = await openTexts({ tools: createTestTools(() => isRead) })
  const { uploads, edits, openPicture } = desk.workspace
  addFiles(createFile('bad.jpg'))
  const [id = ''] = uploads.store.getState().map((upload) => upload.id)
  openPicture(id, [...desk.listPictureIds(), id])
  const dialog = screen.getByRole('dialog', { name: 'bad.jpg' })
  await dialog.getByRole('textbox', { name: /^Alternative text/ }).click()
  await userEvent.keyboard('A kept text')
  read()
  const removed = screen.getByRole('dialog', { name: 'A removed photograph' })
  await expect.element(removed.getByText(/^This photograph is not in the list any more\./)).toBeVisible()
  await userEvent.keyboard(', and more of it')
  expect([...edits.store.getState()]).toMatchObject([[id, { status: 'removed', values: { altText: 'A kept text' } }]])
  await userEvent.tab()
  await expect.element(removed.getByRole('button', { name: 'Close' }).last()).toHaveFocus()
})

test('§10.30 the text of a file that is skipped is offered for the picture that is there', async () => {
  const { desk, screen, cell, button, addFiles, expectSaved } = await openTexts()
  const { uploads, edits } = desk.workspace
  addFiles(createFile('a.jpg', 'space again'), createFile('b.jpg', 'space and again'))
  const ids = uploads.store.getState().map(({ id }) => id)
  for (const id of ids) edits.change(id, { altText: 'Offered' })
  await expect.poll(() => uploads.store.getState().map(({ status }) => status)).toEqual(['duplicate', 'duplicate'])
  uploads.decide(ids, 'skip')
  const row = screen.getByRole('row', { name: /^a.jpg/ })
  await expect.element(row.getByRole('paragraph')).toMatchTextContent(/^Alternative text: Offered.* has: Text 1$/)
  await row.getByRole('button', { name: /^Use for/ }).click()
  await expect.element(row).not.toBeInTheDocument()
  await expect.element(cell(1, 0)).toHaveValue('Offered')
  await expect.element(screen.getByText('Not added, with texts: 1 photograph.')).toBeVisible()
  await button('Undo').click()
  await expect.element(cell(1, 0)).toHaveValue('Text 1')
  await row.getByRole('button', { name: 'Discard all 2' }).click()
  await expect.element(screen.getByRole('button', { name: /^Use for/ })).not.toBeInTheDocument()
  await expectSaved()
  expect(await desk.readTexts('altText')).toEqual(['Text 1', 'Text 2', 'Text 3'])
})

test('§10.25 logos have a kind, which is chosen or pasted, and a link, which is checked', async () => {
  const addKind = async (space: PlainClientAPI) =>
    saveFields(space, (await readListedIds(space, LOGO_TYPE))[0] ?? '', { kind: 'Guilds' })
  const { desk, screen, expectSaved } = await openTexts({ pictureType: LOGO_TYPE, prepare: addKind })
  const link = screen.getByRole('textbox', { name: /^Link/ }).first()
  await link.fill('example.org')
  await expect.element(link).toHaveAccessibleDescription(/The address must start with https:\/\//)
  await link.fill('https://example.org/new')
  const kinds = screen.getByRole('combobox', { name: /^Kind/ })
  await expect.element(kinds.first()).toHaveValue('Guilds')
  await kinds.first().selectOptions('Associations')
  transfer(kinds.nth(1), 'paste', { text: 'trade unions\nassociations\n' })
  await expectSaved()
  await expectNoAxeViolations()
  expect(await desk.readTexts('kind')).toEqual(['Associations', 'Trade unions', 'Associations'])
  expect((await desk.readTexts('link'))[0]).toBe('https://example.org/new')
})

test('§10.28 only the rows near the screen are mounted, and the focus survives scrolling', async () => {
  const { table, screen } = await openTexts({
    prepare: async (space) => {
      await nameTexts(space)
      for (let index = 10; index < 40; index += 1)
        await createDraft(space, `draft-${index}`, { altText: { 'en-US': `Draft ${index}` } })
    },
  })
  await expect.element(table).toHaveAttribute('aria-rowcount', '34')
  const texts = screen.getByRole('textbox', { name: /^Alternative text/ })
  await texts.nth(3).click()
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => readRow(table.getByRole('row').last())[1]).toBe('Draft 39')
  expect(texts.elements().length).toBeLessThan(30)
  await userEvent.keyboard('!{Enter}')
  await expect.element(texts.nth(4)).toHaveFocus()
  await expect.element(texts.nth(4)).toBeInViewport()
  await expect.element(texts.nth(3)).toHaveValue('Draft 10!')
})
