import type { Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createAsset, createDraftEntry, toLink } from '#local-tests/test-contentful.ts'
import { publishField, saveDraft } from '#tests/setup/content.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { REBUILD_TIMEOUT } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)

const PHOTO_ID = 'new-photo'
const ALT_TEXT = 'First weld of the new line'

test('§10.2 §10.16 §10.38 §11.1 a photograph that an editor publishes is on the page within seconds, and gone after it is unpublished', async ({
  page,
  cms,
  site,
  management,
}) => {
  const restore = await addDraftPhoto(management)
  const desk = page.frameLocator('iframe.app')
  try {
    await test.step('the photo desk of the site opens in the CMS editor', async () => {
      await page.goto(`${cms.url}/app`)
      await page.getByRole('link', { name: 'Photo desk' }).click()
      await desk.getByRole('tab', { name: 'Publish' }).click()
    })
    await test.step('the photograph is published with the gallery', async () => {
      await desk.getByRole('button', { name: 'Publish 1 photograph and the gallery', exact: true }).click()
      const status = desk.getByRole('status').filter({ hasText: '1 photograph and the gallery are published.' })
      await expect(status).toBeVisible()
      await expectPageText(page, '/gallery').toContain(ALT_TEXT)
      await page.goto(`${site.url}/gallery`)
      await expect(page.getByRole('img', { name: ALT_TEXT })).toBeVisible()
    })
  } finally {
    await page.goto('about:blank') // the desk may still send requests
    await restore()
  }
  await expectPageText(page, '/gallery').not.toContain(ALT_TEXT)
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
    const [entry, asset] = [{ entryId: PHOTO_ID }, { assetId: PHOTO_ID }]
    // At the same time, so that the pages are rendered once.
    await Promise.all([
      publishField(client, 'gallery-page', PHOTO_TYPE.page.field, listed),
      client.entry.get(entry).then(({ sys }) => (sys.publishedVersion ? client.entry.unpublish(entry) : undefined)),
      client.asset.get(asset).then(({ sys }) => (sys.publishedVersion ? client.asset.unpublish(asset) : undefined)),
    ])
    await Promise.all([client.entry.delete(entry), client.asset.delete(asset)])
  }
}

/** Returns what the server sends for a path; no scripts run. */
const readPage = async (page: Page, path: string) => (await page.request.get(path)).text()
const expectPageText = (page: Page, path: string) => expect.poll(() => readPage(page, path), REBUILD_TIMEOUT)
