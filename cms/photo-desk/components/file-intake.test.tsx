import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nameTexts } from '#tests/mounted/change-space.ts'
import { openDesk } from '#tests/mounted/open-desk.tsx'
import { createFile, createTestTools } from '#tests/mounted/test-tools.ts'
import { transfer } from '#tests/mounted/transfer.ts'
import { FileButton } from './file-button.tsx'
import { FileIntake, selectWanted, useAddFiles } from './file-intake.tsx'

/** Creates a file as a dialog returns it: with a path if its folder is selected. */
const createSelected = (path: string): File =>
  Object.defineProperty(createFile(path.slice(path.lastIndexOf('/') + 1)), 'webkitRelativePath', {
    value: path.includes('/') ? path : '',
  })

const select = (...paths: readonly string[]) => selectWanted(paths.map(createSelected)).map(({ name }) => name)

test('§10.18 a folder is added in natural order, without hidden files and those beside pictures', () => {
  const files = ['10.jpg', '2.jpg', '.hidden.jpg', '.trash/3.jpg', 'notes.txt', '~$a.jpg', 'Thumbs.db', '1.aae']
  expect(select(...files.map((name) => `job/${name}`))).toEqual(['2.jpg', '10.jpg'])
  expect(select('job/b/1.jpg', 'job/a/2.jpg')).toEqual(['2.jpg', '1.jpg'])
})

test('§10.18 nothing is added that programs or people save beside pictures', () => {
  const beside = 'txt TXT md pdf doc docx DOCX xls xlsx number numbers pages odt ods zip'
    .split(' ')
    .map((end) => `a.${end}`)
  const always = ['a.aae', 'a.AAE', 'a.xmp', 'a.thm', '.DS_Store', 'Thumbs.db', 'desktop.ini']
  expect(select(...[...beside, '~$a.jpg', ...always, 'a.pdf.jpg'].map((name) => `job/${name}`))).toEqual([
    'a.number',
    'a.pdf.jpg',
  ])
  expect(select(...beside, '~$a.jpg', ...always)).toEqual(
    ['~$a.jpg', ...beside].toSorted(new Intl.Collator('en').compare),
  )
})

test('a document is left out of a folder only, because a file that is selected itself says why it is refused', () => {
  expect(select('notes.pdf', 'texts.csv', '1.jpg', '1.xmp', '.DS_Store')).toEqual(['1.jpg', 'notes.pdf', 'texts.csv'])
})

function Intake() {
  const addFiles = useAddFiles()
  return (
    <>
      <FileIntake />
      <textarea aria-label="A text" />
      <FileButton inputLabel="Files" isMultiple onFiles={addFiles}>
        Select
      </FileButton>
    </>
  )
}

async function openIntake() {
  const desk = await openDesk({ prepare: nameTexts, tools: createTestTools(() => new Promise(() => {})) })
  const screen = await desk.mount(<Intake />)
  const main = screen.getByRole('main')
  await expect.element(main).toBeVisible()
  const listAdded = () => desk.workspace.uploads.store.getState().map(({ fileName }) => fileName)
  return { desk, screen, main, listAdded }
}

test('§10.18 pictures that are dropped or pasted are added in natural order, and shown', async () => {
  const { desk, screen, main, listAdded } = await openIntake()
  const overlay = screen.getByText('Drop the files to add them')
  expect(transfer(main, 'dragover', { text: 'no file' })).toBe(false)
  await expect.element(overlay).not.toBeInTheDocument()
  const drag = (type: string) => void main.element().dispatchEvent(new DragEvent(type, { bubbles: true }))
  const isDragTaken = () => transfer(main, 'dragover', { files: [createFile('10.jpg')] })
  expect(isDragTaken()).toBe(true)
  await expect.element(overlay).toBeVisible()
  drag('dragleave')
  await expect.element(overlay).not.toBeInTheDocument()
  isDragTaken()
  await expect.element(overlay).toBeVisible()
  drag('dragstart') // a picture of the page
  expect(isDragTaken()).toBe(true)
  await expect.element(overlay).not.toBeInTheDocument()
  drag('dragend')
  isDragTaken()
  await expect.element(overlay).toBeVisible()
  expect(
    transfer(main, 'drop', { files: ['10.jpg', '.DS_Store', '2.jpg', '1.xmp'].map((name) => createFile(name)) }),
  ).toBe(true)
  await expect.poll(listAdded).toEqual(['2.jpg', '10.jpg'])
  await expect.element(overlay).not.toBeInTheDocument()
  expect(desk.openView).toHaveBeenCalledExactlyOnceWith('add')
  expect(transfer(main, 'paste', { files: [createFile('pasted.png')] })).toBe(true)
  await expect.poll(listAdded).toEqual(['2.jpg', '10.jpg', 'pasted.png'])
  expect(desk.notifier.warning).not.toHaveBeenCalled()
})

test('the picture that a spreadsheet copies beside a text is not added when the text is pasted into a text', async () => {
  const { screen, main, listAdded } = await openIntake()
  const files = [createFile('cells.png')]
  expect(transfer(screen.getByRole('textbox'), 'paste', { files, text: 'A text' })).toBe(false)
  expect(transfer(screen.getByRole('textbox'), 'paste', { files })).toBe(true)
  await expect.poll(listAdded).toEqual(['cells.png'])
  expect(transfer(main, 'paste', { text: 'A text' })).toBe(false)
})

test('an editor is told when there is nothing to add, and that files are added behind a dialog', async () => {
  const { desk, screen, main, listAdded } = await openIntake()
  transfer(main, 'drop', { files: [createFile('.DS_Store')] })
  await expect.poll(() => desk.notifier.warning.mock.lastCall).toEqual(['There is no photograph in it.'])
  await screen
    .getByLabelText('Files')
    .upload([
      createFile('crew.jpg'),
      ...['texts.csv', 'B.TSV', 'c.Txt'].map((name) => createFile(name, 'file,alt\nx.jpg,A text')),
    ])
  await expect.poll(listAdded).toEqual(['crew.jpg'])
  await expect.element(screen.getByLabelText('Files')).toHaveValue('') // the same file can be selected again
  expect(desk.openView).toHaveBeenCalledExactlyOnceWith('add')
  await expect.element(page.getByRole('dialog', { name: 'Texts of texts.csv' })).toBeVisible()
  transfer(main, 'drop', { files: [createFile('behind.jpg')] })
  await expect.poll(listAdded).toEqual(['crew.jpg', 'behind.jpg'])
  expect(desk.notifier.success).toHaveBeenCalledExactlyOnceWith('The files are being added: see Add.')
  expect(desk.openView).toHaveBeenCalledOnce()
  for (const name of ['texts.csv', 'B.TSV', 'c.Txt']) {
    await expect.element(page.getByRole('dialog')).toHaveAccessibleName(`Texts of ${name}`)
    await userEvent.keyboard('{Escape}')
  }
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('§10.25 a file with texts says what is left out and what changes, and is applied on request', async () => {
  const { desk, screen } = await openIntake()
  const [first, second] = desk.listPictureIds().map((id) => {
    const { entries, assets } = desk.workspace.getSpacePictures() ?? {}
    const assetId = entries?.get(id)?.fields.photo?.['en-US'].sys.id
    return `"${assets?.get(assetId)?.fields.title['en-US']}"`
  })
  const dialog = page.getByRole('dialog')
  const readFile = (content: string) => screen.getByLabelText('Files').upload(createFile('texts.csv', content))

  await readFile(`file;alt\nunknown.jpg;A text\n${first};Bad\n`)
  await expect.element(dialog.getByText('There is no text to fill in.')).toBeVisible()
  const leftOut = dialog.getByRole('listitem')
  await expect.element(leftOut.first()).toHaveTextContent('Line 2: “unknown.jpg” is not a photograph of this list.')
  await expect.element(leftOut.last()).toHaveTextContent('Line 3, alt: has 3 characters: write 5 to 160.')
  await expect.element(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  for (const [content, result] of [
    ['', /^The file is empty/],
    [`file,alt\n${first},Text 1\n`, /^All texts of this file are there already\.$/],
    [`file,caption\n${first},A caption\n`, /^1 text will be filled in\.$/],
    [`file,alt\n${first},A new text\n`, /^1 text will be filled in\. 1 of them replaces another text\.$/],
  ] as const) {
    await readFile(content)
    await expect.element(dialog.getByText(result)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  }

  await readFile(`file,alt,caption\n${first},A new text,A new caption\n${second},,The second caption\n`)
  await expect.element(dialog.getByText('3 texts will be filled in. 2 of them replace another text.')).toBeVisible()
  const rows = dialog
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows.map(([name = '', ...cells]) => [name.replace(/^.*: /, ''), ...cells])).toEqual([
    ['Field', 'Now', 'In the file'],
    ['Alternative text', 'Text 1', 'A new text'],
    ['Caption', '', 'A new caption'],
    ['Caption', 'Caption 2', 'The second caption'],
  ])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await desk.workspace.edits.saveAll()
  expect(await desk.readTexts('altText')).toEqual(['A new text', 'Text 2', 'Text 3'])
  expect(await desk.readTexts('caption')).toEqual(['A new caption', 'The second caption', undefined])
})
