import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openMediaCache } from '#cms/seed/media-cache.ts'
import { PHOTO_TYPE } from '#cms/sync/import/picture-type.ts'
import { createImportSpace, type ImportSpace, INITIAL_COUNT, readImportedPhotos } from './import-space.ts'
import { createPhoto } from './test-pictures.ts'

/** Photographs are large. */
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.restoreAllMocks())

/** Files that were just written are not cached: the clock is ahead of them. */
function setClockAhead() {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000)
}

/** Adds what is in the folder; answers with what became of it and how often something was decoded or fetched. */
async function addCounted(space: ImportSpace, task: Parameters<ImportSpace['importPictures']>[0] = {}) {
  const cache = await openMediaCache({ file: join(space.folder, 'cache'), say: expect.unreachable })
  const createMaster = vi.fn(PHOTO_TYPE.createMaster)
  using requests = vi.spyOn(globalThis, 'fetch')
  const { pictures, writes } = await space.importPictures({
    pictureType: { ...PHOTO_TYPE, createMaster },
    cache,
    ...task,
  })
  const became = pictures.map((picture) => picture.became)
  return { became, masters: createMaster.mock.calls.length, fetched: requests.mock.calls.length, writes }
}

async function twoPhotos() {
  setClockAhead()
  const space = await createImportSpace()
  for (const name of ['a.jpg', 'b.jpg']) await space.writeFile(name, await createPhoto(name))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The photograph a\nb.jpg,The photograph b\n')
  return space
}

test('a second run decodes no photograph, and fetches those alone that are new in the space', async () => {
  await using space = await twoPhotos()
  expect(await addCounted(space)).toMatchObject({
    became: ['published', 'published'],
    masters: 2,
    fetched: INITIAL_COUNT,
  })
  const second = { became: ['duplicate', 'duplicate'], masters: 0, writes: 0 }
  expect(await addCounted(space)).toEqual({ ...second, fetched: 2 })
  expect(await addCounted(space)).toEqual({ ...second, fetched: 0 })
})

test('a photograph that the cache knows gets its master when it is added', async () => {
  await using space = await twoPhotos()
  const confirm = () => Promise.reject(new Error('not today'))
  await expect(addCounted(space, { confirm })).rejects.toThrow('not today')
  expect(await addCounted(space)).toMatchObject({ became: ['published', 'published'], masters: 2, fetched: 0 })
  expect(await readImportedPhotos(space)).toMatchObject([{ photo: { width: 1_500 } }, { photo: { width: 1_500 } }])
})

test('a photograph that changed is looked at again, and the others are not', async () => {
  await using space = await twoPhotos()
  await addCounted(space)
  await space.writeFile('b.jpg', await createPhoto('c.jpg'))
  expect(await addCounted(space)).toMatchObject({ became: ['duplicate', 'published'], masters: 1 })
})

test('drafts are published by the next run without their masters', async () => {
  await using space = await twoPhotos()
  await addCounted(space, { draft: true })
  expect(await addCounted(space)).toMatchObject({ became: ['published', 'published'], masters: 0 })
})
