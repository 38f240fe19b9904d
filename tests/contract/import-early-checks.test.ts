import { afterEach, expect, test, vi } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { masterCreators } from '#cms/sync/import/picture-masters.ts'
import { createImportSpace, type ImportSpace, INITIAL_COUNT, readListedIds } from './import-space.ts'
import { createEmptySpace, saveDraft } from './seeded-space.ts'
import { createPhoto } from './test-pictures.ts'

afterEach(() => vi.restoreAllMocks())

const PAGE = 'gallery-page'
const MAX_PHOTOS = 1_000

type ImportOptions = Parameters<ImportSpace['importPictures']>[0]

/** Imports, and counts the pictures that were read from the folder and downloaded from the space. */
async function importAndCount(space: ImportSpace, { pictureType = PHOTO_TYPE, ...options }: ImportOptions = {}) {
  using createMaster = vi.spyOn(masterCreators, pictureType.name)
  const requests = vi.spyOn(globalThis, 'fetch')
  const result = await space
    .importPictures({ ...options, pictureType })
    .then(({ pictures }) => pictures.map(({ became }) => became))
    .catch((error: unknown) => (error instanceof Error ? error.message : expect.unreachable()))
  const counts = { read: createMaster.mock.calls.length, downloaded: requests.mock.calls.length }
  requests.mockRestore()
  return { result, ...counts }
}

const NOT_READ = { read: 0, downloaded: 0 }

/** Publishes the gallery with the list filled up to `count` photos by its first one. */
async function fillGallery(space: ImportSpace, count: number) {
  const page = await space.client.entry.get({ entryId: PAGE })
  const links: readonly object[] = page.fields.images['en-US']
  const images = [...links, ...Array.from({ length: count - links.length }, () => links[0])]
  return space.client.entry.publish({ entryId: PAGE }, await saveDraft(space, PAGE, 'images', images))
}

/** Writes files that are no pictures: if one was read, the import would skip it and not fail. */
async function writeFiles(space: ImportSpace, count: number) {
  await Promise.all(Array.from({ length: count }, (_, index) => space.writeFile(`${index}.jpg`, 'no picture')))
}

test.each([false, true])(
  'rejects more files than the list has room for before it reads one; again: %s',
  async (again) => {
    await using space = await createImportSpace()
    // Without `again`, three of them can be the photos of the gallery.
    const count = MAX_PHOTOS + (again ? 1 - INITIAL_COUNT : 1)
    await writeFiles(space, count)
    expect(await importAndCount(space, { again })).toEqual({
      ...NOT_READ,
      result: `The gallery has 3 of at most 1000 items, so 998 more are too many: add at most 997 at a time, or remove some of them`,
    })
  },
)

test('reads as many files as could fit if some are duplicates', async () => {
  await using space = await createImportSpace()
  await fillGallery(space, MAX_PHOTOS - 1)
  await writeFiles(space, INITIAL_COUNT + 1)
  expect(await importAndCount(space)).toMatchObject({ read: 4, result: ['unfit', 'unfit', 'unfit', 'unfit'] })
  await space.writeFile('one-more.jpg', 'no picture')
  expect(await importAndCount(space)).toMatchObject({
    ...NOT_READ,
    result: expect.stringContaining('The gallery has 999 of at most 1000 items, so 2 more are too many: add at most 1'),
  })
})

test('rejects a file for a full list before it reads it', async () => {
  await using space = await createImportSpace()
  await fillGallery(space, MAX_PHOTOS)
  await space.writeFile('a.jpg', 'no picture')
  for (const draft of [false, true])
    expect(await importAndCount(space, { draft })).toEqual({
      ...NOT_READ,
      result: 'The gallery has 1000 of at most 1000 items, so 1 more are too many: add fewer, or remove some of them',
    })
})

test('does not count films, which are never added', async () => {
  await using space = await createImportSpace()
  await fillGallery(space, MAX_PHOTOS)
  await space.writeFile('clip.mp4', 'a film')
  expect(await importAndCount(space)).toMatchObject({ read: 0, result: ['unfit'] })
})

test('continues an interrupted import that has filled the list', async () => {
  await using space = await createImportSpace()
  await fillGallery(space, MAX_PHOTOS - 1)
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The last photograph\n')
  expect(await importAndCount(space, { draft: true })).toMatchObject({ result: ['draft'] })
  expect(await readListedIds(space)).toHaveLength(MAX_PHOTOS)
  expect(await importAndCount(space)).toMatchObject({ result: ['published'] })
})

test('rejects unpublished changes of the page before it reads a file', async () => {
  await using space = await createImportSpace()
  await saveDraft(space, PAGE, 'gridTitle', 'Not yet')
  await space.writeFile('a.jpg', 'no picture')
  expect(await importAndCount(space)).toEqual({
    ...NOT_READ,
    result: expect.stringContaining('unpublished changes of an editor, which would be published too'),
  })
  const ask = vi.fn(async () => 'n')
  expect(await importAndCount(space, { ask })).toEqual({ ...NOT_READ, result: 'Nothing was written.' })
  expect(ask).toHaveBeenCalledOnce()
  // Drafts publish nothing.
  expect(await importAndCount(space, { draft: true })).toMatchObject({ result: ['unfit'] })
})

test('asks once about unpublished changes of the page', async () => {
  await using space = await createImportSpace()
  await saveDraft(space, PAGE, 'gridTitle', 'Not yet')
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The new photograph\n')
  const ask = vi.fn(async () => 'y')
  expect(await importAndCount(space, { ask })).toMatchObject({ result: ['published'] })
  expect(ask).toHaveBeenCalledOnce()
})

test('rejects other files when drafts of an earlier import wait in the page', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The first photograph\n')
  await space.importPictures({ draft: true })
  await space.writeFile('b.jpg', await createPhoto('b'))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The first photograph\nb.jpg,The second photograph\n')
  expect(await importAndCount(space, { paths: [`${space.pictureFolder}/b.jpg`] })).toMatchObject({
    result: expect.stringContaining('unpublished changes of an editor'),
  })
  expect(await importAndCount(space)).toMatchObject({ result: ['published', 'published'] })
})

test('rejects a missing page, an unknown token and an unreachable space before it reads a file', async () => {
  await using space = await createImportSpace()
  await using empty = await createEmptySpace()
  await space.writeFile('a.jpg', 'no picture')
  const connection = getLocalManagementConnection(space.url)
  const results = [
    await importAndCount(space, { connection: getLocalManagementConnection(empty.url) }),
    await importAndCount(space, { connection: { ...connection, managementToken: 'unknown' } }),
    await importAndCount(space, { connection: { ...connection, spaceId: 'unknown' } }),
  ]
  for (const { result, ...counts } of results) {
    expect(counts).toEqual(NOT_READ)
    expect(result).toEqual(expect.any(String))
  }
  await space.writeFile('a.svg', 'no picture')
  expect(
    await importAndCount(space, { connection: getLocalManagementConnection(empty.url), pictureType: LOGO_TYPE }),
  ).toMatchObject({ ...NOT_READ, result: expect.stringContaining('no entry of the type “Services page”') })
})
