import { expect, onTestFinished, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { compareContent, fetchPublishedVersions } from '#cms/photo-desk/state/publication/compare-content.ts'
import { discardFile, discardOrder, discardTexts } from '#cms/photo-desk/state/publication/discarded-values.ts'
import type { Discard } from '#cms/photo-desk/state/publication/discards.ts'
import { createAsset, toLink, uploadFile } from '#local-tests/test-contentful.ts'
import { LOCALE } from '#shared/constants.ts'
import { saveDraft } from '#tests/setup/content.ts'
import { createPictureSpace, type PictureSpace, readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { stubIndexedDb } from '#tests/setup/photo-desk/stub-indexed-db.ts'
import { openTestDesk } from './test-desk.ts'

const { field } = PHOTO_TYPE.page

/** Opens the desk on a space as it is now. */
async function openDesk(space: PictureSpace) {
  const desk = await openTestDesk(space, crypto.randomUUID(), { isReadingHeld: false, isSendingHeld: false })
  onTestFinished(desk.close)
  const { workspace } = desk
  const { client, discards, publishing } = workspace
  const read = async () => {
    const spacePictures = workspace.getSpacePictures()
    if (!spacePictures) throw new Error('The pictures are fetched')
    const published = await fetchPublishedVersions(client, spacePictures, PHOTO_TYPE)
    return compareContent(spacePictures, PHOTO_TYPE, published)
  }
  /** Compares a photograph with what visitors see, as the view does. */
  const compare = async (id: string) => {
    const { pictures } = await read()
    const compared = pictures.find(({ picture }) => picture?.id === id)
    const row = desk.listRows().find((other) => other.id === id)
    if (!compared?.picture || !row) throw new Error(`There is no picture ${id}`)
    return { ...compared, picture: compared.picture, row }
  }
  const discard = async (value: Discard['values'][number] | undefined, name = 'it') => {
    await discards.discard({ name, values: value ? [value] : [] })
    return readStatus()
  }
  const readStatus = () => {
    const state = publishing.store.getState()
    return state?.kind === 'done' ? state.text : undefined
  }
  return {
    workspace,
    compare,
    /** `compared`: what the editor sees. */
    discardTexts: async (id: string, fields: readonly string[], compared?: Awaited<ReturnType<typeof compare>>) => {
      const { row, publishedEntry } = compared ?? (await compare(id))
      if (!publishedEntry) throw new Error(`Nothing of ${id} is changed`)
      return discard(discardTexts(workspace, row, publishedEntry, fields))
    },
    discardFile: async (id: string, compared?: Awaited<ReturnType<typeof compare>>) => {
      const { picture, publishedEntry: entry, publishedAsset: asset } = compared ?? (await compare(id))
      if (!entry || !asset) throw new Error(`The file of ${id} is not changed`)
      return discard(discardFile(workspace, picture, { entry, asset }))
    },
    discardOrder: async () => {
      const { entry, publishedEntry } = (await read()).page
      return discard(publishedEntry && discardOrder(workspace, entry, publishedEntry))
    },
    undo: async () => {
      await discards.undo()
      return readStatus()
    },
    countUndos: () => discards.store.getState().length,
  }
}

/** Reads the values of an entry in Contentful. */
async function readFields({ client }: PictureSpace, entryId: string, fields: readonly string[]) {
  const entry = await client.entry.get({ entryId })
  return fields.map((name) => entry.fields[name]?.[LOCALE])
}

const readUrl = async ({ client }: PictureSpace, assetId: string) =>
  (await client.asset.get({ assetId })).fields.file[LOCALE]?.url

/** Gives an asset another file, as a draft. */
async function replaceFile(space: PictureSpace, assetId: string, content: string) {
  const { client } = space
  const asset = await client.asset.get({ assetId })
  const uploadFrom = await uploadFile(space, await createPhoto(content))
  const file = { [LOCALE]: { fileName: 'other.jpg', contentType: 'image/jpeg', uploadFrom } }
  const changed = await client.asset.update({ assetId }, { ...asset, fields: { ...asset.fields, file } })
  await client.asset.processForAllLocales({}, changed)
  return readUrl(space, assetId)
}

const saveOrder = (space: PictureSpace, ids: readonly string[]) =>
  saveDraft(
    space,
    'gallery-page',
    field,
    ids.map((id) => toLink('Entry', id)),
  )

/** Creates a space, and returns the first three photographs, which are published. */
async function createSpace() {
  stubIndexedDb()
  const space = await createPictureSpace()
  const [a = '', b = '', c = ''] = await readListedIds(space)
  const assetId: string = (await readFields(space, a, ['photo']))[0].sys.id
  return { space, ids: { a, b, c }, assetId }
}

test('links the published asset again where an entry got another one, and undoes it', async () => {
  const { space, ids, assetId } = await createSpace()
  await using _ = space
  await createAsset(space, 'other-file', await createPhoto('other'))
  await saveDraft(space, ids.a, 'photo', toLink('Asset', 'other-file'))
  const desk = await openDesk(space)
  await desk.discardFile(ids.a)
  expect(await readFields(space, ids.a, ['photo'])).toEqual([toLink('Asset', assetId)])
  expect(await desk.compare(ids.a)).toMatchObject({ changes: [], picture: { asset: { sys: { id: assetId } } } })
  await desk.undo()
  expect(await readFields(space, ids.a, ['photo'])).toEqual([toLink('Asset', 'other-file')])
})

test('discards an order, lists removed photographs again, and keeps added ones, also those of others since', async () => {
  const { space, ids } = await createSpace()
  await using _ = space
  const { a, b, c } = ids
  await saveOrder(space, ['new', c, a, 'last'])
  const desk = await openDesk(space)
  await saveOrder(space, ['new', c, a, 'last', 'theirs'])
  expect(await desk.discardOrder()).toBe('It is as visitors see it again.')
  expect(await readListedIds(space)).toEqual(['new', a, b, c, 'last', 'theirs'])
  await desk.undo()
  expect(await readListedIds(space)).toEqual(['new', c, a, 'last', 'theirs'])
})

test('does not list archived photographs again, and has nothing to discard where photographs were only added', async () => {
  const { space, ids } = await createSpace()
  await using _ = space
  const { a, b, c } = ids
  await saveOrder(space, [c, a])
  await space.client.entry.unpublish({ entryId: b })
  await space.client.entry.archive({ entryId: b })
  const desk = await openDesk(space)
  await desk.discardOrder()
  expect(await readListedIds(space)).toEqual([a, c])
  const listed = [a, b, c, 'added']
  await saveOrder(space, listed)
  const other = await openDesk(space)
  await other.discardOrder()
  expect([await readListedIds(space), other.countUndos()]).toEqual([listed, 0])
})

test('overwrites nothing that somebody else has changed meanwhile', async () => {
  const { space, ids, assetId } = await createSpace()
  await using _ = space
  const { a, b, c } = ids
  await saveDraft(space, a, 'altText', 'My text of a pipe')
  await replaceFile(space, assetId, 'mine')
  await saveOrder(space, [b, a, c])
  const desk = await openDesk(space)
  await saveDraft(space, a, 'altText', 'Their text of a pipe')
  const theirUrl = await replaceFile(space, assetId, 'theirs')
  await saveOrder(space, [c, b, a])

  expect(await desk.discardTexts(a, ['altText'])).toContain('choose one of both')
  expect(desk.workspace.edits.store.getState().get(a)).toMatchObject({
    status: 'conflict',
    theirs: { altText: 'Their text of a pipe' },
  })
  expect(await desk.discardFile(a)).toContain('Somebody else has changed it meanwhile')
  expect(await desk.discardOrder()).toContain('Somebody else has changed it meanwhile')
  expect(await readFields(space, a, ['altText'])).toEqual(['Their text of a pipe'])
  expect(await readUrl(space, assetId)).toBe(theirUrl)
  expect(await readListedIds(space)).toEqual([c, b, a])
  // What is there now is shown, and is discarded by the next click.
  await desk.discardFile(a)
  await desk.discardOrder()
  expect(await readListedIds(space)).toEqual([a, b, c])
  expect((await desk.compare(a)).changes).toEqual(['Alternative text'])
})

test('undoes nothing that was changed since, and goes on with the discard before', async () => {
  const { space, ids, assetId } = await createSpace()
  await using _ = space
  const { a } = ids
  await saveDraft(space, a, 'caption', 'My caption')
  const draftUrl = await replaceFile(space, assetId, 'mine')
  const desk = await openDesk(space)
  await desk.discardFile(a)
  await desk.discardTexts(a, ['caption'])
  desk.workspace.edits.change(a, { caption: 'Typed since' })
  expect(await desk.undo()).toContain('Not undone: it. Somebody else has changed it meanwhile')
  await desk.workspace.edits.saveAll()
  expect(await readFields(space, a, ['caption'])).toEqual(['Typed since'])
  await desk.undo()
  expect(await readUrl(space, assetId)).toBe(draftUrl)
  expect(desk.countUndos()).toBe(0)
})

test('undo asks about a text that somebody else has saved since', async () => {
  const { space, ids } = await createSpace()
  await using _ = space
  await saveDraft(space, ids.a, 'caption', 'My caption')
  const desk = await openDesk(space)
  await desk.discardTexts(ids.a, ['caption'])
  await saveDraft(space, ids.a, 'caption', 'Their caption')
  expect(await desk.undo()).toContain('choose one of both')
  expect(await readFields(space, ids.a, ['caption'])).toEqual(['Their caption'])
})

test('says why a photograph that was archived or deleted meanwhile is not discarded', async () => {
  const { space, ids, assetId } = await createSpace()
  await using _ = space
  const { a, b } = ids
  for (const id of [a, b]) await saveDraft(space, id, 'caption', 'My caption')
  await replaceFile(space, assetId, 'mine')
  const desk = await openDesk(space)
  const seen = { a: await desk.compare(a), b: await desk.compare(b) }
  const { client } = space
  for (const entryId of [a, b]) await client.entry.unpublish({ entryId })
  await client.entry.archive({ entryId: a })
  await client.entry.delete({ entryId: b })
  await client.asset.unpublish({ assetId })
  await client.asset.archive({ assetId })
  expect(await desk.discardTexts(a, ['caption'], seen.a)).toMatch(
    /^Not discarded: it\. It is not saved yet: This is archived/,
  )
  expect(await desk.discardTexts(b, ['caption'], seen.b)).toContain('This does not exist any more')
  expect(await desk.discardFile(a, seen.a)).toMatch(/^Not discarded: it\. This is archived/)
})
