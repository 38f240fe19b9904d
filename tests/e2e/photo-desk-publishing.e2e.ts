import type { FrameLocator } from '@playwright/test'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createAsset, createDraftEntry, toLink, uploadFile } from '#local-tests/test-contentful.ts'
import { LOCALE } from '#shared/constants.ts'
import { saveDraft } from '#tests/setup/content.ts'
import { type PictureSpace, readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { readLayoutShift, recordLayoutShift } from './layout-shift.ts'
import { clickButton, expect, expectStatus, getRow, openTab, readField, test } from './photo-desk.ts'
import { getTile } from './photo-desk-order.ts'

const ALT_TEXT = 'A sideboom lowers a pipe into a trench'

/** Creates a draft photograph at the start of the gallery. */
async function addDraft(space: PictureSpace, id: string, fields: Readonly<Record<string, string>>) {
  await createAsset(space, `asset-${id}`, await createPhoto(id))
  const entry = await createDraftEntry(space, PHOTO_TYPE.type, id, { ...fields, photo: toLink('Asset', `asset-${id}`) })
  const links = [id, ...(await readListedIds(space))].map((entryId) => toLink('Entry', entryId))
  await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, links)
  return entry
}

/** Opens the Publish tab, and waits for its rows. */
async function openPublishing(desk: FrameLocator): Promise<void> {
  await openTab(desk, 'Publish')
  await expect(desk.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
}

test.describe('while somebody else changes a photograph', () => {
  test.use({ expectedProblems: /status of 409/ }) // the version conflict

  test('§10 Photo desk: what has changed is shown and published together without photographs that lack a text, or at a time', async ({
    page,
    space,
    desk,
    openDesk,
  }) => {
    const [first = '', ...others] = await readListedIds(space)
    await saveDraft(space, first, 'caption', 'A new caption')
    await saveDraft(space, 'gallery-page', 'gridTitle', 'Our work')
    const links = [...others, first].map((id) => toLink('Entry', id))
    await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, links)
    await addDraft(space, 'incomplete', { caption: 'A caption only' })
    await addDraft(space, 'ready', { altText: ALT_TEXT })
    await recordLayoutShift(page)
    await openDesk()
    await openPublishing(desk)
    await expect(getRow(desk, 'The gallery')).toContainText('2 added')
    await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
    expect(await readLayoutShift(page.frames()[1] ?? page)).toBe(0)

    await test.step('a photograph without a text is not selected', async () => {
      await expect(getRow(desk, ALT_TEXT)).toContainText('New')
      await expect(getRow(desk, 'asset-incomplete.jpg')).toContainText('Alternative text is empty')
      await expect(desk.getByRole('checkbox', { name: 'Select “asset-incomplete.jpg”' })).not.toBeChecked()
    })

    await test.step('both versions of texts and of the order are shown', async () => {
      await clickButton(desk, 'Show changes of the gallery')
      await desk.getByRole('button', { name: 'Show changes of “' }).last().click()
      await expect(desk.getByRole('row', { name: /^Caption/ })).toContainText('A new caption')
      await expect(getRow(desk, 'moved from position 1 to').last()).toBeVisible()
      await expect(desk.getByRole('row', { name: /^Grid title/ })).toContainText('Our work')
      await expectNoAxeViolationsInFrame(page)
    })

    await test.step('a photograph that somebody else changes meanwhile is published when asked again', async () => {
      await saveDraft(space, 'ready', 'caption', 'A caption of another editor')
      await clickButton(desk, 'Publish 2 photographs and the gallery')
      const dialog = desk.getByRole('dialog', { name: '1 of 3 not published' })
      await expect(dialog.getByRole('listitem')).toContainText('Somebody else has changed this')
      await expect(dialog.getByRole('row', { name: /Caption/ })).toContainText('A caption of another editor')
      await expectNoAxeViolationsInFrame(page)
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      expect(await readPublished(space)).toEqual([])
      await clickButton(desk, 'Publish 1 photograph')
      await expectStatus(desk, '1 photograph is published.')
      await expect(desk.getByRole('button', { name: 'Publish', exact: true })).toBeFocused()
    })

    expect(await readPublished(space)).toEqual([['ready', { [LOCALE]: 'A caption of another editor' }]])
    expect((await space.client.asset.get({ assetId: 'asset-ready' })).sys.publishedVersion).toBeDefined()
    const { sys } = await space.client.entry.get({ entryId: 'gallery-page' })
    expect(sys.publishedVersion).toBe(sys.version - 1)

    await test.step('a photograph that gets its text is published at a time, which is listed and canceled', async () => {
      const dialog = desk.getByRole('dialog')
      await desk.getByRole('button', { name: 'Edit texts of “asset-incomplete.jpg”' }).click()
      await dialog.getByRole('textbox', { name: /^Alternative text/ }).fill('A crew welds two pipes')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await clickButton(desk, 'Schedule …')
      const year = new Date().getFullYear() + 1
      await dialog.getByLabel('Date and time').fill(`${year}-03-02T09:30`)
      await dialog.getByRole('button', { name: 'Schedule' }).click()
      const group = desk.getByRole('region', { name: 'Scheduled' }).getByRole('listitem').first()
      await expect(group).toContainText(`2 Mar ${year}, 09:30`)
      await expect(group).toContainText('Publish 1 photograph')
      await expectStatus(desk, 'Scheduled for')
      expect(await readScheduled(space)).toEqual(['publish Asset', 'publish Entry'])

      const row = getRow(desk, 'A crew welds two pipes').filter({ has: desk.getByRole('checkbox') })
      await expect(row).toContainText(`Will be published`)
      await expect(row.getByRole('checkbox')).not.toBeChecked()
      await expect(desk.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
      await row.getByRole('checkbox').press('Space')
      await clickButton(desk, 'Schedule …')
      await dialog.getByRole('radio', { name: 'Take down 1 photograph' }).check({ force: true })
      await expect(dialog.getByText('page of the site, published')).toBeVisible()
      await expectNoAxeViolationsInFrame(page)
      await dialog.getByLabel('Date and time').fill(`${year}-03-02T09:00`)
      await dialog.getByRole('button', { name: 'Schedule' }).click()
      await expect(dialog.getByRole('alert')).toContainText('is not published at this time')
      await dialog.getByLabel('Date and time').fill(`${year}-03-05T18:00`)
      await dialog.getByRole('button', { name: 'Schedule' }).click()
      await expectStatus(desk, 'take down 1 photograph')
      await expect(row).toContainText(/Will be published .* 09:30 · Will be taken down .* 18:00/)
      await expect(row.getByRole('checkbox')).not.toBeChecked()
      expect(await readScheduled(space)).toEqual([
        'publish Asset',
        'publish Entry',
        'unpublish Asset',
        'unpublish Entry',
      ])

      const cancelButton = group.getByRole('button', { name: /^Cancel the schedule/ })
      await cancelButton.press('Enter')
      await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
      await expectNoAxeViolationsInFrame(page)
      await page.keyboard.press('Enter')
      await expect(cancelButton).toBeFocused()
      await cancelButton.click()
      await dialog.getByRole('button', { name: 'Cancel it' }).click()
      await expect(row).not.toContainText('Will be published')
      await group.getByRole('button', { name: /^Cancel the schedule/ }).click()
      await dialog.getByRole('button', { name: 'Cancel it' }).click()
      await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
      await expect(desk.getByText('Scheduled for')).toHaveCount(0)
      expect(await readScheduled(space)).toEqual([])
    })
  })
})

/** Reads what is to be done at a time. */
async function readScheduled({ client }: PictureSpace) {
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const { items } = await client.scheduledActions.getMany({ query })
  return items.map(({ action, entity }) => `${action} ${entity.sys.linkType}`).toSorted()
}

/** Reads the ids and captions of the new photographs that are published. */
async function readPublished({ client }: PictureSpace) {
  const { items } = await client.entry.getPublished({ query: { 'sys.id[in]': 'ready,incomplete' } })
  return items.map(({ sys, fields }) => [sys.id, fields.caption])
}

test('§10 Photo desk: photographs are taken down, which stay deselected, then archived, deleted and restored', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const ids = await readListedIds(space)
  await openDesk()
  await openPublishing(desk)
  await desk.getByRole('button', { name: 'Published (3)' }).click()
  const checkboxes = desk.getByRole('checkbox', { name: /^Select “/ })
  await checkboxes.first().press('Space')
  await checkboxes.nth(2).press('Shift+Space')
  const act = async (action: string) => {
    await desk.getByRole('button', { name: `${action} …`, exact: true }).click()
    await desk.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  }
  await desk.getByRole('button', { name: 'Take down …' }).click()
  await expect(desk.getByRole('dialog').getByText('page of the site, published, 3 of 3')).toBeVisible()
  await expectNoAxeViolationsInFrame(page)
  await desk.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
  await expectStatus(desk, '3 photographs are taken down.')

  await openTab(desk, 'Add')
  await openPublishing(desk)
  await expect(desk.getByText('0 of 3 selected')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await desk.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(desk.getByRole('button', { name: 'Delete …' })).toHaveCount(0)
  await act('Archive')
  await expectStatus(desk, '3 photographs are archived.')
  expect(await readListedIds(space)).toEqual([])
  await desk.getByRole('button', { name: 'Archived (3)' }).click()
  await checkboxes.first().press('Space')
  await desk.getByRole('button', { name: 'Delete …' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Delete 1 photograph for good?' })
  await expect(dialog).toContainText('Its texts, its file and its place in the gallery are lost')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectStatus(desk, '1 photograph is deleted.')
  await desk.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await desk.getByRole('button', { name: 'Restore …' }).click()
  await expect(desk.getByRole('dialog')).toContainText('Back to the gallery, at their old places.')
  await expectNoAxeViolationsInFrame(page)
  await desk.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expectStatus(desk, '2 photographs are restored. Visitors see them when you publish them and the gallery.')
  const { items } = await space.client.entry.getMany({ query: { 'sys.id[in]': ids.join(',') } })
  expect(items.map(({ sys }) => sys.archivedVersion)).toEqual([undefined, undefined])
  const restoredIds = new Set(items.map(({ sys }) => sys.id))
  expect(await readListedIds(space)).toEqual(ids.filter((id) => restoredIds.has(id)))
})

test('§10 Photo desk: published photographs that visitors do not see are named, with a button that shows them', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await addDraft(space, 'ready', { altText: ALT_TEXT })
  await openDesk()
  await openPublishing(desk)
  await expect(desk.getByText('1 of 1 selected, and the gallery')).toBeVisible()
  await desk.getByRole('searchbox').fill('not in any text')
  await expect(desk.getByText('Nothing is found.')).toBeVisible()
  await desk.getByRole('searchbox').fill('')
  await desk.getByRole('checkbox', { name: 'Select the gallery' }).press('Space')
  await clickButton(desk, 'Publish 1 photograph')
  await expectStatus(desk, /Visitors do not see “A sideboom .*”: the gallery is not published with it\./)
  await expect(getRow(desk, ALT_TEXT)).toContainText('Not shown')
  await expectNoAxeViolationsInFrame(page)
  await clickButton(desk, 'Publish the gallery')
  await expectStatus(desk, '1 photograph and the gallery are published.')
  await expect(desk.getByText('Visitors do not see')).toHaveCount(0)

  await createAsset(space, 'asset-unlisted', await createPhoto('unlisted'))
  const fields = { altText: 'A crew welds two pipes', photo: toLink('Asset', 'asset-unlisted') }
  await createDraftEntry(space, PHOTO_TYPE.type, 'unlisted', fields)
  await openDesk()
  await openPublishing(desk)
  await clickButton(desk, 'Publish 1 photograph')
  await expectStatus(desk, 'Visitors do not see “A crew welds two pipes”: it is not in the gallery.')
  await clickButton(desk, 'Add it to the gallery and publish that')
  await expectStatus(desk, '1 photograph and the gallery are published.')
  await expect(desk.getByText('Visitors do not see')).toHaveCount(0)
  const { items } = await space.client.entry.getPublished({ query: { 'sys.id': 'gallery-page' } })
  expect(items.flatMap((gallery) => getListedEntryIds(gallery, PHOTO_TYPE.page)).at(-1)).toBe('unlisted')

  await test.step('an order that is not saved is named too', async () => {
    await openTab(desk, 'Order')
    await getTile(desk, 1).press('Delete')
    await openTab(desk, 'Publish')
    await expectStatus(desk, 'Not saved: the order (see Order).')
    await clickButton(desk, 'Dismiss')
    await expectStatus(desk, 'Everything that is saved is published. Not saved: the order (see Order).')
  })
})

/** Gives the asset of a photograph another file, as a draft. Returns the ids of the asset and of another entry that shows it. */
async function replaceSharedFile(space: PictureSpace, entryId: string) {
  const { client } = space
  const [photo] = await readField(space, [entryId], PHOTO_TYPE.pictureField)
  const assetId: string = photo.sys.id
  const asset = await client.asset.get({ assetId })
  const uploadFrom = await uploadFile(space, await createPhoto('replaced'))
  const file = { [LOCALE]: { fileName: 'replaced.jpg', contentType: 'image/jpeg', uploadFrom } }
  const changed = await client.asset.update({ assetId }, { ...asset, fields: { ...asset.fields, file } })
  await client.asset.processForAllLocales({}, changed)
  await createDraftEntry(space, PHOTO_TYPE.type, 'twin', { altText: 'The same valves again', photo })
  return assetId
}

test('§10 Photo desk: a text, a replaced file and an order are discarded, one after the other or all of a photograph, and undone', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const { client } = space
  const ids = await readListedIds(space)
  const [first = '', ...others] = ids
  const readFile = async () => {
    const { sys, fields } = await client.asset.get({ assetId })
    return [fields.file[LOCALE]?.fileName !== 'replaced.jpg', sys.publishedVersion]
  }
  await saveDraft(space, first, 'caption', 'A caption that nobody wants')
  await saveDraft(space, first, 'focalPoint', '10% 10%')
  const order = [...others, first]
  await saveDraft(
    space,
    'gallery-page',
    PHOTO_TYPE.page.field,
    order.map((id) => toLink('Entry', id)),
  )
  const assetId = await replaceSharedFile(space, first)
  const [, publishedVersion] = await readFile()
  await openDesk()
  await openPublishing(desk)
  const row = desk.getByRole('listitem').filter({ hasText: 'Focal point, Caption, File' })
  await row.getByRole('button', { name: /^Show changes/ }).click()
  await clickButton(desk, 'Show changes of the gallery')

  await test.step('by keyboard, which goes on at the next control', async () => {
    await row.getByRole('button', { name: /^Discard the caption of/ }).press('Enter')
    await expectStatus(desk, /^The caption of “.+” is as visitors see it again\./)
    await expect(desk.getByRole('button', { name: /^Discard the file of/ })).toBeFocused()
    await expectNoAxeViolationsInFrame(page)
    await clickButton(desk, 'Discard the order')
    await expectStatus(desk, 'The order of the gallery is as visitors see it again.')
    expect(await readListedIds(space)).toEqual(ids)
  })

  await test.step('all of a photograph, with the name of another entry that shows its file', async () => {
    await desk.getByRole('button', { name: /^Discard all changes of/ }).click()
    await expectStatus(desk, /^“.+” is as visitors see it again\. The file is back for “The same valves again”, too\./)
    expect(await readField(space, [first], 'caption')).toEqual([null])
    expect(await readField(space, [first], 'focalPoint')).toEqual([null])
    expect(await readFile()).toEqual([true, publishedVersion])
    await expect(desk.getByRole('button', { name: 'Not published (1)' })).toBeVisible() // the other entry
  })

  await test.step('undone, the last one first, also from another view', async () => {
    await openTab(desk, 'Order')
    await openPublishing(desk)
    const undo = desk.getByRole('status').getByRole('button', { name: /^Undo discard of/ })
    for (const name of [
      /^“.+” is as before/,
      /^The order of the gallery is as before/,
      /^The caption .+ is as before/,
    ]) {
      await undo.press('Enter')
      await expectStatus(desk, name)
    }
    await expect(undo).toHaveCount(0)
    expect(await readField(space, [first], 'caption')).toEqual(['A caption that nobody wants'])
    expect(await readFile()).toEqual([false, publishedVersion])
    expect(await readListedIds(space)).toEqual(order)
  })
})
