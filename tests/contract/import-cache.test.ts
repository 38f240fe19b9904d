import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openMediaCache } from '#cms/seed/media-cache.ts'
import { masterCreators } from '#cms/sync/import/picture-masters.ts'
import { createImportSpace, type ImportSpace, INITIAL_COUNT, readImportedPhotos } from './import-space.ts'
import { createPhoto } from './test-pictures.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.restoreAllMocks())

/** Moves the clock forward, because files that were just written are not cached. */
function setClockAhead() {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000)
}

/** Imports the folder. Returns the outcome of each picture, and the numbers of decoded and of downloaded pictures. */
async function importAndCount(space: ImportSpace, options: Parameters<ImportSpace['importPictures']>[0] = {}) {
  const cache = await openMediaCache({ file: join(space.folder, 'cache'), log: expect.unreachable })
  using createMaster = vi.spyOn(masterCreators, 'photograph')
  using requests = vi.spyOn(globalThis, 'fetch')
  const { pictures, writes } = await space.importPictures({ cache, ...options })
  const outcomes = pictures.map((picture) => picture.became)
  return { outcomes, masters: createMaster.mock.calls.length, fetched: requests.mock.calls.length, writes }
}

async function createSpaceWithTwoPhotos() {
  setClockAhead()
  const space = await createImportSpace()
  for (const name of ['a.jpg', 'b.jpg']) await space.writeFile(name, await createPhoto(name))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The photograph a\nb.jpg,The photograph b\n')
  return space
}

test('a second run decodes no photo, and downloads only photos that are new in the space', async () => {
  await using space = await createSpaceWithTwoPhotos()
  expect(await importAndCount(space)).toMatchObject({
    outcomes: ['published', 'published'],
    masters: 2,
    fetched: INITIAL_COUNT,
  })
  const second = { outcomes: ['duplicate', 'duplicate'], masters: 0, writes: 0 }
  expect(await importAndCount(space)).toEqual({ ...second, fetched: 2 })
  expect(await importAndCount(space)).toEqual({ ...second, fetched: 0 })
})

test('creates the master of a cached photo when the photo is imported', async () => {
  await using space = await createSpaceWithTwoPhotos()
  const confirm = () => Promise.reject(new Error('canceled'))
  await expect(importAndCount(space, { confirm })).rejects.toThrow('canceled')
  expect(await importAndCount(space)).toMatchObject({ outcomes: ['published', 'published'], masters: 2, fetched: 0 })
  expect(await readImportedPhotos(space)).toMatchObject([{ photo: { width: 1_500 } }, { photo: { width: 1_500 } }])
})

test('decodes a changed photo again, but not the others', async () => {
  await using space = await createSpaceWithTwoPhotos()
  await importAndCount(space)
  await space.writeFile('b.jpg', await createPhoto('c.jpg'))
  expect(await importAndCount(space)).toMatchObject({ outcomes: ['duplicate', 'published'], masters: 1 })
})

test('the next run publishes drafts without creating masters', async () => {
  await using space = await createSpaceWithTwoPhotos()
  await importAndCount(space, { draft: true })
  expect(await importAndCount(space)).toMatchObject({ outcomes: ['published', 'published'], masters: 0 })
})
