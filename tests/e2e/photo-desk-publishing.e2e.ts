import { setTimeout as pause } from 'node:timers/promises'
import type { FrameLocator } from '@playwright/test'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { type PictureSpace, readListedIds } from '#tests/contract/picture-space.ts'
import { saveDraft } from '#tests/contract/seeded-space.ts'
import { createAsset, createDraftEntry, toLink } from '#tests/contract/test-contentful.ts'
import { createPhoto } from '#tests/contract/test-pictures.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { expect, getRow, test } from '#tests/setup/e2e/photo-desk.ts'

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
  await expect(desk.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
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
  await expect(getRow(desk, 'asset-incomplete.jpg')).toContainText('Alternative text is empty')
  await expect(desk.getByRole('checkbox', { name: 'Select “asset-incomplete.jpg”' })).not.toBeChecked()
  await expectNoAxeViolations(page)

  await desk.getByRole('button', { name: 'Publish 1 photograph and the gallery' }).click()
  const status = desk.getByRole('status').filter({ hasText: '1 photograph and the gallery are published.' })
  await expect(status).toBeFocused()
  const published = await space.client.entry.getPublished({ query: { 'sys.id[in]': 'ready,incomplete' } })
  expect(published.items.map(({ sys }) => sys.id)).toEqual(['ready'])
  expect((await space.client.asset.get({ assetId: 'asset-ready' })).sys.publishedVersion).toBeDefined()
  const { sys } = await space.client.entry.get({ entryId: 'gallery-page' })
  expect(sys.publishedVersion).toBe(sys.version - 1)

  await desk.getByRole('button', { name: 'Edit texts of “asset-incomplete.jpg”' }).click()
  await expect(desk.getByRole('dialog').getByRole('textbox', { name: /^Alternative text/ })).toBeVisible()
})

test.describe(() => {
  test.use({ expectedProblems: /status of 409/ }) // the version conflict

  test('shows both versions when somebody else has changed a photograph, and publishes the shown one when asked again', async ({
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
    const dialog = desk.getByRole('dialog', { name: '1 of 2 not published' })
    await expect(dialog.getByRole('listitem')).toContainText('Somebody else has changed this')
    await expect(dialog.getByRole('row', { name: /Caption/ })).toContainText('A caption of another editor')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect((await space.client.entry.get({ entryId: 'ready' })).sys.publishedVersion).toBeUndefined()
    await desk.getByRole('button', { name: 'Publish 1 photograph' }).click()
    await expect(desk.getByRole('status').filter({ hasText: 'is published' })).toContainText(
      '1 photograph is published.',
    )
    const { items } = await space.client.entry.getPublished({ query: { 'sys.id[in]': 'ready' } })
    expect(items[0]?.fields.caption).toEqual({ [LOCALE]: 'A caption of another editor' })
  })
})

test('shows both versions of a changed text, and what moved and changed of the page', async ({
  space,
  desk,
  openDesk,
}) => {
  const [first = '', ...others] = await readListedIds(space)
  await saveDraft(space, first, 'caption', 'A new caption')
  await saveDraft(space, 'gallery-page', 'gridTitle', 'Our work')
  const links = [...others, first].map((id) => toLink('Entry', id))
  await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, links)
  await openDesk()
  await openPublishing(desk)
  await desk.getByRole('button', { name: 'Show changes of the gallery' }).click()
  await desk.getByRole('button', { name: 'Show changes of “' }).click()
  await expect(desk.getByRole('row', { name: /^Caption/ })).toContainText('A new caption')
  await expect(getRow(desk, 'moved from position 1 to 3').last()).toBeVisible()
  await expect(desk.getByRole('row', { name: /^Grid title/ })).toContainText('Our work')
})

test('rows do not move after they are shown, nor when they are published', async ({ page, space, desk, openDesk }) => {
  await addDraft(space, 'ready', { altText: ALT_TEXT })
  await recordLayoutShift(page)
  await page.route(/published|scheduled_actions/, async (route) => {
    await pause(700) // shifts within 500 ms after the click are not recorded
    await route.continue()
  })
  await openDesk()
  await desk.getByRole('tab', { name: 'Publish' }).click()
  await expect(getRow(desk, 'The gallery')).toContainText('1 added')
  await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
  await desk.getByRole('button', { name: 'Publish 1 photograph and the gallery' }).click()
  await expect(desk.getByRole('status').filter({ hasText: 'are published' })).toBeVisible()
  const [, frame] = page.frames()
  expect(frame && (await readLayoutShift(frame))).toBe(0)
})

test('takes down several photographs, which stay deselected after a reload, then archives and restores them', async ({
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
  await expectNoAxeViolations(page)
  await desk.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
  await expect(desk.getByRole('status').filter({ hasText: '3 photographs are taken down.' })).toBeVisible()

  await page.reload()
  await openPublishing(desk)
  await expect(desk.getByText('0 of 3 selected')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await desk.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await act('Archive')
  await expect(desk.getByRole('status').filter({ hasText: '3 photographs are archived.' })).toBeVisible()
  expect(await readListedIds(space)).toEqual([])
  await desk.getByRole('button', { name: 'Archived (3)' }).click()
  await desk.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await act('Restore')
  await expect(desk.getByRole('status').filter({ hasText: '3 photographs are restored.' })).toBeVisible()
  const { items } = await space.client.entry.getMany({ query: { 'sys.id[in]': ids.join(',') } })
  expect(items.filter(({ sys }) => sys.archivedVersion !== undefined)).toEqual([])
})

test('what is deselected stays so after a change of tab', async ({ space, desk, openDesk }) => {
  await addDraft(space, 'ready', { altText: ALT_TEXT })
  await openDesk()
  await openPublishing(desk)
  await desk.getByRole('checkbox', { name: `Select “${ALT_TEXT}”` }).press('Space')
  await desk.getByRole('tab', { name: 'Order' }).click()
  await openPublishing(desk)
  await expect(desk.getByRole('button', { name: 'Publish the gallery' })).toBeVisible()
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
  const input = dialog.getByLabel('Date and time')
  expect(await input.evaluate((element: HTMLInputElement) => element.validationMessage)).not.toBe('')
  await expectNoAxeViolations(page)
  const year = new Date().getFullYear() + 1
  await dialog.getByLabel('Date and time').fill(`${year}-03-02T09:30`)
  await dialog.getByRole('button', { name: 'Schedule' }).click()

  const group = desk.getByRole('region', { name: 'Scheduled' }).getByRole('listitem').first()
  await expect(group).toContainText(`2 Mar ${year}, 09:30`)
  await expect(group).toContainText('Publish 1 photograph and the gallery')
  await expect(desk.getByRole('status').filter({ hasText: 'Scheduled for' })).toBeVisible()
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const { items } = await space.client.scheduledActions.getMany({ query })
  expect(items.map(({ entity }) => entity.sys.linkType).sort()).toEqual(['Asset', 'Entry', 'Entry'])

  await group.getByRole('button', { name: /^Cancel the schedule/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click()
  await expect(desk.getByText('Nothing is scheduled.')).toBeVisible()
  await expect(desk.getByText('Scheduled for')).toHaveCount(0)
  expect((await space.client.scheduledActions.getMany({ query })).items).toEqual([])
})
