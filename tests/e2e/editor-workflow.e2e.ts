import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import * as z from 'zod'
import { LOCALE } from '#shared/constants.ts'
import { saveDraft } from '#tests/contract/seeded-space.ts'
import { createAsset, createDraftEntry, toLink } from '#tests/contract/test-contentful.ts'
import { createPhoto } from '#tests/contract/test-pictures.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { REBUILD_TIMEOUT } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)

const ALT_TEXTS = ['First weld of the new line', 'Second weld of the new line', 'Third weld of the new line'] as const
const LOGO_ID = 'affiliation-contractorsafe-registry'

test('an editor adds photos, changes a logo, drafts a redirect and restores the seed', async ({
  page,
  site,
  cms,
  management,
  ready,
}) => {
  test.setTimeout(240_000)
  const folder = await createEditorFolder(cms.url)
  const readPublishedCount = () => countPublishedPhotos(site.url)
  try {
    await test.step('three photos are added as drafts', () => addDrafts(management))

    await test.step('the drafts are shown in the preview only', async () => {
      await page.goto('/gallery')
      await ready()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('120 photographs')).toBeVisible()
      await page.goto(site.previewUrl('/gallery'))
      await expect(page.getByText('123 photographs')).toBeVisible()
      for (const alt of ALT_TEXTS) await expect(page.getByRole('img', { name: alt })).toBeAttached()
      const banner = page.getByRole('region', { name: 'Preview' })
      await banner.getByRole('button').first().click()
      const link = banner.getByRole('link', { name: new RegExp(ALT_TEXTS[0]) })
      await expect(link).toHaveAttribute('href', /\/entries\/weld-1$/)
      await leavePreview(page)
    })

    await test.step('the published photos are shown without a build', async () => {
      await publishAll(management, await findDrafts(management))
      await expect.poll(readPublishedCount, REBUILD_TIMEOUT).toBe(123) // in the HTML of the server
      await page.goto('/gallery')
      await ready()
      await expect(page.getByText('123 photographs')).toBeVisible()
    })

    await test.step('an unpublished photo is not shown', async () => {
      const [entryId = ''] = await findEntryIds(management, ALT_TEXTS[1])
      await management.entry.unpublish({ entryId })
      await expect.poll(readPublishedCount, REBUILD_TIMEOUT).toBe(122)
      await page.goto('/gallery')
      await ready()
      await expect(page.getByText('122 photographs')).toBeVisible()
      await expect(page.getByRole('img', { name: ALT_TEXTS[1] })).toHaveCount(0)
    })

    await test.step('a logo has a new link', async () => {
      const link = 'https://example.org/another-page'
      await publishField(management, LOGO_ID, 'link', link)
      const readServices = async () => (await page.request.get('/services')).text()
      await expect.poll(readServices, REBUILD_TIMEOUT).toContain(link)
      await page.goto('/services')
      await ready()
      await expect(page.locator('a[href="https://example.org/another-page"]')).toBeAttached()
    })

    await test.step('a redirect from a page cannot be published, and the preview and the report name the draft', async () => {
      const names = { from: '/services', to: '/gallery', isPermanent: false }
      const fields = Object.fromEntries(Object.entries(names).map(([name, value]) => [name, { [LOCALE]: value }]))
      const draft = await management.entry.createWithId({ contentTypeId: 'redirect', ...REDIRECT }, { fields })
      await expect(management.entry.publish(REDIRECT, draft)).rejects.toThrow('A page has this address')
      await page.goto(site.previewUrl('/'))
      const banner = page.getByRole('region', { name: 'Preview' })
      await banner.getByRole('button').first().click()
      await expect(banner.getByText('begins at the page /services, which visitors see instead')).toBeVisible()
      await leavePreview(page)
      const { findings } = await runCommand(folder, ['check', '--offline', '--json'])
      expect(findings).toContainEqual(
        expect.objectContaining({
          id: REDIRECT.entryId,
          text: expect.stringContaining('begins at the page /services'),
        }),
      )
    })

    await test.step('seed --force restores the seed', async () => {
      await runCommand(folder, ['seed', '--force', '--json'])
      await expect.poll(readPublishedCount, REBUILD_TIMEOUT).toBe(120)
      await page.goto('/gallery')
      await ready()
      await expect(page.getByText('120 photographs')).toBeVisible()
      await page.goto('/services')
      await ready()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('a[href="https://example.org/another-page"]')).toHaveCount(0)
    })
  } finally {
    await removeAddedEntries(management)
    await runCommand(folder, ['seed', '--force', '--json'])
    await rm(folder, { recursive: true })
  }
})

/** Adds three photos to the gallery as drafts. */
async function addDrafts(client: PlainClientAPI): Promise<void> {
  const space = { client }
  const ids = ALT_TEXTS.map((_, index) => `weld-${index + 1}`)
  for (const [index, id] of ids.entries()) {
    await createAsset(space, id, await createPhoto(id))
    const fields = { altText: ALT_TEXTS[index], photo: toLink('Asset', id) }
    await createDraftEntry(space, 'galleryImage', id, fields)
  }
  const page = await client.entry.get({ entryId: 'gallery-page' })
  const links = [...page.fields.images[LOCALE], ...ids.map((id) => toLink('Entry', id))]
  await saveDraft(space, 'gallery-page', 'images', links)
}

/** Creates a folder in which commands use the local Contentful of the test. */
async function createEditorFolder(cmsUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'editor-'))
  await mkdir(join(folder, '.contentful'))
  await writeFile(join(folder, '.contentful/address.json'), JSON.stringify({ url: cmsUrl }))
  return folder
}

const reportSchema = z.object({
  findings: z.array(z.object({ id: z.string().nullable(), text: z.string() })).default([]),
})

/** Runs a command and returns its JSON report. Throws without a report; a command with findings exits with a code too. */
function runCommand(folder: string, args: readonly string[]): Promise<z.output<typeof reportSchema>> {
  return new Promise((fulfill, reject) =>
    execFile(
      process.execPath,
      [resolve('scripts/cms.ts'), ...args],
      { cwd: folder, maxBuffer: 20_000_000 },
      (error, stdout) => {
        const { success, data } = reportSchema.safeParse(parseJson(stdout))
        if (success) fulfill(data)
        else reject(error ?? new Error(stdout))
      },
    ),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts the photos in the HTML of the server. */
async function countPublishedPhotos(url: string): Promise<number> {
  const html = await (await fetch(`${url}/gallery`)).text()
  return html.match(/<a [^>]*aria-haspopup="dialog"/g)?.length ?? 0
}

async function leavePreview(page: Page) {
  await page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: /leave/i }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0)
}

async function findEntryIds(management: PlainClientAPI, alt: string): Promise<readonly string[]> {
  const { items } = await management.entry.getMany({ query: { content_type: 'galleryImage', 'fields.altText': alt } })
  return items.map(({ sys }) => sys.id)
}

/** Returns the added drafts: assets, then photos, then the page. */
async function findDrafts(management: PlainClientAPI) {
  const images = (await Promise.all(ALT_TEXTS.map((alt) => findEntryIds(management, alt)))).flat()
  const entries = await Promise.all(images.map((entryId) => management.entry.get({ entryId })))
  const assets = entries.map(({ fields }) => String(fields.photo[LOCALE].sys.id))
  return { assets, entries: [...images, 'gallery-page'] }
}

async function publishAll(
  management: PlainClientAPI,
  { assets, entries }: { readonly assets: readonly string[]; readonly entries: readonly string[] },
) {
  for (const assetId of assets) await management.asset.publish({ assetId }, await management.asset.get({ assetId }))
  for (const entryId of entries) await management.entry.publish({ entryId }, await management.entry.get({ entryId }))
}

const REDIRECT = { entryId: 'redirect-from-services' }

/** Removes the added photos and the redirect: `seed --force` keeps entries that are not in the seed. */
async function removeAddedEntries(management: PlainClientAPI) {
  const page = await management.entry.get({ entryId: 'gallery-page' })
  const addedIds = (await Promise.all(ALT_TEXTS.map((alt) => findEntryIds(management, alt)))).flat()
  const images = page.fields.images[LOCALE].filter(({ sys }: { sys: { id: string } }) => !addedIds.includes(sys.id))
  if (images.length < page.fields.images[LOCALE].length)
    await publishField(management, 'gallery-page', 'images', images)
  for (const entryId of [...addedIds, REDIRECT.entryId]) {
    await management.entry.unpublish({ entryId }).catch(() => {})
    await management.entry.delete({ entryId }).catch(() => {})
  }
}
