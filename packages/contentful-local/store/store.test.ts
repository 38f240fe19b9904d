import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSpaceStore, readStateMeta } from './space-store.ts'
import { DamagedStateError } from './state-error.ts'

/** Creates a folder that is deleted after the test. */
async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

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
  store.files.addServedFile({
    path: '/assets/local/a/b/c',
    sha256: upload.draft.sha256,
    contentType: 'image/png',
    size: 6,
  })
  store.close()
}

const DATABASE = 'contentful.sqlite'

const DAMAGES: readonly (readonly [string, (folder: string) => Promise<unknown>])[] = [
  ['a database file with other content', (folder) => writeFile(join(folder, DATABASE), 'Not a database. '.repeat(100))],
  ['an emptied database', (folder) => truncate(join(folder, DATABASE), 0)],
  ['a truncated database', (folder) => truncate(join(folder, DATABASE), 16_384)],
  [
    'a database of another program',
    async (folder) => {
      await rm(join(folder, DATABASE))
      using database = new DatabaseSync(join(folder, DATABASE))
      database.exec('CREATE TABLE other (id)')
    },
  ],
  [
    'a value that is not JSON',
    async (folder) => {
      using database = new DatabaseSync(join(folder, DATABASE))
      database.exec(`DROP TRIGGER draftValues; UPDATE resources SET draft = '{"text"' WHERE id = 'entry-7'`)
    },
  ],
  [
    'a published value that is not JSON',
    async (folder) => {
      using database = new DatabaseSync(join(folder, DATABASE))
      database.exec(`DROP TRIGGER publishedValues; UPDATE resources SET published = '{"text"' WHERE id = 'entry-7'`)
    },
  ],
  [
    'a missing file',
    async (folder) => {
      const [file = ''] = await readdir(join(folder, 'files'))
      await rm(join(folder, 'files', file))
    },
  ],
  [
    'a truncated file',
    async (folder) => {
      const [file = ''] = await readdir(join(folder, 'files'))
      await truncate(join(folder, 'files', file), 3)
    },
  ],
]

test.for(DAMAGES)('throws DamagedStateError with the folder for %s', async ([, damage]) => {
  const folder = await createTemporaryFolder()
  await fillStore(folder)
  await damage(folder)
  for (const open of [() => openStore(folder), () => readStateMeta(folder, 'model')]) {
    expect(open).toThrow(DamagedStateError)
    expect(open).toThrow(expect.objectContaining({ message: expect.stringContaining(folder) }))
  }
})

test('throws DamagedStateError for a file at the path of the state folder', async () => {
  const folder = await createTemporaryFolder()
  const file = join(folder, 'state')
  await writeFile(file, '')
  expect(() => openStore(file)).toThrow(DamagedStateError)
})

test('reading a meta value does not create a state folder', async () => {
  const folder = await createTemporaryFolder()
  expect(readStateMeta(join(folder, 'none'), 'model')).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

test('an empty folder is a new space', async () => {
  const store = openStore(await createTemporaryFolder())
  expect(store.entries.count({ version: 'draft' })).toBe(0)
  store.close()
})

test('rolls back all writes of a transaction that throws', async () => {
  const folder = await createTemporaryFolder()
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
  const folder = await createTemporaryFolder()
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
