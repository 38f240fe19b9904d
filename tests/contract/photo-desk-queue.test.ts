import { expect, onTestFinished, test, vi } from 'vitest'
import { type DeskDatabase, openDeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { LOCALE } from '#shared/constants.ts'
import { stubIndexedDb } from '#tests/setup/photo-desk/stub-indexed-db.ts'
import { callBefore, createPhotoFile, createTestQueue } from './test-desk.ts'

/** Opens a database of the browser. Tests can delete its files. `failing`: an operation that fails. */
async function openTestDatabase(failing?: 'getAll' | 'transaction'): Promise<DeskDatabase> {
  stubIndexedDb()
  const database = await openDeskDatabase(crypto.randomUUID())
  if (!database) throw new Error('The database opens')
  onTestFinished(() => database.close())
  const fail = () => {
    throw new DOMException('Not allowed', 'UnknownError')
  }
  return failing ? Object.assign(database, { [failing]: fail }) : database
}

test('a cancelled photograph leaves no drafts, and the other one is added', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { space, queue, addPhotos, waitFor, readList, findId } = await createTestQueue({
    intercept: ({ entry }) => ({ entry: { createWithId: callBefore(entry.createWithId, () => released) } }),
  })
  await addPhotos('kept', 'cancelled')
  await expect.poll(() => queue.store.getState().map(({ step }) => step)).toEqual(['saving', 'saving'])
  const query = { 'sys.id': queue.store.getState()[1]?.entryId ?? '' }
  queue.cancel([findId('cancelled.jpg')])
  release()
  await waitFor('done')
  for (const client of [space.client.asset, space.client.entry])
    await expect.poll(async () => (await client.getMany({ query })).total).toBe(0)
  expect(await readList()).toHaveLength(1)
})

test('a file that the browser has lost is converted again, and its texts stay with it, also when it is hidden', async () => {
  const database = await openTestDatabase()
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
  const create = vi.fn(() => isLost)
  const { space, queue, edits, addPhotos, waitFor, readList, findId } = await createTestQueue({
    database,
    intercept: ({ upload }) => ({ upload: { create: callBefore(upload.create, create) } }),
  })
  await addPhotos('one', 'two', 'three', 'four')
  const key = findId('four.jpg')
  await expect.poll(() => [create.mock.calls.length, queue.store.getState()[3]?.target]).toEqual([3, expect.anything()])
  edits.change(key, { altText: 'Typed while it waits' })
  await database.clear('files')
  lose()
  await waitFor('done', 'done', 'done', 'done')
  const ids = await readList()
  expect(ids).toEqual(queue.store.getState().map(({ entryId }) => entryId))
  queue.cancel(queue.store.getState().map(({ id }) => id))
  edits.change(key, { altText: 'Typed when it is hidden' })
  await edits.saveAll()
  const entries = await Promise.all(ids.map((entryId) => space.client.entry.get({ entryId })))
  const texts = entries.map(({ fields }) => fields.altText?.[LOCALE])
  expect(texts).toEqual([undefined, undefined, undefined, 'Typed when it is hidden'])
})

test('a photograph that is being put into the list is not cancelled', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { queue, addPhotos, waitFor, readList, findId } = await createTestQueue({
    intercept: ({ entry }) => ({ entry: { update: callBefore(entry.update, () => released) } }),
  })
  await addPhotos('one')
  await expect.poll(() => queue.store.getState()[0]?.step).toBe('listing')
  queue.cancel([findId('one.jpg')])
  release()
  await waitFor('done')
  expect(await readList()).toHaveLength(1)
})

test('a reload continues the files of the same kind in their order', async () => {
  const database = await openTestDatabase()
  const upload = { fileName: 'a.jpg', fileSize: 1, problem: { message: 'the server is away', isFinal: false } }
  for (const [index, id] of ['c', 'b', 'a'].entries())
    await database.put('uploads', { ...upload, id, type: index > 1 ? 'affiliation' : 'galleryImage', order: index }, id)
  const { queue } = await createTestQueue({ database })
  await queue.restore()
  expect(queue.store.getState().map(({ id, problem }) => [id, problem])).toEqual([
    ['c', undefined],
    ['b', undefined],
  ])
})

test('adds photographs although the browser keeps no files, because it is full', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({
    database: await openTestDatabase('transaction'),
  })
  await addPhotos('one', 'two')
  await expect.poll(() => queue.status.getState().isPersisted).toBe(false)
  expect(queue.hasUnsavedFiles()).toBe(true)
  await waitFor('done', 'done')
  expect(queue.hasUnsavedFiles()).toBe(false)
  expect(await readList()).toHaveLength(2)
})

test('adds photographs although the database of the browser cannot be read', async () => {
  const { queue, addPhotos, waitFor } = await createTestQueue({ database: await openTestDatabase('getAll') })
  await expect(queue.restore()).rejects.toThrow('Not allowed')
  await addPhotos('one')
  await waitFor('done')
})

test('of two same files the second one waits for a decision, however fast it is read, and gets another id', async () => {
  const { promise: isReadable, resolve: allowReading } = Promise.withResolvers<void>()
  const { queue, addPhotos, waitFor, readList, findId } = await createTestQueue({
    waitForFile: async (name) => (name === 'one.jpg' ? isReadable : undefined),
  })
  await addPhotos('one')
  queue.addFiles([await createPhotoFile('one', 'copy.jpg')])
  await expect
    .poll(() => queue.store.getState().map(({ prepared }) => prepared?.fileName))
    .toEqual([undefined, 'copy.jpg'])
  await waitFor('working', 'waiting')
  allowReading()
  await waitFor('done', 'duplicate')
  queue.decide([findId('copy.jpg')], 'add')
  await waitFor('done', 'done')
  const [first, second] = await readList()
  expect(second).toBe(`${first}-2`)
})

test('a file that cannot be read lets the next one be compared, and is retried, but not one that is refused', async () => {
  let isReadable = false
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue({
    waitForFile: async (name) => {
      if (name === '.jpg' && !isReadable) throw new Error('The browser has not read the file')
    },
  })
  await addPhotos('', 'two')
  queue.addFiles([new File([], 'empty.jpg')])
  await waitFor('failed', 'done', 'rejected')
  isReadable = true
  queue.resume(queue.store.getState().map(({ id }) => id))
  expect(queue.store.getState().map(({ status }) => status)).toEqual(['waiting', 'done', 'rejected'])
  await waitFor('done', 'done', 'rejected')
  const { fields } = await space.client.asset.get({ assetId: (await readList())[0] ?? '' })
  expect(fields.title[LOCALE]).toBe('photograph')
})

test('§10.24 a file is replaced in its place: entry, order and texts stay, and nothing is published', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  const ids = await readList()
  const [id = ''] = ids
  const entry = await space.client.entry.get({ entryId: id })
  queue.replaceFile(id, await createPhotoFile('better'))
  await waitFor('done', 'done', 'done')
  const asset = await space.client.asset.get({ assetId: id })
  expect(asset.fields.file[LOCALE]).toMatchObject({
    fileName: expect.stringMatching(/^better\.[0-9a-f]{6}\.jpg$/),
    url: expect.any(String),
  })
  expect(asset.sys.publishedVersion).toBeUndefined()
  expect(await space.client.entry.get({ entryId: id })).toEqual(entry)
  expect(await readList()).toEqual(ids)
  queue.replaceFile('deleted', await createPhotoFile('third'))
  await waitFor('done', 'done', 'done', 'failed')
  expect(queue.store.getState()[3]?.problem?.message).toBe(
    'the photograph whose file it replaces does not exist any more: cancel this',
  )
})

test('a replaced file that is another picture waits for a decision; the same picture is no duplicate', async () => {
  const { space, queue, addPhotos, waitFor, readList, findId } = await createTestQueue()
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  const [one = '', two = ''] = await readList()
  queue.replaceFile(one, await createPhotoFile('two', 'other.jpg'))
  queue.replaceFile(two, await createPhotoFile('two', 'same.jpg'))
  await waitFor('done', 'done', 'duplicate', 'done')
  expect(queue.store.getState()[2]?.duplicate?.entryId).toBe(two)
  queue.decide([findId('other.jpg')], 'add')
  await waitFor('done', 'done', 'done', 'done')
  expect((await space.client.asset.get({ assetId: one })).fields.file[LOCALE]?.fileName).toMatch(/^other\./)
  expect(await readList()).toEqual([one, two])
})

test('a picture whose file another entry shows too gets an asset of its own', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one')
  await waitFor('done')
  const [entryId = ''] = await readList()
  const { photo: link } = (await space.client.entry.get({ entryId })).fields
  await space.client.entry.create({ contentTypeId: 'galleryImage' }, { fields: { photo: link } })
  queue.replaceFile(entryId, await createPhotoFile('better'))
  await waitFor('done', 'done')
  expect((await space.client.asset.get({ assetId: entryId })).fields.file[LOCALE]?.fileName).toMatch(/^one\./)
  const { photo } = (await space.client.entry.get({ entryId })).fields
  const own = await space.client.asset.get({ assetId: photo?.[LOCALE].sys.id })
  expect(own.fields.file[LOCALE]?.fileName).toMatch(/^better\./)
})

test('§10.30 the texts of a file that replaces that of another photograph stay, and are offered for that one', async () => {
  const { queue, edits, orphanedTexts, addPhotos, waitFor, readList, findId } = await createTestQueue()
  await addPhotos('one')
  await waitFor('done')
  const [one = ''] = await readList()
  queue.cancel([findId('one.jpg')])
  await addPhotos('one', 'two')
  const [, again = '', two = ''] = queue.store.getState().map(({ id }) => id)
  edits.change(again, { altText: 'Typed for the duplicate' }, 'one.jpg')
  await waitFor('done', 'duplicate', 'done')
  queue.decide([again], 'replace')
  expect(edits.store.getState().get(again)).toMatchObject({
    status: 'removed',
    error: 'The file replaces that of another photograph',
    name: 'one.jpg',
    values: { altText: 'Typed for the duplicate' },
    duplicateKey: one,
  })
  expect(orphanedTexts).toEqual(['one.jpg'])
  edits.change(two, { altText: 'Another text' })
  await edits.saveAll()
  expect([...edits.store.getState().keys()]).toEqual([again])
})
