import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local/tests/test-folder.ts'
import { openSpaceStore, readStateMeta } from './space-store.ts'
import { DamagedStateError } from './state-error.ts'

/** Opens the main environment of a state folder. */
function openStore(folder: string) {
  const { openEnvironment, close } = openSpaceStore(folder)
  return { ...openEnvironment('master'), close }
}

/** Writes enough content to fill several pages of the database. */
async function fillStore(folder: string): Promise<void> {
  const store = openStore(folder)
  for (let index = 0; index < 200; index += 1) {
    store.entries.create(`entry-${index}`, { fields: { text: { 'en-US': 'x'.repeat(200) } }, tags: [] }, 'note')
  }
  store.entries.publish('entry-7')
  const upload = await store.files.addUpload(Buffer.from('a file'))
  const { sha256 } = upload.draft
  store.files.addServedFile({ path: '/assets/local/a/b/c', sha256, contentType: 'image/png', size: 6 })
  store.close()
}

const DATABASE = 'contentful.sqlite'

const runSql = (sql: string) => async (folder: string) => {
  using database = new DatabaseSync(join(folder, DATABASE))
  database.exec(sql)
}

const changeFile = (change: (path: string) => Promise<unknown>) => async (folder: string) => {
  const [file = ''] = await readdir(join(folder, 'files'))
  await change(join(folder, 'files', file))
}

test.for<[string, (folder: string) => Promise<unknown>]>([
  ['a database file with other content', (folder) => writeFile(join(folder, DATABASE), 'Not a database. '.repeat(100))],
  ['an emptied database', (folder) => truncate(join(folder, DATABASE), 0)],
  ['a truncated database', (folder) => truncate(join(folder, DATABASE), 16_384)],
  [
    'a database of another program',
    async (folder) => {
      await rm(join(folder, DATABASE))
      await runSql('CREATE TABLE other (id)')(folder)
    },
  ],
  [
    'a value that is not JSON',
    runSql(`DROP TRIGGER draftValues; UPDATE resources SET draft = '{"text"' WHERE id = 'entry-7'`),
  ],
  [
    'a published value that is not JSON',
    runSql(`DROP TRIGGER publishedValues; UPDATE resources SET published = '{"text"' WHERE id = 'entry-7'`),
  ],
  ['a missing file', changeFile((path) => rm(path))],
  ['a truncated file', changeFile((path) => truncate(path, 3))],
])('throws DamagedStateError with the folder for %s', async ([, damage]) => {
  const folder = await createTestFolder()
  await fillStore(folder)
  await damage(folder)
  for (const open of [() => openStore(folder), () => readStateMeta(folder, 'model')]) {
    expect(open).toThrow(DamagedStateError)
    expect(open).toThrow(expect.objectContaining({ message: expect.stringContaining(folder) }))
  }
})

test('throws DamagedStateError for a file at the path of the state folder', async () => {
  const folder = await createTestFolder()
  const file = join(folder, 'state')
  await writeFile(file, '')
  expect(() => openStore(file)).toThrow(DamagedStateError)
})

test('an empty folder is a new space, and reading a meta value does not create a state folder', async () => {
  const folder = await createTestFolder()
  expect(readStateMeta(join(folder, 'none'), 'model')).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
  const store = openStore(folder)
  expect(store.entries.count({ version: 'draft' })).toBe(0)
  store.close()
})

test('rolls back all writes of a transaction that throws', async () => {
  const folder = await createTestFolder()
  const store = openStore(folder)
  store.entries.create('kept', { fields: {}, tags: [] }, 'note')
  const runFailingTransaction = () =>
    store.runTransaction(() => {
      store.entries.create('one', { fields: {}, tags: [] }, 'note')
      store.entries.save('kept', { fields: {}, tags: ['new'] })
      throw new Error('No')
    })
  expect(runFailingTransaction).toThrow('No')
  expect(store.entries.get('one')).toBeUndefined()
  expect(store.entries.get('kept')).toMatchObject({ version: 1, draft: { tags: [] } })
  const runNestedTransaction = () =>
    store.runTransaction(() => {
      store.runTransaction(() => store.entries.create('two', { fields: {}, tags: [] }, 'note'))
      throw new Error('No')
    })
  expect(runNestedTransaction).toThrow('No')
  expect(store.entries.get('two')).toBeUndefined()
  store.close()
})

test('reads what another process writes to the same folder', async () => {
  const folder = await createTestFolder()
  const [ownStore, otherStore] = [openStore(folder), openStore(folder)]
  const ids = () => ownStore.entries.listIds({ version: 'draft', order: 'latest' })
  const tags = () => ownStore.entries.get('note-1')?.draft.tags
  const types = () => ownStore.getPublishedContentTypes().map(({ id }) => id)
  const before = { ids: ids(), types: types() }
  otherStore.entries.create('note-1', { fields: {}, tags: [] }, 'note')
  otherStore.contentTypes.create('note', { id: 'note', name: 'Note', fields: [] })
  otherStore.contentTypes.publish('note')
  expect({ before, ids: ids(), types: types() }).toMatchObject({
    before: { ids: [], types: [] },
    ids: ['note-1'],
    types: ['note'],
  })
  expect(tags()).toEqual([])
  otherStore.entries.save('note-1', { fields: {}, tags: ['new'] })
  expect(tags()).toEqual(['new'])
  expect(ownStore.getPublishedContentTypes()).toBe(ownStore.getPublishedContentTypes())
  ownStore.close()
  otherStore.close()
})
