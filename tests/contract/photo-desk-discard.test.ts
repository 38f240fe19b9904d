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

/** Opens the desk on a space as it is now. */
async function openDesk(space: PictureSpace) {
  const desk = await openTestDesk(space, crypto.randomUUID(), { isReadingHeld: false, isSendingHeld: false })
  onTestFinished(desk.close)
  const { workspace } = desk
  const { client, discards, publishing } = workspace
  const read = async () => {
    const spacePictures = workspace.getSpacePictures() ?? (await workspace.fetchSpacePictures())
    const published = await fetchPublishedVersions(client, spacePictures, PHOTO_TYPE)
    return compareContent(spacePictures, PHOTO_TYPE, published)
  }
  /** Compares a photograph with what visitors see, as the view does. */
  const compare = async (id: string) => {
    const compared = (await read()).pictures.find(({ picture }) => picture?.id === id)
    const row = desk.listRows().find((other) => other.id === id)
    if (!compared?.picture || !compared.publishedEntry || !row) throw new Error(`Nothing of ${id} is changed`)
    return { ...compared, picture: compared.picture, publishedEntry: compared.publishedEntry, row }
  }
  const readStatus = () => {
    const state = publishing.store.getState()
    return state?.kind === 'done' ? state.text : undefined
  }
  const discard = async (value: Discard['values'][number] | undefined) => {
    await discards.discard({ name: 'it', values: value ? [value] : [] })
    return readStatus()
  }
  return {
    workspace,
    compare,
    /** `seen`: what the editor sees. */
    discardText: async (id: string, field: string, seen?: Awaited<ReturnType<typeof compare>>) => {
      const { row, publishedEntry } = seen ?? (await compare(id))
      return discard(discardTexts(workspace, row, publishedEntry, [field]))
    },
    discardFile: async (id: string) => {
      const { picture, publishedEntry: entry, publishedAsset: asset } = await compare(id)
      return discard(asset && discardFile(workspace, picture, { entry, asset }))
    },
    discardOrder: async () => {
      const { entry, publishedEntry } = (await read()).page
      return discard(publishedEntry && discardOrder(workspace, entry, publishedEntry))
    },
    undo: async () => {
      await discards.undo()
      return readStatus()
    },
  }
}

async function readField({ client }: PictureSpace, entryId: string, field: string) {
  return (await client.entry.get({ entryId })).fields[field]?.[LOCALE]
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

const saveOrder = (space: PictureSpace, ids: readonly string[]) => {
  const links = ids.map((id) => toLink('Entry', id))
  return saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, links)
}

/** Creates a space, and returns its three photographs, which are published, and the asset of the first one. */
async function createSpace() {
  stubIndexedDb()
  const space = await createPictureSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const [a = '', b = '', c = ''] = await readListedIds(space)
  const assetId: string = (await readField(space, a, 'photo')).sys.id
  return { space, a, b, c, assetId }
}

test('§10.47 §10.48 links the published asset again where an entry got another one, and undoes it', async () => {
  const { space, a, assetId } = await createSpace()
  await createAsset(space, 'other-file', await createPhoto('other'))
  await saveDraft(space, a, 'photo', toLink('Asset', 'other-file'))
  const desk = await openDesk(space)
  await desk.discardFile(a)
  expect(await readField(space, a, 'photo')).toEqual(toLink('Asset', assetId))
  await desk.undo()
  expect(await readField(space, a, 'photo')).toEqual(toLink('Asset', 'other-file'))
})

test('§10.47 discards an order, lists removed photographs again, and keeps added ones, also those of others since', async () => {
  const { space, a, b, c } = await createSpace()
  await saveOrder(space, ['new', c, a, 'last'])
  const desk = await openDesk(space)
  await saveOrder(space, ['new', c, a, 'last', 'theirs'])
  expect(await desk.discardOrder()).toBe('It is as visitors see it again.')
  expect(await readListedIds(space)).toEqual(['new', a, b, c, 'last', 'theirs'])
  await desk.undo()
  expect(await readListedIds(space)).toEqual(['new', c, a, 'last', 'theirs'])
})

test('does not list archived photographs again, and has nothing to discard where photographs were only added', async () => {
  const { space, a, b, c } = await createSpace()
  await saveOrder(space, [c, a])
  await space.client.entry.unpublish({ entryId: b })
  await space.client.entry.archive({ entryId: b })
  await (await openDesk(space)).discardOrder()
  expect(await readListedIds(space)).toEqual([a, c])
  const listed = [a, b, c, 'added']
  await saveOrder(space, listed)
  const desk = await openDesk(space)
  await desk.discardOrder()
  expect(await readListedIds(space)).toEqual(listed)
  expect(desk.workspace.discards.store.getState()).toEqual([])
})

test('overwrites nothing that somebody else has changed meanwhile', async () => {
  const { space, a, b, c, assetId } = await createSpace()
  await saveDraft(space, a, 'altText', 'My text of a pipe')
  await replaceFile(space, assetId, 'mine')
  await saveOrder(space, [b, a, c])
  const desk = await openDesk(space)
  await saveDraft(space, a, 'altText', 'Their text of a pipe')
  const theirUrl = await replaceFile(space, assetId, 'theirs')
  await saveOrder(space, [c, b, a])

  expect(await desk.discardText(a, 'altText')).toContain('choose one of both')
  const theirs = { altText: 'Their text of a pipe' }
  expect(desk.workspace.edits.store.getState().get(a)).toMatchObject({ status: 'conflict', theirs })
  expect(await desk.discardFile(a)).toContain('Somebody else has changed it meanwhile')
  expect(await desk.discardOrder()).toContain('Somebody else has changed it meanwhile')
  expect(await readField(space, a, 'altText')).toBe('Their text of a pipe')
  expect(await readUrl(space, assetId)).toBe(theirUrl)
  expect(await readListedIds(space)).toEqual([c, b, a])
  // What is there now is shown, and is discarded by the next click.
  await desk.discardFile(a)
  await desk.discardOrder()
  expect(await readListedIds(space)).toEqual([a, b, c])
  expect((await desk.compare(a)).changes).toEqual(['Alternative text'])
})

test('§10.48 undo asks about a text that somebody else has saved since, and leaves one that was typed since', async () => {
  const { space, a, b } = await createSpace()
  for (const id of [a, b]) await saveDraft(space, id, 'caption', 'My caption')
  const desk = await openDesk(space)
  for (const id of [a, b]) await desk.discardText(id, 'caption')
  await saveDraft(space, b, 'caption', 'Their caption')
  expect(await desk.undo()).toContain('choose one of both')
  expect(await readField(space, b, 'caption')).toBe('Their caption')
  desk.workspace.edits.change(a, { caption: 'Typed since' })
  expect(await desk.undo()).toContain('Not undone: it. Somebody else has changed it meanwhile')
  await desk.workspace.edits.saveAll()
  expect(await readField(space, a, 'caption')).toBe('Typed since')
})

test('says why a text is not discarded, because its photograph was archived meanwhile', async () => {
  const { space, a } = await createSpace()
  await saveDraft(space, a, 'caption', 'My caption')
  const desk = await openDesk(space)
  const seen = await desk.compare(a)
  await space.client.entry.unpublish({ entryId: a })
  await space.client.entry.archive({ entryId: a })
  expect(await desk.discardText(a, 'caption', seen)).toMatch(
    /^Not discarded: it\. It is not saved yet: This is archived/,
  )
})
