import { expect, onTestFinished, test, vi } from 'vitest'
import { applyPictureAction } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import { isInList } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { LOCALE } from '#shared/constants.ts'
import { saveDraft } from '#tests/setup/content.ts'
import { createPictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { stubIndexedDb } from '#tests/setup/photo-desk/stub-indexed-db.ts'
import { createPhotoFile, openTestDesk, type UploadGates } from './test-desk.ts'

/** Opens the desk on a space of the test, with uploads that wait. `reload` closes it, and opens it again. */
async function openDesk() {
  stubIndexedDb()
  vi.spyOn(console, 'warn').mockImplementation(() => {}) // a closed page cannot use its database
  onTestFinished(() => void vi.restoreAllMocks())
  const space = await createPictureSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const gates: UploadGates = { isReadingHeld: true, isSendingHeld: true }
  const databaseName = crypto.randomUUID()
  const desk = await openTestDesk(space, databaseName, gates)
  onTestFinished(() => desk.close())
  const reload = async () => {
    desk.close()
    const reloaded = await openTestDesk(space, databaseName, gates)
    onTestFinished(() => reloaded.close())
    return reloaded
  }
  return { space, desk, gates, reload }
}

test('the text of a copy that is skipped is offered for the other file, also when that is added and the page reloaded', async () => {
  const { desk, reload } = await openDesk()
  desk.workspace.uploads.addFiles([
    await createPhotoFile('crew', 'crew.jpg'),
    await createPhotoFile('crew', 'copy.jpg'),
  ])
  const [crew = '', copy = ''] = desk.listUploads().map(({ id }) => id)
  desk.workspace.edits.change(copy, { altText: 'A crew' }, 'copy.jpg')
  await desk.compare()
  desk.workspace.uploads.decide([copy], 'skip')
  const [removed] = desk.listRows().filter((row) => !isInList(row))
  expect(removed).toMatchObject({ name: 'copy.jpg', edit: { duplicateKey: crew } })
  await desk.send()
  const entryId = desk.listRows().find(({ id }) => id === crew)?.entry?.sys.id
  const reloaded = await reload()
  const [offered] = reloaded.listRows().filter((row) => !isInList(row))
  expect(offered).toMatchObject({ name: 'copy.jpg', values: { altText: 'A crew' }, edit: { duplicateKey: entryId } })
})

test('§10.23 a photograph whose upload goes on while a new page reads the space keeps its row and its text', async () => {
  const { desk, gates, reload } = await openDesk()
  desk.workspace.uploads.addFiles([await createPhotoFile('crew', 'crew.jpg')])
  const [crew = ''] = desk.listUploads().map(({ id }) => id)
  desk.workspace.edits.change(crew, { altText: 'A crew' }, 'crew.jpg')
  await desk.compare()
  gates.isFetchHeld = true
  gates.isSendingHeld = false
  const reloading = reload()
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // long enough to add it
  gates.isFetchHeld = false
  const reloaded = await reloading
  await reloaded.send()
  await reloaded.workspace.edits.saveAll()
  expect(reloaded.listRows().filter(({ values }) => values.altText === 'A crew')).toMatchObject([
    { id: crew, name: 'crew.jpg', state: 'draft', entry: { sys: { id: reloaded.listUploads()[0]?.entryId } } },
  ])
})

test('photographs that were just added are published with the text that is typed last, but not with a conflict', async () => {
  const { space, desk } = await openDesk()
  const { workspace } = desk
  workspace.uploads.addFiles([await createPhotoFile('crew', 'crew.jpg'), await createPhotoFile('pipe', 'pipe.jpg')])
  await desk.compare()
  await desk.send()
  workspace.uploads.addFiles([await createPhotoFile('waits', 'waits.jpg')])
  const [crew = '', pipe = '', waits = ''] = desk.listUploads().map(({ id }) => id)
  const [entryId = '', conflictId = ''] = desk.listUploads().map((upload) => upload.entryId)
  await saveDraft(space, conflictId, 'altText', 'A pipe, as somebody else sees it')
  workspace.edits.change(crew, { altText: 'A crew lowers a pipe' }, 'crew.jpg')
  workspace.edits.change(pipe, { altText: 'A pipe on a truck' }, 'pipe.jpg')
  workspace.edits.change(waits, { altText: 'A text that waits' }, 'waits.jpg')
  const page = workspace.getSpacePictures()?.page
  if (!page) throw new Error('The page is fetched')
  const selection = { entryIds: [entryId, conflictId], hasPage: true }
  const { failures } = await applyPictureAction(workspace, 'publish', selection, { page, onProgress: () => {} })
  expect([...failures]).toMatchObject([
    [conflictId, { message: expect.stringMatching(/^The same text was changed elsewhere too/) }],
  ])
  const { sys, fields } = await space.client.entry.get({ entryId })
  expect(fields.altText?.[LOCALE]).toBe('A crew lowers a pipe')
  expect(sys.publishedVersion).toBe(sys.version - 1)
  expect(workspace.edits.getValues(waits)).toEqual({ altText: 'A text that waits' })
})
