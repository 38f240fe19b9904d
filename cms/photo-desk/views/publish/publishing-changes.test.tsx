import type { PlainClientAPI } from 'contentful-management'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LOCALE } from '#shared/constants.ts'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import { addDraft, readAssetId, readListedIds, saveFields, saveGalleryIds } from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { PublishingView } from './publishing-view.tsx'

/** Creates a photograph, as the bytes of a JPEG. */
async function createJpeg(): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(2_880, 1_920)
  canvas.getContext('2d')?.fillRect(0, 0, 100, 100)
  return (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer()
}

/** Gives an asset another file, as a draft. */
async function replaceFile(space: PlainClientAPI, assetId: string) {
  const upload = await space.upload.create({}, { file: await createJpeg() })
  const asset = await space.asset.get({ assetId })
  const uploadFrom = { sys: { type: 'Link' as const, linkType: 'Upload' as const, id: upload.sys.id } }
  const file = { [LOCALE]: { fileName: 'replaced.jpg', contentType: 'image/jpeg', uploadFrom } }
  const changed = await space.asset.update({ assetId }, { ...asset, fields: { ...asset.fields, file } })
  await space.asset.processForAllLocales({}, changed)
}

async function openView(prepare: (space: PlainClientAPI) => Promise<unknown>) {
  const desk = await openDesk({ prepare })
  const screen = await desk.mount(<PublishingView />)
  await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
  for (const button of screen.getByRole('button', { name: /^Show changes of/ }).all()) await button.click()
  return { desk, screen, status: screen.getByRole('status') }
}

/** Reads fields of an entry in Contentful. */
async function readValues(space: PlainClientAPI, entryId: string, fields: readonly string[]): Promise<unknown[]> {
  const entry = await space.entry.get({ entryId })
  return fields.map((field) => entry.fields[field]?.[LOCALE])
}

const readFileName = async (space: PlainClientAPI, assetId: string) =>
  (await space.asset.get({ assetId })).fields.file[LOCALE]?.fileName

test('§10.47 §10.48 a text, a replaced file and an order are discarded, one after the other or all of a photograph, and undone', async () => {
  let before: readonly unknown[] = []
  let assetId = ''
  const texts = ['caption', 'focalPoint']
  const { desk, screen, status } = await openView(async (space) => {
    const [first = '', ...others] = await readListedIds(space)
    before = await readValues(space, first, texts)
    assetId = await readAssetId(space, first)
    await addDraft(space, 'twin', { altText: 'The same valves again', isListed: false })
    await saveFields(space, first, { caption: 'A caption that nobody wants', focalPoint: '10% 10%' })
    await replaceFile(space, assetId)
    await saveGalleryIds(space, [...others, first])
  })
  const { space } = desk
  const order = desk.listPictureIds()
  const first = order.at(-1) ?? ''
  const title = `“${desk.getPicture(first)?.title}”`
  const discard = (name: string) => screen.getByRole('button', { name: `Discard ${name}`, exact: true })
  await expectNoAxeViolations()

  await discard(`the caption of ${title}`).click()
  await expect.element(status).toHaveTextContent(`The caption of ${title} is as visitors see it again. Undo discard`)
  await expect.element(discard(`the file of ${title}`)).toHaveFocus()
  expect(await readValues(space, first, texts)).toEqual([before[0], '10% 10%'])
  await discard('the order').click()
  await expect.element(status).toMatchTextContent(/^The order of the gallery is as visitors see it again\./)
  expect(await readListedIds(space)).toEqual([first, ...order.slice(0, -1)])

  await discard(`all changes of ${title}`).click()
  await expect
    .element(status)
    .toMatchTextContent(`${title} is as visitors see it again. The file is back for “The same valves again”, too.`)
  expect(await readValues(space, first, texts)).toEqual(before)
  expect(await readFileName(space, assetId)).not.toBe('replaced.jpg')

  for (const name of [title, 'The order of the gallery', `The caption of ${title}`]) {
    await status.getByRole('button', { name: /^Undo discard of/ }).click()
    await expect.element(status).toMatchTextContent(`${name} is as before the discard.`)
  }
  await expect.element(status.getByRole('button', { name: /^Undo discard of/ })).not.toBeInTheDocument()
  expect(await readValues(space, first, texts)).toEqual(['A caption that nobody wants', '10% 10%'])
  expect(await readFileName(space, assetId)).toBe('replaced.jpg')
  expect(await readListedIds(space)).toEqual(order)
})

test('§10.47 of two changes that are discarded together, the one that fails is named, and the other one can be undone', async () => {
  const { desk, screen, status } = await openView(async (space) => {
    const [first = ''] = await readListedIds(space)
    await saveFields(space, first, { caption: 'A caption that nobody wants' })
    await replaceFile(space, await readAssetId(space, first))
  })
  const [first = ''] = desk.listPictureIds()
  const title = `“${desk.getPicture(first)?.title}”`
  desk.onRequest.mockImplementation(({ entityType, action }) => {
    if (entityType === 'Asset' && action === 'update') throw createRejection(403)
  })
  await screen.getByRole('button', { name: `Discard all changes of ${title}` }).click()
  await expect
    .element(status)
    .toMatchTextContent(`Not completely discarded: ${title}. You may not do this. Ask an administrator of the space.`)
  await status.getByRole('button', { name: `Undo discard of ${title}` }).click()
  await expect.element(status).toMatchTextContent(`${title} is as before the discard.`)
  expect(await readValues(desk.space, first, ['caption'])).toEqual(['A caption that nobody wants'])
})

test('nothing is discarded when the entries that show the same file cannot be read', async () => {
  const { desk, screen, status } = await openView(async (space) => {
    const [first = ''] = await readListedIds(space)
    await replaceFile(space, await readAssetId(space, first))
  })
  desk.onRequest.mockImplementation(({ entityType, action }) => {
    if (entityType === 'Entry' && action === 'getMany') throw createRejection(403)
  })
  await screen.getByRole('button', { name: /^Discard the file of/ }).click()
  await expect.element(status).toMatchTextContent(/^Nothing is discarded: You may not do this/)
})

test('§10.36 a text that was changed elsewhere too is chosen beside both versions', async () => {
  let before: readonly unknown[] = []
  const { desk, screen, status } = await openView(async (space) => {
    const [first = ''] = await readListedIds(space)
    before = await readValues(space, first, ['caption'])
    await saveFields(space, first, { caption: 'A caption that nobody wants' })
  })
  const [first = ''] = desk.listPictureIds()
  await saveFields(desk.space, first, { caption: 'A caption of another editor' })
  await screen.getByRole('button', { name: /^Discard the caption of/ }).click()
  await expect.element(status).toMatchTextContent('The same was changed elsewhere too: choose one of both')
  const row = screen.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
  const theirs = 'Their caption: A caption of another editor'
  await expect.element(row).toMatchTextContent(`Your caption: ${before[0] ?? 'empty'}${theirs}`)
  await expectNoAxeViolations()
  await screen.getByRole('button', { name: /theirs/i }).click()
  await expect.poll(() => readValues(desk.space, first, ['caption'])).toEqual(['A caption of another editor'])
})

test('§10.47 an order that is not saved is saved or discarded before, and what was added stays', async () => {
  const { desk, screen, status } = await openView(async (space) => {
    const [first = '', second = '', third = ''] = await readListedIds(space)
    await saveGalleryIds(space, [second, first, third])
    await addDraft(space, 'new', { altText: 'A crew welds two pipes' })
  })
  const { order, getSpacePictures } = desk.workspace
  const gallery = getSpacePictures()?.page
  if (gallery) order.setPage(gallery)
  order.change(desk.listPictureIds().toReversed())
  const first = page.getByText('To discard the order, first save or discard what is not saved under Order.')
  await expect.element(first).toBeVisible()
  order.discard()
  await expect.element(first).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Discard the order' }).click()
  await expect
    .element(status)
    .toMatchTextContent(/^The order of the gallery is as visitors see it again\. What was added to it stays\./)
  expect((await readListedIds(desk.space))[0]).toBe('new')
})
