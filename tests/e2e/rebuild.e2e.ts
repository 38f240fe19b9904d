import type { APIRequestContext } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import * as z from 'zod'
import { LOCALE } from '#shared/constants.ts'
import { mockCmsResponse } from '#tests/bad-content/mock-bad-content.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { REBUILD_TIMEOUT, waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'
import { readHealth } from '#tests/setup/server/health.ts'

test.use(REDUCED_MOTION)

test.describe.configure({ mode: 'serial' }) // the tests change content of the CMS and restore it

test.beforeEach(({ site }) => waitForRebuild(site.url))
test.afterEach(({ site }) => waitForRebuild(site.url))

test('a published text is seconds later in the HTML of the server, and in its content file before', async ({
  page,
  management,
}) => {
  const before = await publishField(management, 'gallery-page', 'gridTitle', 'Along the line')
  try {
    await expect.poll(() => fetchText(page.request, '/gallery'), REBUILD_TIMEOUT).toContain('Along the line')
    expect(await fetchText(page.request, '/content/gallery.json')).toContain('Along the line')
    expect(await fetchText(page.request, '/services')).not.toContain('Along the line')
  } finally {
    await publishField(management, 'gallery-page', 'gridTitle', before)
  }
  await expect.poll(() => fetchText(page.request, '/gallery'), REBUILD_TIMEOUT).not.toContain('Along the line')
})

test('a page that an editor hides from search engines is removed from the sitemap', async ({ page, management }) => {
  await publishNoIndex(management, true)
  try {
    await expect.poll(() => fetchText(page.request, '/sitemap.xml'), REBUILD_TIMEOUT).not.toContain('/contact<')
    expect(await fetchText(page.request, '/contact')).toContain('<meta name="robots" content="noindex"/>')
  } finally {
    await publishNoIndex(management, undefined)
  }
  await expect.poll(() => fetchText(page.request, '/sitemap.xml'), REBUILD_TIMEOUT).toContain('/contact<')
})

test('a changed photo below the fold shifts no layout', async ({ page, site, ready }) => {
  await recordLayoutShift(page)
  await mockCmsResponse({ page, site }, 'gallery', replacePhoto)
  await page.goto('/gallery')
  await ready()
  await expect(page.getByRole('img', { name: 'Quite another photograph' })).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await readLayoutShift(page)).toBe(0)
})

test('while the CMS returns no content, the pages stay unchanged and /health/ready reports it; then they are rebuilt', async ({
  page,
  site,
  management,
}) => {
  const params = { entryId: 'services-page' }
  const previousTitle = (await management.entry.get(params)).fields.introTitle[LOCALE]
  const before = await fetchText(page.request, '/services')
  const title = 'A title for later'
  try {
    await management.entry.unpublish(params)
    const readPagesStatus = async () => (await readHealth(site.url)).checks.pages?.status
    await expect.poll(readPagesStatus, REBUILD_TIMEOUT).toBe('degraded')
    const response = await fetch(`${site.url}/health/ready`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
    expect(await fetchText(page.request, '/services')).toBe(before)
    await publishField(management, params.entryId, 'introTitle', title)
    await expect.poll(() => fetchText(page.request, '/services'), REBUILD_TIMEOUT).toContain(title)
    await expect.poll(readPagesStatus, REBUILD_TIMEOUT).toBe('ok')
  } finally {
    await publishField(management, params.entryId, 'introTitle', previousTitle)
  }
  await expect.poll(() => fetchText(page.request, '/services'), REBUILD_TIMEOUT).not.toContain(title)
})

/** `undefined` removes the value, as in the seed. */
async function publishNoIndex(management: PlainClientAPI, value: boolean | undefined) {
  const params = { entryId: 'seo-contact' }
  const entry = await management.entry.get(params)
  const { noIndex: _, ...otherFields } = entry.fields
  const fields = value === undefined ? otherFields : { ...otherFields, noIndex: { [LOCALE]: value } }
  await management.entry.publish(params, await management.entry.update(params, { ...entry, fields }))
}

/** Returns the response body; no scripts run. */
const fetchText = async (request: APIRequestContext, path: string) => (await request.get(path)).text()

const imagesSchema = z.looseObject({ items: z.array(z.looseObject({ altText: z.string(), photo: z.unknown() })) })
const gallerySchema = z.looseObject({
  galleryPageCollection: z.looseObject({ items: z.tuple([z.looseObject({ imagesCollection: imagesSchema })]) }),
})

/** Replaces the 100th photo in a response of the gallery query. */
function replacePhoto(response: unknown): unknown {
  const data = gallerySchema.parse(response)
  const { items } = data.galleryPageCollection.items[0].imagesCollection
  const [first] = items
  const changed = items.map((item, index) =>
    index === 99 ? { ...item, altText: 'Quite another photograph', photo: first?.photo } : item,
  )
  items.splice(0, items.length, ...changed)
  return data
}
