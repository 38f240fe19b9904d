import { expect, test } from 'vitest'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { appendToPageList, publishPage } from '#cms/sync/import/page-list.ts'
import { PHOTO_TYPE } from '#cms/sync/import/picture-type.ts'
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

async function onePhoto() {
  const space = await createImportSpace()
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The new photograph\n')
  return space
}

const saveTitle = (space: ImportSpace, title: string) => saveDraft(space, PAGE, 'gridTitle', title)

/** What visitors read over the photographs. */
async function shownTitle({ queryGraphql }: ImportSpace) {
  return (await queryGraphql('{ galleryPageCollection(limit: 1) { items { gridTitle } } }')).data
}
const titled = (gridTitle: string) => ({ galleryPageCollection: { items: [{ gridTitle }] } })

/** Adds, and somebody does something between the reading of the page and the writing of its list. */
const addWhile = (space: ImportSpace, somebody: () => Promise<unknown>) =>
  space.importPictures({
    confirm: async () => {
      await somebody()
    },
  })

test('where an editor’s changes of the page wait, nothing is written, and --draft is offered', async () => {
  await using space = await onePhoto()
  await saveTitle(space, 'Not yet')
  await expect(space.importPictures()).rejects.toThrow(
    'The page gallery-page has changes that an editor has not published, and they would be published too: publish or discard them in the CMS, or run this with --draft',
  )
  expect(await readListedIds(space)).toHaveLength(INITIAL_COUNT)

  expect(await space.importPictures({ draft: true })).toMatchObject({ pictures: [{ became: 'draft' }] })
  expect(await readImportedPhotos(space, { preview: true })).toHaveLength(1)
  expect(await shownTitle(space)).not.toEqual(titled('Not yet'))
})

test.each([
  ['n', false],
  ['y', true],
])('at a terminal it asks whether they may be published too: %s', async (answer, isPublished) => {
  await using space = await onePhoto()
  await saveTitle(space, 'Not yet')
  const adding = space.importPictures({ ask: async () => answer })
  if (isPublished) expect(await adding).toMatchObject({ pictures: [{ became: 'published' }] })
  else await expect(adding).rejects.toThrow('Nothing was written')
  expect((await readImportedPhotos(space)).length).toBe(isPublished ? 1 : 0)
})

test('somebody publishes the page meanwhile: theirs stays, and the photograph comes after it', async () => {
  await using space = await onePhoto()
  const { pictures } = await addWhile(space, async () => {
    const saved = await saveTitle(space, 'Theirs')
    await space.client.entry.publish({ entryId: PAGE }, saved)
  })
  expect(pictures).toMatchObject([{ became: 'published' }])
  expect(await shownTitle(space)).toEqual(titled('Theirs'))
  expect(await readImportedPhotos(space)).toMatchObject([{ altText: 'The new photograph' }])
})

test('somebody changes the page meanwhile: what they have not published stays so', async () => {
  await using space = await onePhoto()
  const { pictures, waitsFor } = await addWhile(space, () => saveTitle(space, 'Not yet'))
  expect(pictures).toMatchObject([{ became: 'draft' }])
  expect(waitsFor).toContain('somebody changed the page meanwhile')
  expect(await shownTitle(space)).not.toEqual(titled('Not yet'))
  expect(await readImportedPhotos(space)).toEqual([])
  expect(await readImportedPhotos(space, { preview: true })).toHaveLength(1)
})

test('the same after its list was written', async () => {
  await using space = await onePhoto()
  const opened = createSpaceClient(getLocalManagementConnection(space.url))
  const { page: held } = await readSpacePictures(opened, PHOTO_TYPE)
  const { page, hadUnpublishedEdits } = await appendToPageList(opened, held, PHOTO_TYPE.page, [
    'photo-002-sideboom-hook',
    'another',
  ])
  expect(hadUnpublishedEdits).toBe(false)
  expect((await readListedIds(space)).slice(INITIAL_COUNT)).toEqual(['another'])
  await saveTitle(space, 'Not yet')
  expect(await publishPage(opened, page)).toContain('somebody changed the page meanwhile')
  expect(await shownTitle(space)).not.toEqual(titled('Not yet'))
})

test('more than the list may hold are refused before the first write', async () => {
  await using space = await onePhoto()
  const at = { entryId: PAGE }
  const page = await space.client.entry.get(at)
  const [link] = page.fields.images['en-US']
  await space.client.entry.publish(
    at,
    await saveDraft(
      space,
      PAGE,
      'images',
      Array.from({ length: 1_000 }, () => link),
    ),
  )
  await expect(space.importPictures()).rejects.toThrow(
    'The gallery holds 1000 and may hold 1000, so 1 more are too many: add fewer, or take some out of it',
  )
})

const SEED_FIRST = 'The space has no entry of the type “Gallery page”: seed it first, npm run cms -- seed'

test('without the page it says what to do', async () => {
  await using space = await onePhoto()
  await space.client.entry.unpublish({ entryId: PAGE })
  await space.client.entry.delete({ entryId: PAGE })
  await expect(space.importPictures()).rejects.toThrow(SEED_FIRST)
})

test('so it does in a space without anything', async () => {
  await using space = await onePhoto()
  await using empty = await createEmptySpace()
  await expect(space.importPictures({ connection: getLocalManagementConnection(empty.url) })).rejects.toThrow(
    SEED_FIRST,
  )
})

test('with two pages it says which, and writes nothing', async () => {
  await using space = await onePhoto()
  const { fields } = await space.client.entry.get({ entryId: PAGE })
  const at = { contentTypeId: 'galleryPage', entryId: 'second' }
  await space.client.entry.publish(at, await space.client.entry.createWithId(at, { fields }))
  await expect(space.importPictures()).rejects.toThrow(
    /several entries of the type “Gallery page” \(.*second.*\): archive all but one/,
  )
  expect(await readListedIds(space)).toHaveLength(INITIAL_COUNT)
})
