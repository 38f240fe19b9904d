import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { appendToPageList, publishPage } from '#cms/sync/import/append-to-page-list.ts'
import { readSpacePictures } from '#cms/sync/import/read-space-pictures.ts'
import {
  createImportSpace,
  type ImportSpace,
  INITIAL_COUNT,
  readImportedPhotos,
  readListedIds,
} from './import-space.ts'
import { createEmptySpace, saveDraft } from './seeded-space.ts'
import { createPhoto } from './test-pictures.ts'

const PAGE = 'gallery-page'

async function createSpaceWithOnePhoto() {
  const space = await createImportSpace()
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The new photograph\n')
  return space
}

const saveGridTitle = (space: ImportSpace, title: string) => saveDraft(space, PAGE, 'gridTitle', title)

/** The published title over the photos. */
async function readPublishedTitle({ queryGraphql }: ImportSpace) {
  return (await queryGraphql('{ galleryPageCollection(limit: 1) { items { gridTitle } } }')).data
}
const createTitleResponse = (gridTitle: string) => ({ galleryPageCollection: { items: [{ gridTitle }] } })

/** Imports, and runs an edit after the page was read and before its list is written. */
const importDuring = (space: ImportSpace, edit: () => Promise<unknown>) =>
  space.importPictures({
    confirm: async () => {
      await edit()
    },
  })

test('rejects a page with unpublished changes, and suggests --draft', async () => {
  await using space = await createSpaceWithOnePhoto()
  await saveGridTitle(space, 'Not yet')
  await expect(space.importPictures()).rejects.toThrow(
    'The page gallery-page has unpublished changes of an editor, which would be published too: publish or discard them in the CMS, or run this with --draft',
  )
  expect(await readListedIds(space)).toHaveLength(INITIAL_COUNT)

  expect(await space.importPictures({ draft: true })).toMatchObject({ pictures: [{ became: 'draft' }] })
  expect(await readImportedPhotos(space, { preview: true })).toHaveLength(1)
  expect(await readPublishedTitle(space)).not.toEqual(createTitleResponse('Not yet'))
})

test.each([
  ['n', false],
  ['y', true],
])('at a terminal, asks whether to publish unpublished changes too: %s', async (answer, isPublished) => {
  await using space = await createSpaceWithOnePhoto()
  await saveGridTitle(space, 'Not yet')
  const result = space.importPictures({ ask: async () => answer })
  if (isPublished) expect(await result).toMatchObject({ pictures: [{ became: 'published' }] })
  else await expect(result).rejects.toThrow('Nothing was written')
  expect((await readImportedPhotos(space)).length).toBe(isPublished ? 1 : 0)
})

test('keeps a change that an editor publishes during the import, and adds the photo', async () => {
  await using space = await createSpaceWithOnePhoto()
  const { pictures } = await importDuring(space, async () => {
    const saved = await saveGridTitle(space, 'New title')
    await space.client.entry.publish({ entryId: PAGE }, saved)
  })
  expect(pictures).toMatchObject([{ became: 'published' }])
  expect(await readPublishedTitle(space)).toEqual(createTitleResponse('New title'))
  expect(await readImportedPhotos(space)).toMatchObject([{ altText: 'The new photograph' }])
})

test('does not publish a change that an editor saves during the import', async () => {
  await using space = await createSpaceWithOnePhoto()
  const { pictures, waitsFor } = await importDuring(space, () => saveGridTitle(space, 'Not yet'))
  expect(pictures).toMatchObject([{ became: 'draft' }])
  expect(waitsFor).toContain('an editor changed the page during the import')
  expect(await readPublishedTitle(space)).not.toEqual(createTitleResponse('Not yet'))
  expect(await readImportedPhotos(space)).toEqual([])
  expect(await readImportedPhotos(space, { preview: true })).toHaveLength(1)
})

test('does not publish a change that an editor saves after the list was written', async () => {
  await using space = await createSpaceWithOnePhoto()
  const spaceClient = createSpaceClient(getLocalManagementConnection(space.url))
  const { page: current } = await readSpacePictures(spaceClient, PHOTO_TYPE)
  const { page, hadUnpublishedEdits } = await appendToPageList(spaceClient, current, PHOTO_TYPE.page, [
    'photo-002-sideboom-hook',
    'another',
  ])
  expect(hadUnpublishedEdits).toBe(false)
  expect((await readListedIds(space)).slice(INITIAL_COUNT)).toEqual(['another'])
  await saveGridTitle(space, 'Not yet')
  expect(await publishPage(spaceClient, page)).toContain('an editor changed the page during the import')
  expect(await readPublishedTitle(space)).not.toEqual(createTitleResponse('Not yet'))
})

test('rejects more pictures than the list can hold before the first write', async () => {
  await using space = await createSpaceWithOnePhoto()
  const params = { entryId: PAGE }
  const page = await space.client.entry.get(params)
  const [link] = page.fields.images['en-US']
  await space.client.entry.publish(
    params,
    await saveDraft(
      space,
      PAGE,
      'images',
      Array.from({ length: 1_000 }, () => link),
    ),
  )
  await expect(space.importPictures()).rejects.toThrow(
    'The gallery has 1000 of at most 1000 items, so 1 more are too many: add fewer, or remove some of them',
  )
})

const SEED_FIRST = 'The space has no entry of the type “Gallery page”: seed it first, npm run cms -- seed'

test('asks to seed a space without the page', async () => {
  await using space = await createSpaceWithOnePhoto()
  await space.client.entry.unpublish({ entryId: PAGE })
  await space.client.entry.delete({ entryId: PAGE })
  await expect(space.importPictures()).rejects.toThrow(SEED_FIRST)
})

test('asks to seed an empty space', async () => {
  await using space = await createSpaceWithOnePhoto()
  await using empty = await createEmptySpace()
  await expect(space.importPictures({ connection: getLocalManagementConnection(empty.url) })).rejects.toThrow(
    SEED_FIRST,
  )
})

test('rejects a space with two pages, names them, and writes nothing', async () => {
  await using space = await createSpaceWithOnePhoto()
  const { fields } = await space.client.entry.get({ entryId: PAGE })
  const params = { contentTypeId: 'galleryPage', entryId: 'second' }
  await space.client.entry.publish(params, await space.client.entry.createWithId(params, { fields }))
  await expect(space.importPictures()).rejects.toThrow(
    /several entries of the type “Gallery page” \(.*second.*\): archive all but one/,
  )
  expect(await readListedIds(space)).toHaveLength(INITIAL_COUNT)
})
