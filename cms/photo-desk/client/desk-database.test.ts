import { openDB } from 'idb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stubIndexedDb } from '#tests/setup/photo-desk/stub-indexed-db.ts'
import { createEditStorage, openDeskDatabase } from './desk-database.ts'

test('the texts of unfinished uploads of version 2 become edits of their pictures', async () => {
  stubIndexedDb()
  const old = await openDB('desk-of-version-2', 2, {
    upgrade: (database) => {
      for (const store of ['uploads', 'files', 'edits']) database.createObjectStore(store)
    },
  })
  const upload = { type: 'galleryImage', order: 1, fileName: 'crew.jpg', fileSize: 1 }
  await old.put('uploads', { ...upload, id: 'described', values: { altText: 'A crew', caption: null } }, 'described')
  await old.put('uploads', { ...upload, id: 'empty', values: {} }, 'empty')
  const edit = {
    values: { altText: 'A pipe' },
    before: { altText: null },
    status: 'pending',
    pictureType: 'affiliation',
  }
  await old.put('edits', edit, 'logo')
  old.close()

  const database = await openDeskDatabase('desk-of-version-2')
  if (!database) throw new Error('The database opens')
  expect(await createEditStorage(database, 'galleryImage').readAll()).toEqual(
    new Map([
      [
        'described',
        {
          name: 'crew.jpg',
          values: { altText: 'A crew', caption: null },
          before: { altText: null, caption: null },
          status: 'pending',
          pictureType: 'galleryImage',
        },
      ],
    ]),
  )
  expect([...(await createEditStorage(database, 'affiliation').readAll()).keys()]).toEqual(['logo'])
  expect((await database.getAll('uploads')).map(({ id }) => id)).toEqual(['described', 'empty'])
  database.close()
})

test('the deselected ids of version 3 become deselected entries', async () => {
  stubIndexedDb()
  const old = await openDB('desk-of-version-3', 3, {
    upgrade: (database) => {
      for (const store of ['uploads', 'edits', 'choices']) database.createObjectStore(store)
    },
  })
  await old.put('choices', ['a', 'gallery'], 'galleryImage')
  old.close()
  const database = await openDeskDatabase('desk-of-version-3')
  expect(await database?.get('choices', 'galleryImage')).toEqual([{ id: 'a' }, { id: 'gallery' }])
  database?.close()
})

test('a database that does not open within ten seconds is not used, which is logged', async () => {
  stubIndexedDb()
  using warning = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const blocking = await openDB('blocked', 1)
  onTestFinished(() => blocking.close())
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = openDeskDatabase('blocked')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(warning).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await database).toBeUndefined()
  expect(warning).toHaveBeenCalledOnce()
})
