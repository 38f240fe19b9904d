import { mkdir, mkdtemp, open as openFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { readStateMeta } from '#cms/local/state-folder.ts'
import { DamagedStateError } from './damaged-state.ts'
import { openStore } from './store.ts'

/** Gone when the test has ended. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A state folder with enough in it to fill several pages of the database. */
async function fill(folder: string): Promise<void> {
  const store = openStore(folder)
  for (let index = 0; index < 200; index += 1) {
    store.entries.create(`entry-${index}`, { fields: { text: { 'en-US': 'x'.repeat(200) } }, tags: [] }, 'note')
  }
  const upload = store.files.getUpload(await store.files.addUpload(Buffer.from('a file')))
  store.files.addServedFile({
    path: '/assets/local/a/b/c',
    sha256: upload?.sha256 ?? '',
    contentType: 'image/png',
    size: 6,
  })
  store.close()
}

const DATABASE = 'contentful.sqlite'

test('a healthy state opens again', async () => {
  const folder = await temporaryFolder()
  await fill(folder)
  const store = openStore(folder)
  expect(store.entries.list({ skip: 0, limit: 1 }).total).toBe(200)
  store.close()
})

const DAMAGES: readonly (readonly [string, (folder: string) => Promise<unknown>])[] = [
  ['other bytes for a database', (folder) => writeFile(join(folder, DATABASE), 'Not a database. '.repeat(100))],
  ['half a database', (folder) => truncate(join(folder, DATABASE), 16_384)],
  [
    'a folder for a database',
    async (folder) => {
      await rm(join(folder, DATABASE))
      await mkdir(join(folder, DATABASE))
    },
  ],
  ['a page of zeros', (folder) => overwrite(join(folder, DATABASE), 3 * 4_096, Buffer.alloc(4_096))],
  [
    'a database of another program',
    async (folder) => {
      await rm(join(folder, DATABASE))
      using other = new DatabaseSync(join(folder, DATABASE))
      other.exec('CREATE TABLE other (id)')
    },
  ],
  [
    'a value that is no JSON',
    async (folder) => {
      using database = new DatabaseSync(join(folder, DATABASE))
      database.exec(`UPDATE resources SET draft = '{"text"' WHERE id = 'entry-7'`)
    },
  ],
  [
    'a file that is missing',
    async (folder) => {
      const [file = ''] = await readdir(join(folder, 'files'))
      await rm(join(folder, 'files', file))
    },
  ],
  [
    'a file that is cut short',
    async (folder) => {
      const [file = ''] = await readdir(join(folder, 'files'))
      await truncate(join(folder, 'files', file), 3)
    },
  ],
  [
    'a file for a folder',
    async (folder) => {
      await rm(join(folder, 'derivatives'), { recursive: true })
      await writeFile(join(folder, 'derivatives'), '')
    },
  ],
]

test.for(DAMAGES)('%s is damage, and names the folder', async ([, damage]) => {
  const folder = await temporaryFolder()
  await fill(folder)
  await damage(folder)
  for (const open of [() => openStore(folder), () => readStateMeta(folder, 'model')]) {
    expect(open).toThrow(DamagedStateError)
    expect(open).toThrow(expect.objectContaining({ folder, message: expect.stringContaining(folder) }))
  }
})

test('a file where the folder should be is damage too', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'state')
  await writeFile(file, '')
  expect(() => openStore(file)).toThrow(DamagedStateError)
})

test('a note can be looked for where nothing is, without beginning a state', async () => {
  const folder = await temporaryFolder()
  expect(readStateMeta(join(folder, 'none'), 'model')).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

test('writes that belong together are all undone when one fails', async () => {
  const folder = await temporaryFolder()
  const store = openStore(folder)
  const failing = () =>
    store.runTransaction(() => {
      store.entries.create('one', { fields: {}, tags: [] }, 'note')
      throw new Error('No')
    })
  expect(failing).toThrow('No')
  expect(store.entries.get('one')).toBeUndefined()
  store.close()
})

async function overwrite(path: string, position: number, content: Buffer): Promise<void> {
  await using file = await openFile(path, 'r+')
  await file.write(content, 0, content.length, position)
}

test('what another process writes in the same folder is read', async () => {
  const folder = await temporaryFolder()
  const [here, there] = [openStore(folder), openStore(folder)]
  const ids = () => here.entries.all().map(({ id }) => id)
  const types = () => here.getPublishedContentTypes().map(({ id }) => id)
  const before = { ids: ids(), types: types(), revision: here.getRevision() }
  there.entries.create('note-1', { fields: {}, tags: [] }, 'note')
  there.contentTypes.create('note', { id: 'note', name: 'Note', fields: [] })
  there.contentTypes.publish('note')
  expect({ before, ids: ids(), types: types() }).toMatchObject({
    before: { ids: [], types: [] },
    ids: ['note-1'],
    types: ['note'],
  })
  expect(here.getRevision()).toBeGreaterThan(before.revision)
  expect(here.getPublishedContentTypes()).toBe(here.getPublishedContentTypes())
  here.close()
  there.close()
})
