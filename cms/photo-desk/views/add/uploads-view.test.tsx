import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { UploadRecord } from '#cms/photo-desk/client/stored-work.ts'
import { toUpload } from '#cms/photo-desk/state/uploads/upload-store.ts'
import { formatFormats, formatMinFileSize } from '#cms/pictures/picture-rules.ts'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import { nameTexts } from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { createFile, createTestTools } from '#tests/mounted/test-tools.ts'
import { UploadsView } from './uploads-view.tsx'

async function openUploads(tools = createTestTools()) {
  const desk = await openDesk({ tools, prepare: nameTexts })
  const screen = await desk.mount(<UploadsView />)
  const { uploads } = desk.workspace
  return {
    desk,
    screen,
    uploads,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
    expectSummary: (text: string) => expect.element(screen.getByRole('status')).toHaveTextContent(text),
    /** Shows uploads as they are while nothing works on them. Offline, none that waits is started. */
    show: (records: readonly Partial<UploadRecord>[], isOnline = true) => {
      onlineManager.setOnline(false)
      onTestFinished(() => onlineManager.setOnline(true))
      uploads.store.setState(
        records.map((record, index) => toUpload({ ...RECORD, id: String(index), order: index, ...record })),
        true,
      )
      onlineManager.setOnline(isOnline)
    },
    /** What a row shows, from left to right, and the names of its buttons. */
    readRow: (fileName: string) => {
      const row = screen.getByRole('listitem').filter({ hasText: fileName }).first().element()
      const texts = (selector: string) => [...row.querySelectorAll(selector)].map((part) => part.textContent.trim())
      return {
        status: texts('.upload-actions > :first-child')[0],
        texts: texts('.upload-description p'),
        buttons: [...row.querySelectorAll('button')].map((button) => button.ariaLabel),
        progress: row.querySelector('progress')?.value,
      }
    },
    listNames: () => [...screen.container.querySelectorAll('.upload-description bdi')].map((name) => name.textContent),
  }
}

const RECORD: UploadRecord = { id: '', type: 'galleryImage', order: 1, fileName: 'a.jpg', fileSize: 12_345_678 }
const EQUAL = { reason: 'it is the same file', isEqual: true }
const DONE = { isDone: true }
const REPLACED = { isDone: true, replacedEntryId: 'photo' }
const FAILED = { problem: { message: 'the server is away', isFinal: false } }
const REFUSED = { problem: { message: 'is empty', isFinal: true } }
const DUPLICATE = { duplicate: EQUAL }

/** What a row shows: the status, texts, the value of the progress, and the button for what is wrong or done. */
const ROWS: readonly (readonly [
  Partial<UploadRecord>,
  string,
  readonly string[],
  (number | undefined)?,
  ('Hide' | 'Retry')?,
])[] = [
  [{}, 'Waiting', [], 0],
  [{ step: 'converting' }, 'Converting', [], 0.05],
  [{ step: 'comparing' }, 'Comparing', [], 0.35],
  [{ step: 'uploading' }, 'Uploading', [], 0.4],
  [{ step: 'processing' }, 'Processing', [], 0.7],
  [{ step: 'saving' }, 'Saving', [], 0.9],
  [{ step: 'listing' }, 'Saving', [], 0.95],
  [DONE, 'Added as a draft', [], undefined, 'Hide'],
  [{ ...DONE, notes: ['is pale'] }, 'Added as a draft', ['a.jpg is pale.'], undefined, 'Hide'],
  [REPLACED, 'File replaced', ['New file of a photograph that is there already'], undefined, 'Hide'],
  [REFUSED, 'Refused', ['a.jpg is empty.'], undefined, 'Hide'],
  [FAILED, 'Not finished', ['The server is away.'], undefined, 'Retry'],
  [DUPLICATE, 'Already there', ['It is the same file.']],
  [{ duplicate: { ...EQUAL, isEqual: false } }, 'Looks like another', ['It is the same file.']],
]

test('a row says what happens with its file, what is wrong with it and what can be done', async () => {
  const { screen, show, readRow } = await openUploads()
  for (const [index, [upload, status, texts, progress, button]] of ROWS.entries()) {
    const fileName = `${index}.jpg`
    show([{ fileName, ...upload }], false)
    await expect.element(screen.getByText(fileName).first()).toBeVisible()
    const { buttons, ...row } = readRow(fileName)
    expect.soft(row).toEqual({ status, texts: texts.map((text) => text.replace('a.jpg', fileName)), progress })
    const ends = `${button === 'Hide' ? 'Hide' : 'Cancel'} ${fileName}`
    const decisions = upload.duplicate ? [`Skip: ${fileName}`, `Add anyway: ${fileName}`] : []
    expect.soft(buttons, status).toEqual([...(button === 'Retry' ? [`Retry ${fileName}`] : []), ends, ...decisions])
  }
  await expect.element(screen.getByText('12.3 MB')).toBeVisible()
})

test('all files are listed below what stops them, each with what is wrong and what can be decided', async () => {
  const { desk, screen, show } = await openUploads()
  const [first = '', second = ''] = desk.listPictureIds()
  show(
    [
      { fileName: 'Été.JPG', duplicate: { ...EQUAL, entryId: second } },
      { fileName: 'b.jpg', duplicate: { ...EQUAL, uploadId: '3' } },
      { fileName: 'c.jpg', replacedEntryId: first, duplicate: { reason: 'it looks like the same', entryId: second } },
      { fileName: 'd.jpg', fileSize: 999, step: 'saving' },
      { fileName: 'e.jpg', ...REPLACED, notes: ['is pale', 'is blurred'] },
      { fileName: 'f.jpg', ...DONE, isHidden: true },
    ],
    false,
  )
  await expect.element(screen.getByRole('main')).toMatchAriaInlineSnapshot(`
    - main:
      - /children: deep-equal
      - paragraph: Drop photographs or folders here, or paste them
      - paragraph: ${formatFormats('photograph')}, ${formatMinFileSize('photograph')}. Places and other private data are removed first.
      - button "Select files …"
      - button "Select a folder …"
      - status: 1 of 5 added, 3 need you
      - button "Write texts"
      - button "Cancel all"
      - alert: There is no connection to the internet. Adding continues when it is back.
      - group "2 files are the same as others:":
        - text: "2 files are the same as others:"
        - button "Skip all"
        - button "Replace 1"
        - button "Add all anyway"
      - list "Files":
        - listitem:
          - text: Été.JPG 12.3 MB
          - paragraph: It is the same file.
          - text: Already there
          - button "Cancel Été.JPG": Cancel
          - figure "New file Été.JPG":
            - strong: New file
            - text: Été.JPG
          - figure "Existing photograph Text 2":
            - strong: Existing photograph
            - text: Text 2
          - button "Skip: Été.JPG": Skip
          - button "Replace: Été.JPG": Replace
          - button "Add anyway: Été.JPG": Add anyway
          - paragraph: Replace gives the existing photograph the new file. Its place and texts stay, and visitors see it when it is published.
        - listitem:
          - text: b.jpg 12.3 MB
          - paragraph: It is the same file.
          - text: Already there
          - button "Cancel b.jpg": Cancel
          - figure "New file b.jpg":
            - strong: New file
            - text: b.jpg
          - figure "Other file d.jpg":
            - strong: Other file
            - text: d.jpg
          - button "Skip: b.jpg": Skip
          - button "Add anyway: b.jpg": Add anyway
        - listitem:
          - text: c.jpg 12.3 MB
          - paragraph: It looks like the same.
          - text: Looks like another
          - button "Cancel c.jpg": Cancel
          - figure "New file c.jpg":
            - strong: New file
            - text: c.jpg
          - figure "Existing photograph Text 2":
            - strong: Existing photograph
            - text: Text 2
          - button "Skip: c.jpg": Skip
          - button "Replace anyway: c.jpg": Replace anyway
        - listitem:
          - text: e.jpg 12.3 MB
          - paragraph: e.jpg is pale.
          - paragraph: e.jpg is blurred.
          - paragraph: New file of a photograph that is there already
          - text: File replaced
          - button "Hide e.jpg": Hide
        - listitem:
          - text: d.jpg 1 KB
          - progressbar "Progress of d.jpg"
          - text: Saving
          - button "Cancel d.jpg": Cancel
  `)
})

test('the header counts what is added and what needs the editor, and says what comes next', async () => {
  const { screen, show, expectSummary } = await openUploads()
  const message = () => screen.container.querySelector('.upload-message')?.textContent
  for (const [uploads, summary, next, buttons, isOnline] of [
    [[DONE, {}, {}], '1 of 3 added', /^There is no connection to the internet/, ['Write texts', 'Cancel all'], false],
    [[DONE, { step: 'saving' }], '1 of 2 added', /^You can write the texts meanwhile/, ['Write texts', 'Cancel all']],
    [[DONE, DUPLICATE, FAILED], '1 of 3 added, 2 need you', /^Retry or decide below/, ['Retry all', 'Cancel all']],
    [[DONE, DUPLICATE], '1 of 2 added, 1 needs you', /^Retry or decide below/, ['Cancel all']],
    [
      [DONE, REFUSED],
      '1 of 1 added, 1 refused',
      /^1 photograph is added as a draft at the end of the gallery\. Visitors see it when you publish\.$/,
      ['Write texts', 'Hide finished'],
    ],
    [
      [DONE, DONE, REPLACED],
      '3 of 3 added',
      /^2 photographs are added as drafts at the end of the gallery\. The file of 1 photograph is replaced\. Its place and texts stay\. Visitors see them when you publish\.$/,
      ['Write texts', 'Hide finished'],
    ],
    [
      [REPLACED, REPLACED],
      '2 of 2 added',
      /^The files of 2 photographs are replaced\. Their places and texts stay\. Visitors/,
      ['Write texts', 'Hide finished'],
    ],
    [[REFUSED], '1 refused', /^No file is added: the list says why\.$/, ['Hide finished']],
  ] as const) {
    show(uploads, isOnline)
    await expectSummary(summary)
    expect.soft(message(), summary).toMatch(next)
    const names = [...screen.container.querySelectorAll('.upload-header button')].map((button) => button.textContent)
    expect.soft(names, summary).toEqual(buttons)
  }
})

test('what needs the editor is on top, and nothing moves below the focus', async () => {
  const { show, listNames, screen, uploads } = await openUploads()
  show(
    [
      { fileName: 'done', ...DONE },
      { fileName: 'duplicate', ...DUPLICATE },
      { fileName: 'waiting' },
      { fileName: 'noted', ...DONE, notes: ['is pale'] },
      { fileName: 'refused', ...REFUSED },
      { fileName: 'failed', ...FAILED },
    ],
    false,
  )
  await expect.poll(listNames).toEqual(['refused', 'duplicate', 'noted', 'failed', 'done', 'waiting'])
  screen.getByRole('button', { name: 'Hide done' }).element().focus()
  uploads.store.setState(
    (all) => all.map((upload) => (upload.id === '2' ? toUpload({ ...upload, ...REFUSED }) : upload)),
    true,
  )
  await expect.poll(() => screen.getByText('Refused').elements()).toHaveLength(2)
  expect(listNames()).toEqual(['refused', 'duplicate', 'noted', 'failed', 'done', 'waiting'])
  screen.getByRole('button', { name: 'Select files …' }).element().focus()
  await expect.poll(listNames).toEqual(['waiting', 'refused', 'duplicate', 'noted', 'failed', 'done'])
})

test('§10.19 one of several that fails says why, is retried and added; a stop concerns all, and is continued', async () => {
  const { desk, screen, uploads, button, expectSummary, readRow } = await openUploads()
  const { promise: isHeld, resolve: go } = Promise.withResolvers<void>()
  desk.onRequest.mockImplementation(async ({ entityType, action, payload }) => {
    if (entityType === 'Upload') await isHeld
    if (action === 'createWithId' && JSON.stringify(payload).includes('"b.'))
      throw createRejection(422, 'Validation error')
  })
  uploads.addFiles([createFile('a.jpg'), createFile('b.jpg'), createFile('bad.jpg')])
  await expectSummary('0 of 2 added, 1 refused')
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/^The browser has no space to keep the files\. Leave/)
  await expect.element(screen.getByRole('status')).toHaveAttribute('aria-busy', 'true')
  go()
  await expectSummary('1 of 2 added, 1 needs you, 1 refused')
  await expect.element(screen.getByRole('status')).toHaveAttribute('aria-busy', 'false')
  expect(readRow('bad.jpg').texts).toEqual(['bad.jpg cannot be read as a picture.'])
  expect(readRow('b.jpg')).toMatchObject({
    status: 'Not finished',
    texts: [expect.stringMatching(/^Contentful does not/)],
  })

  desk.onRequest.mockImplementation(() => {
    throw createRejection(401)
  })
  await button('Retry all').click()
  const alert = screen.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent(/^Adding has stopped\. Contentful has ended your session\..* Nothing is lost\./)
  desk.onRequest.mockReset()
  await button('Continue').click()
  await expectSummary('2 of 2 added, 1 refused')
  await expect.element(alert).not.toBeInTheDocument()
  await button('Write texts').click()
  expect(desk.openView).toHaveBeenCalledExactlyOnceWith('texts')
  await button('Hide finished').click()
  await expect.element(screen.getByRole('list', { name: 'Files' })).not.toBeInTheDocument()
})

test('§10.22 a file is beside the picture that it looks like, and is skipped, replaces its file or is added anyway', async () => {
  const { desk, screen, uploads, button, expectSummary } = await openUploads()
  uploads.addFiles(['skip', 'replace', 'add'].map((name) => createFile(`${name}.jpg`, `space ${name}`)))
  uploads.addFiles([createFile('new.jpg'), createFile('same.jpg', 'new.jpg')])
  await expect.element(screen.getByRole('status')).toMatchTextContent(/4 need you$/)
  const row = screen.getByRole('listitem').filter({ hasText: 'replace.jpg' }).first()
  const pictures = await desk.workspace.fetchSpacePictures()
  const [first = ''] = desk.listPictureIds()
  const text = pictures.entries.get(first)?.fields.altText?.['en-US']
  await expect.element(row.getByText('It looks like the photograph at position 1 of the gallery.')).toBeVisible()
  const same = screen.getByRole('listitem').filter({ hasText: 'same.jpg' }).first()
  await expect.element(same.getByText('It is the same file as new.jpg, which is being added.')).toBeVisible()
  await expect.element(screen.getByRole('group', { name: '3 files look like others:' })).toBeVisible()
  await expectNoAxeViolations()
  await button('Skip: same.jpg').click()
  await button('Skip: skip.jpg').click()
  await button('Replace: replace.jpg').click()
  await button('Add anyway: add.jpg').click()
  await expectSummary('3 of 3 added')
  const { items } = await desk.space.entry.getMany({ query: { content_type: 'galleryImage' } })
  expect(items).toHaveLength(5)
  expect(await desk.readTexts('altText')).toContain(text)
})

test('§10.22 the same decision is made for all files that look like others', async () => {
  const { screen, uploads, button, expectSummary } = await openUploads()
  uploads.addFiles(['a', 'b', 'c'].map((name) => createFile(`${name}.jpg`, `space ${name}`)))
  await expect.element(screen.getByRole('group', { name: '3 files look like others:' })).toBeVisible()
  await expect.element(button('Replace all')).toBeVisible()
  await button('Skip: a.jpg').click()
  await button('Add all anyway').click()
  await expectSummary('2 of 2 added')
  uploads.addFiles(['d', 'e'].map((name) => createFile(`${name}.jpg`, `space ${name}`)))
  await button('Skip all').click()
  await expectSummary('2 of 2 added')
  uploads.addFiles([createFile('f.jpg', 'space b'), createFile('g.jpg', 'space c')])
  await expect.element(screen.getByRole('group', { name: '2 files are the same as others:' })).toBeVisible()
})
