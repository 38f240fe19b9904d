import type { Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { publishField, saveDraft } from '#tests/setup/content.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createAsset, createDraftEntry, toLink } from '#tests/setup/contentful/test-contentful.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { REBUILD_TIMEOUT } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)

const PHOTO_ID = 'new-photo'
const ALT_TEXT = 'First weld of the new line'

test('§10 Photo desk: a photograph that an editor publishes is on the page within seconds, and gone after it is taken down', async ({
  page,
  context,
  cms,
  management,
}) => {
  const restore = await addDraftPhoto(management)
  const visitor = await context.newPage()
  const photo = visitor.getByRole('img', { name: ALT_TEXT })
  const desk = page.frameLocator('iframe.app')
  const clickButton = (name: string) => desk.getByRole('button', { name, exact: true }).click()
  const expectStatus = (text: string) => expect(desk.getByRole('status').filter({ hasText: text })).toBeVisible()
  try {
    await test.step('the photo desk of the site opens in the CMS editor', async () => {
      await page.goto(`${cms.url}/app`)
      await page.getByRole('link', { name: 'Photo desk' }).click()
      await desk.getByRole('tab', { name: 'Publish' }).click()
    })
    await test.step('the photograph is published with the gallery', async () => {
      await clickButton('Publish 1 photograph and the gallery')
      await expectStatus('1 photograph and the gallery are published.')
      await expectPageText(page, '/gallery').toContain(ALT_TEXT)
      await visitor.goto('/gallery')
      await expect(photo).toBeVisible()
    })
    await test.step('the photograph is taken down', async () => {
      await clickButton('Published (121)')
      await desk.getByRole('checkbox', { name: `Select “${ALT_TEXT}”` }).check()
      await clickButton('Take down …')
      await desk.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
      await expectStatus('1 photograph is taken down.')
      await expectPageText(page, '/gallery').not.toContain(ALT_TEXT)
      await visitor.reload()
      await expect(visitor.getByText('120 photographs')).toBeVisible()
      await expect(photo).toHaveCount(0)
    })
  } finally {
    await visitor.close()
    await page.close() // the desk may still send requests
    await restore()
  }
})

/** Adds a draft photograph at the start of the gallery. Returns a function that restores the gallery and deletes it. */
async function addDraftPhoto(client: PlainClientAPI): Promise<() => Promise<void>> {
  const space = { client }
  await createAsset(space, PHOTO_ID, await createPhoto(PHOTO_ID))
  const fields = { altText: ALT_TEXT, photo: toLink('Asset', PHOTO_ID) }
  await createDraftEntry(space, PHOTO_TYPE.type, PHOTO_ID, fields)
  const listed = (await readListedIds(space)).map((id) => toLink('Entry', id))
  await saveDraft(space, 'gallery-page', PHOTO_TYPE.page.field, [toLink('Entry', PHOTO_ID), ...listed])
  return async () => {
    await publishField(client, 'gallery-page', PHOTO_TYPE.page.field, listed)
    const { sys } = await client.entry.get({ entryId: PHOTO_ID })
    if (sys.publishedVersion) await client.entry.unpublish({ entryId: PHOTO_ID })
    await client.entry.delete({ entryId: PHOTO_ID })
    const asset = await client.asset.get({ assetId: PHOTO_ID })
    if (asset.sys.publishedVersion) await client.asset.unpublish({ assetId: PHOTO_ID })
    await client.asset.delete({ assetId: PHOTO_ID })
  }
}

/** Returns what the server sends for a path; no scripts run. */
const readPage = async (page: Page, path: string) => (await page.request.get(path)).text()
const expectPageText = (page: Page, path: string) => expect.poll(() => readPage(page, path), REBUILD_TIMEOUT)
