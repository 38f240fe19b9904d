import { setTimeout as pause } from 'node:timers/promises'
import type { FrameLocator } from '@playwright/test'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { installPhotoDesk } from '#cms/sync/apps/install-photo-desk.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { LOCALE } from '#shared/constants.ts'
import { type PictureSpace, readListedIds } from '#tests/contract/picture-space.ts'
import { saveDraft } from '#tests/contract/seeded-space.ts'
import { createAsset, createDraftEntry, toLink } from '#tests/contract/test-contentful.ts'
import { createPhoto } from '#tests/contract/test-pictures.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { expect, getRow, test } from '#tests/setup/e2e/photo-desk.ts'

const PREVIEW_SECRET = 'a-secret-of-the-preview'
const ALT_TEXT = 'A sideboom lowers a pipe into a trench'

/** Creates a draft photograph at the start of the gallery. */
async function addDraft(space: PictureSpace, id: string, fields: Readonly<Record<string, string>>) {
  await createAsset(space, `asset-${id}`, await createPhoto(id))
  const entry = await createDraftEntry(space, PHOTO_TYPE.type, id, { ...fields, photo: toLink('Asset', `asset-${id}`) })
  const links = [id, ...(await readListedIds(space))].map((entryId) => toLink('Entry', entryId))
  await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, links)
  return entry
}

const openPublishing = async (desk: FrameLocator) => {
  await desk.getByRole('tab', { name: 'Publish' }).click()
  await expect(desk.getByRole('button', { name: 'Refresh' })).toBeVisible()
}

test('publishes photographs and the gallery, and leaves photographs without texts as drafts', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await addDraft(space, 'ready', { altText: ALT_TEXT })
  await addDraft(space, 'incomplete', { caption: 'A caption only' })
  await openDesk()
  await openPublishing(desk)
  await expect(getRow(desk, 'The gallery')).toContainText('2 added')
  await expect(getRow(desk, ALT_TEXT)).toContainText('New')
  await expect(getRow(desk, 'asset-incomplete.jpg')).toContainText('Alt text is empty')
  await expect(desk.getByRole('checkbox', { name: 'Publish “asset-incomplete.jpg”' })).toBeDisabled()
  await expectNoAxeViolations(page)

  await desk.getByRole('button', { name: 'Publish 1 photograph and the gallery' }).click()
  await expect(desk.getByRole('status').filter({ hasText: 'are published' })).toContainText(
    '1 photograph and the gallery are published.',
  )
  const published = await space.client.entry.getPublished({ query: { 'sys.id[in]': 'ready,incomplete' } })
  expect(published.items.map(({ sys }) => sys.id)).toEqual(['ready'])
  expect((await space.client.asset.get({ assetId: 'asset-ready' })).sys.publishedVersion).toBeDefined()
  const { sys } = await space.client.entry.get({ entryId: 'gallery-page' })
  expect(sys.publishedVersion).toBe(sys.version - 1)

  await desk.getByRole('button', { name: 'Open the texts of “asset-incomplete.jpg”' }).press('Enter')
  await expect(desk.getByRole('textbox', { name: 'Alternative text of asset-incomplete.jpg' })).toBeFocused()
})

test.describe(() => {
  test.use({ expectedProblems: /status of 409/ }) // the version conflict

  test('shows both versions when somebody else has changed a photograph, and publishes the shown one on request', async ({
    space,
    desk,
    openDesk,
  }) => {
    await addDraft(space, 'ready', { altText: ALT_TEXT })
    await openDesk()
    await openPublishing(desk)
    await expect(getRow(desk, ALT_TEXT)).toBeVisible()
    await saveDraft(space, 'ready', 'caption', 'A caption of another editor')

    await desk.getByRole('button', { name: 'Publish 1 photograph and the gallery' }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByRole('row', { name: /Caption/ })).toContainText('A caption of another editor')
    expect((await space.client.entry.get({ entryId: 'ready' })).sys.publishedVersion).toBeUndefined()
    await dialog.getByRole('button', { name: 'Publish what is there now' }).click()
    await expect(desk.getByRole('status').filter({ hasText: 'is published' })).toContainText(
      '1 photograph is published.',
    )
    const { items } = await space.client.entry.getPublished({ query: { 'sys.id[in]': 'ready' } })
    expect(items[0]?.fields.caption).toEqual({ [LOCALE]: 'A caption of another editor' })
  })
})

test('names changes of the page that were not made in the desk', async ({ space, desk, openDesk }) => {
  await saveDraft(space, 'gallery-page', 'gridTitle', 'Our work')
  await openDesk()
  await openPublishing(desk)
  await expect(getRow(desk, 'The gallery')).toContainText('Grid title')
  await desk.getByText('Also published with it').click()
  await expect(desk.getByRole('row', { name: /Grid title/ })).toContainText('Our work')
})

test('rows do not move after they are shown', async ({ page, space, desk, openDesk }) => {
  await addDraft(space, 'ready', { altText: ALT_TEXT })
  await recordLayoutShift(page)
  await page.route(/published|scheduled_actions|users/, async (route) => {
    await pause(700) // shifts within 500 ms after the click are not recorded
    await route.continue()
  })
  await openDesk()
  await desk.getByRole('tab', { name: 'Publish' }).click()
  await expect(getRow(desk, 'The gallery')).toContainText('1 added')
  await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
  const [, frame] = page.frames()
  expect(frame && (await readLayoutShift(frame))).toBe(0)
})

test('deletes a photograph after naming where it is used', async ({ page, space, desk, openDesk }) => {
  const [id = ''] = await readListedIds(space)
  const entry = await space.client.entry.get({ entryId: id })
  const assetId = entry.fields.photo[LOCALE].sys.id
  const altText = entry.fields.altText[LOCALE]
  await openDesk()
  await openPublishing(desk)
  await desk.getByRole('button', { name: /^Show 3 photographs/ }).click()
  await desk.getByRole('button', { name: `Actions for “${altText}”` }).click()
  await desk.getByRole('menuitem', { name: 'Delete …' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toContainText('page of the site, published')
  await expect(dialog).toContainText('This cannot be undone.')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()

  await expect(desk.getByRole('status').filter({ hasText: 'is deleted' })).toBeVisible()
  await expect(getRow(desk, 'The gallery')).toContainText('1 removed')
  expect((await space.client.entry.getMany({ query: { 'sys.id': id } })).total).toBe(0)
  expect((await space.client.asset.getMany({ query: { 'sys.id': assetId } })).total).toBe(0)
  expect(await readListedIds(space)).not.toContain(id)
})

test('links to the drafts of the page', async ({ space, desk, openDesk, deskSiteUrl }) => {
  const connection = getLocalManagementConnection(space.url)
  await installPhotoDesk({ connection, siteUrl: deskSiteUrl, previewSecret: PREVIEW_SECRET })
  await openDesk()
  await openPublishing(desk)
  const href = await desk.getByRole('link', { name: 'Preview the gallery' }).getAttribute('href')
  expect(Object.fromEntries(new URL(href ?? '').searchParams)).toEqual({ secret: PREVIEW_SECRET, path: '/gallery' })
})

test('schedules a publication, refuses a time in the past, and cancels the schedule', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await addDraft(space, 'ready', { altText: ALT_TEXT })
  await openDesk()
  await openPublishing(desk)
  await desk.getByRole('button', { name: 'Publish at a time …' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toContainText('This time is over. Choose a later one')
  await expectNoAxeViolations(page)
  const year = new Date().getFullYear() + 1
  await dialog.getByLabel('Date and time').fill(`${year}-03-02T09:30`)
  await dialog.getByRole('button', { name: 'Schedule' }).click()

  const group = desk.getByRole('region', { name: 'Scheduled' }).getByRole('listitem').first()
  await expect(group).toContainText(`2 Mar ${year}, 09:30`)
  await expect(group).toContainText('Publish 1 photograph and the gallery')
  await expect(getRow(desk, ALT_TEXT).first()).toContainText('scheduled: publish on')
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const { items } = await space.client.scheduledActions.getMany({ query })
  expect(items.map(({ entity }) => entity.sys.linkType).sort()).toEqual(['Asset', 'Entry', 'Entry'])

  await group.getByRole('button', { name: /^Cancel the schedule/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel the schedule' }).click()
  await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
  expect((await space.client.scheduledActions.getMany({ query })).items).toEqual([])
})
