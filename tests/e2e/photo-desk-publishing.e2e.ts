import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createAsset, createDraftEntry, toLink } from '#local-tests/test-contentful.ts'
import { saveDraft } from '#tests/setup/content.ts'
import { type PictureSpace, readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { readLayoutShift, recordLayoutShift } from './layout-shift.ts'
import { clickButton, expect, expectStatus, getRow, openTab, test } from './photo-desk.ts'

const ALT_TEXT = 'A sideboom lowers a pipe into a trench'

/** Creates a draft photograph at the start of the gallery. */
async function addDraft(space: PictureSpace, id: string, fields: Readonly<Record<string, string>>) {
  await createAsset(space, `asset-${id}`, await createPhoto(id))
  await createDraftEntry(space, PHOTO_TYPE.type, id, { ...fields, photo: toLink('Asset', `asset-${id}`) })
  const links = [id, ...(await readListedIds(space))].map((entryId) => toLink('Entry', entryId))
  await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, links)
}

/** Reads what is to be done at a time. */
async function readScheduled({ client }: PictureSpace) {
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const { items } = await client.scheduledActions.getMany({ query })
  return items.map(({ action, entity }) => `${action} ${entity.sys.linkType}`).toSorted()
}

test.use({ expectedProblems: /status of 409/ }) // the version conflict

test('§10 Photo desk: what has changed is published together without photographs that lack a text, or at a time', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const { client } = space
  await addDraft(space, 'incomplete', { caption: 'A caption only' })
  await addDraft(space, 'ready', { altText: ALT_TEXT })
  await recordLayoutShift(page)
  await openDesk()
  await openTab(desk, 'Publish')
  await expect(getRow(desk, 'The gallery')).toContainText('2 added')
  await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
  expect.soft(await readLayoutShift(page.frames()[1] ?? page)).toBe(0)
  await expectNoAxeViolationsInFrame(page)

  await test.step('a photograph that somebody else changes meanwhile is published when asked again', async () => {
    await saveDraft(space, 'ready', 'caption', 'A caption of another editor')
    await clickButton(desk, 'Publish 1 photograph and the gallery')
    const dialog = desk.getByRole('dialog', { name: '1 of 2 not published' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await clickButton(desk, 'Publish 1 photograph')
    await expectStatus(desk, '1 photograph is published.')
    for (const { sys } of [
      await client.entry.get({ entryId: 'ready' }),
      await client.asset.get({ assetId: 'asset-ready' }),
      await client.entry.get({ entryId: 'gallery-page' }),
    ])
      expect.soft(sys.publishedVersion, sys.id).toBe(sys.version - 1)
    expect.soft((await client.entry.get({ entryId: 'incomplete' })).sys.publishedVersion).toBeUndefined()
  })

  await test.step('a photograph that gets its text is published at a time, which is listed and canceled', async () => {
    const dialog = desk.getByRole('dialog')
    await desk.getByRole('button', { name: 'Edit texts of “asset-incomplete.jpg”' }).click()
    await dialog.getByRole('textbox', { name: /^Alternative text/ }).fill('A crew welds two pipes')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await clickButton(desk, 'Schedule …')
    await dialog.getByLabel('Date and time').fill(`${new Date().getFullYear() + 1}-03-02T09:30`)
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expectStatus(desk, 'Scheduled for')
    expect.soft(await readScheduled(space)).toEqual(['publish Asset', 'publish Entry'])
    await desk.getByRole('button', { name: /^Cancel the schedule/ }).click()
    await dialog.getByRole('button', { name: 'Cancel it' }).click()
    await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
    expect(await readScheduled(space)).toEqual([])
  })
})
