import { expect, onTestFinished, test, vi } from 'vitest'
import { type DeskDatabase, openDeskDatabase } from '#cms/photo-desk/client/desk-database.ts'
import { LOCALE } from '#shared/constants.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { stubIndexedDb } from '#tests/setup/photo-desk/stub-indexed-db.ts'
import { createTestQueue } from './test-upload-queue.ts'

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
    intercept: ({ entry }) => ({
      entry: {
        createWithId: async (...args) => {
          await released
          return entry.createWithId(...args)
        },
      },
    }),
  })
  await addPhotos('kept', 'cancelled')
  await expect.poll(() => queue.store.getState().map(({ step }) => step)).toEqual(['saving', 'saving'])
  const cancelledId = queue.store.getState()[1]?.entryId ?? ''
  queue.cancel([findId('cancelled.jpg')])
  release()
  await waitFor('done')
  for (const request of [
    () => space.client.asset.get({ assetId: cancelledId }),
    () => space.client.entry.get({ entryId: cancelledId }),
  ])
    await expect
      .poll(() =>
        request().then(
          () => 'exists',
          (error: Error) => error.name,
        ),
      )
      .toBe('NotFound')
  expect(await readList()).toHaveLength(1)
})

test('converts a file again that the browser has lost', async () => {
  const database = await openTestDatabase()
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
  let sent = 0
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({
    database,
    intercept: ({ upload }) => ({
      upload: {
        create: async (...args) => {
          sent += 1
          await isLost
          return upload.create(...args)
        },
      },
    }),
  })
  await addPhotos('one', 'two', 'three', 'four')
  await expect.poll(() => [sent, queue.store.getState()[3]?.target]).toEqual([3, expect.anything()])
  await database.clear('files')
  lose()
  await waitFor('done', 'done', 'done', 'done')
  expect(await readList()).toEqual(queue.store.getState().map(({ entryId }) => entryId))
})

test.each([
  ['there is none', async () => undefined],
  ['it is full', () => openTestDatabase('transaction')],
])('adds photographs although the browser keeps no files, because %s', async (_, openDatabase) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({ database: await openDatabase() })
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
  queue.addFiles([new File([new Uint8Array(await createPhoto('one'))], 'copy.jpg')])
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

test('a file that cannot be read lets the next one be compared', async () => {
  const { addPhotos, waitFor } = await createTestQueue({
    waitForFile: async (name) => {
      if (name === 'one.jpg') throw new Error('The browser has not read the file')
    },
  })
  await addPhotos('one', 'two')
  await waitFor('failed', 'done')
})

test('§10 Photo desk: a file is replaced in its place: entry, order and texts stay, and nothing is published', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  const ids = await readList()
  const entry = await space.client.entry.get({ entryId: ids[0] ?? '' })
  queue.replaceFile(ids[0] ?? '', new File([new Uint8Array(await createPhoto('better'))], 'better.jpg'))
  await waitFor('done', 'done', 'done')
  const asset = await space.client.asset.get({ assetId: ids[0] ?? '' })
  expect(asset.fields.file[LOCALE]).toMatchObject({
    fileName: expect.stringMatching(/^better\.[0-9a-f]{6}\.jpg$/),
    url: expect.any(String),
  })
  expect(asset.sys.publishedVersion).toBeUndefined()
  expect(await space.client.entry.get({ entryId: ids[0] ?? '' })).toEqual(entry)
  expect(await readList()).toEqual(ids)
})

test('a replaced file that is another picture waits for a decision; the same picture is no duplicate', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  const [one = '', two = ''] = await readList()
  const createFile = async (name: string) => new File([new Uint8Array(await createPhoto(name))], `new ${name}.jpg`)
  queue.replaceFile(one, await createFile('two'))
  queue.replaceFile(two, await createFile('two'))
  await waitFor('done', 'done', 'duplicate', 'done')
  expect(queue.store.getState()[2]?.duplicate?.entryId).toBe(two)
  queue.decide([queue.store.getState()[2]?.id ?? ''], 'add')
  await waitFor('done', 'done', 'done', 'done')
  expect((await space.client.asset.get({ assetId: one })).fields.file[LOCALE]?.fileName).toMatch(/^new two\./)
  expect(await readList()).toEqual([one, two])
})

test('a picture whose file another entry shows too gets an asset of its own', async () => {
  const { space, queue, addPhotos, waitFor, readList } = await createTestQueue()
  await addPhotos('one')
  await waitFor('done')
  const [entryId = ''] = await readList()
  const link = { sys: { type: 'Link', linkType: 'Asset', id: entryId } }
  await space.client.entry.create({ contentTypeId: 'galleryImage' }, { fields: { photo: { [LOCALE]: link } } })
  queue.replaceFile(entryId, new File([new Uint8Array(await createPhoto('better'))], 'better.jpg'))
  await waitFor('done', 'done')
  expect((await space.client.asset.get({ assetId: entryId })).fields.file[LOCALE]?.fileName).toMatch(/^one\./)
  const { photo } = (await space.client.entry.get({ entryId })).fields
  const own = await space.client.asset.get({ assetId: photo?.[LOCALE].sys.id })
  expect(own.fields.file[LOCALE]?.fileName).toMatch(/^better\./)
})

test('texts stay with their photograph when its file is converted again, and when it is hidden', async () => {
  const database = await openTestDatabase()
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
  const { space, queue, edits, addPhotos, waitFor, readList, findId } = await createTestQueue({
    database,
    intercept: ({ upload }) => ({
      upload: {
        create: async (...args) => {
          await isLost
          return upload.create(...args)
        },
      },
    }),
  })
  await addPhotos('one', 'two', 'three', 'four')
  const key = findId('four.jpg')
  await expect.poll(() => queue.store.getState()[3]?.target).toBeDefined()
  edits.change(key, { altText: 'Typed while it waits' })
  await database.clear('files')
  lose()
  await waitFor('done', 'done', 'done', 'done')
  queue.cancel(queue.store.getState().map(({ id }) => id))
  edits.change(key, { altText: 'Typed when it is hidden' })
  await edits.saveAll()
  const ids = await readList()
  const entries = await Promise.all(ids.map((entryId) => space.client.entry.get({ entryId })))
  expect(entries.map(({ fields }) => fields.altText?.[LOCALE])).toEqual([
    undefined,
    undefined,
    undefined,
    'Typed when it is hidden',
  ])
})

test.each<{ readonly decision: 'skip' | 'replace'; readonly reason: string }>([
  { decision: 'skip', reason: 'The file is skipped' },
  { decision: 'replace', reason: 'The file replaces that of another photograph' },
])(
  'the texts of a duplicate stay when the decision is $decision, and are offered for the other',
  async ({ decision, reason }) => {
    const { queue, edits, orphanedTexts, addPhotos, waitFor, readList, findId } = await createTestQueue()
    await addPhotos('one')
    await waitFor('done')
    const [one = ''] = await readList()
    queue.cancel([findId('one.jpg')])
    await addPhotos('one', 'two')
    const [, again = '', two = ''] = queue.store.getState().map(({ id }) => id)
    edits.change(again, { altText: 'Typed for the duplicate' }, 'one.jpg')
    await waitFor('done', 'duplicate', 'done')
    queue.decide([again], decision)
    expect(edits.store.getState().get(again)).toMatchObject({
      status: 'removed',
      error: reason,
      name: 'one.jpg',
      values: { altText: 'Typed for the duplicate' },
      duplicateKey: one,
    })
    expect(orphanedTexts).toEqual(['one.jpg'])
    edits.change(two, { altText: 'Another text' })
    await edits.saveAll()
    expect([...edits.store.getState().keys()]).toEqual([again])
  },
)

test('the texts of a file that is refused or removed stay, and one without texts leaves nothing', async () => {
  const { queue, edits, orphanedTexts, addPhotos, waitFor } = await createTestQueue()
  await addPhotos('removed', 'without')
  queue.addFiles([new File([], 'refused.jpg')])
  const [removed = '', without = '', refused = ''] = queue.store.getState().map(({ id }) => id)
  for (const key of [removed, refused]) edits.change(key, { altText: `Typed for ${key}` })
  queue.cancel([removed, without])
  await waitFor('rejected')
  queue.cancel([refused])
  await waitFor()
  expect([...edits.store.getState()]).toMatchObject([
    [removed, { status: 'removed', error: 'The file is removed', values: { altText: `Typed for ${removed}` } }],
    [
      refused,
      { status: 'removed', error: 'The file is refused: it is empty', values: { altText: `Typed for ${refused}` } },
    ],
  ])
  expect(orphanedTexts).toEqual(['removed.jpg', 'refused.jpg'])
})
