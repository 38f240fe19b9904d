import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import sharp from 'sharp'
import * as z from 'zod'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

const ALTS = ['First weld of the new line', 'Second weld of the new line', 'Third weld of the new line'] as const
const LOGO = 'affiliation-contractorsafe-registry'

test('an editor’s morning: photographs, a logo, a redirect, and everything back', async ({
  page,
  browser,
  site,
  cms,
  management,
  ready,
}) => {
  test.setTimeout(240_000)
  const folder = await editorsFolder(cms.url)
  const published = () => publishedGallery(browser, site.url)
  try {
    await test.step('three photographs are added as drafts', async () => {
      const { pictures } = await run(folder, ['photos', 'add', 'photos', '--draft', '--json'])
      expect(pictures.map(({ became }) => became)).toEqual(['draft', 'draft', 'draft'])
    })

    await test.step('they are in the preview, and not on the site', async () => {
      await page.goto('/gallery')
      await ready()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('120 photographs')).toBeVisible()
      await page.goto(site.previewUrl('/gallery'))
      await expect(page.getByText('123 photographs')).toBeVisible()
      for (const alt of ALTS) await expect(page.getByRole('img', { name: alt })).toBeAttached()
      const banner = page.getByRole('region', { name: 'Preview' })
      await banner.getByRole('button').first().click()
      const links = banner.getByRole('link', { name: new RegExp(ALTS[0]) }) // the entry, and its picture
      await expect(links).toHaveCount(2)
      await expect(links.first()).toHaveAttribute('href', /\/(entries|assets)\/photo-/)
      await leavePreview(page)
    })

    await test.step('published, they are on the site without a build', async () => {
      await publishAll(management, await draftsOf(management))
      await page.goto('/gallery')
      await ready()
      await expect(page.getByText('123 photographs')).toBeVisible()
      await expect.poll(published, { timeout: 30_000 }).toBe(123) // what the server sends, without a script
    })

    await test.step('unpublished, one of them is gone', async () => {
      const [entryId = ''] = await idsOf(management, ALTS[1])
      await management.entry.unpublish({ entryId })
      await page.goto('/gallery')
      await ready()
      await expect(page.getByText('122 photographs')).toBeVisible()
      await expect(page.getByRole('img', { name: ALTS[1] })).toHaveCount(0)
      await expect.poll(published, { timeout: 30_000 }).toBe(122)
    })

    await test.step('a logo leads somewhere else', async () => {
      await publishField(management, LOGO, 'link', 'https://example.org/another-page')
      await page.goto('/services')
      await ready()
      await expect(page.locator('a[href="https://example.org/another-page"]')).toBeAttached()
    })

    await test.step('redirects that lead in a circle are not served, and the editor is told why', async () => {
      for (const [entryId, from, to] of CIRCLE) await createRedirect(management, entryId, from, to)
      await page.goto(site.previewUrl('/'))
      const banner = page.getByRole('region', { name: 'Preview' })
      await banner.getByRole('button').first().click()
      await expect(banner.getByText(/\/round → \/about → \/round|\/about → \/round → \/about/).first()).toBeVisible()
      await leavePreview(page)
      const answer = await page.request.get('/round', { maxRedirects: 0, headers: { accept: 'text/html' } })
      expect(answer.headers().location).toBe('/') // as every unknown address
      const { findings } = await run(folder, ['check', '--offline', '--json'])
      expect(findings).toContainEqual(expect.objectContaining({ id: CIRCLE[0][0], text: expect.stringContaining('→') }))
    })

    await test.step('seed --force brings everything back', async () => {
      await run(folder, ['seed', '--force', '--json'])
      await page.goto('/gallery')
      await ready()
      await expect(page.getByText('120 photographs')).toBeVisible()
      await page.goto('/services')
      await ready()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('a[href="https://example.org/another-page"]')).toHaveCount(0)
      await expect.poll(published, { timeout: 30_000 }).toBe(120)
    })
  } finally {
    await removeAdded(management)
    await run(folder, ['seed', '--force', '--json'])
    await rm(folder, { recursive: true })
  }
})

/** A folder like an editor's, with three photographs and their texts; the commands find the local Contentful from it. */
async function editorsFolder(cmsUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'editor-'))
  await mkdir(join(folder, '.contentful'))
  await writeFile(join(folder, '.contentful/address.json'), JSON.stringify({ url: cmsUrl }))
  await mkdir(join(folder, 'photos'))
  for (const [index, rgb] of ['#a04020', '#20a040', '#4020a0'].entries()) {
    const stripe = { create: { width: 400 + 300 * index, height: 1200, channels: 3, background: '#e0e0e0' } } as const
    const photo = sharp({ create: { width: 1800, height: 1200, channels: 3, background: rgb } })
    const overlay = { input: await sharp(stripe).png().toBuffer(), left: 100 + 250 * index, top: 0 }
    await photo
      .composite([overlay])
      .jpeg()
      .toFile(join(folder, 'photos', `DSC_${index + 1}.jpg`))
  }
  const rows = ALTS.map((alt, index) => `DSC_${index + 1}.jpg,${alt}`)
  await writeFile(join(folder, 'photos/texts.csv'), ['file,alt', ...rows, ''].join('\n'))
  return folder
}

const report = z.object({
  pictures: z.array(z.object({ became: z.string() })).default([]),
  findings: z.array(z.object({ id: z.string().nullable(), text: z.string() })).default([]),
})

/** A command as the editor runs it; answers with its JSON. Some end with another code than 0 because they found something. */
function run(folder: string, args: readonly string[]): Promise<z.output<typeof report>> {
  return new Promise((done, fail) =>
    execFile(
      process.execPath,
      [resolve('scripts/cms.ts'), ...args],
      { cwd: folder, maxBuffer: 20_000_000 },
      (error, out) => {
        const { success, data } = report.safeParse(parsed(out))
        if (success) done(data)
        else fail(error ?? new Error(out))
      },
    ),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many photographs stand in the page as the server sends it. */
async function publishedGallery(
  browser: { newPage: (options: object) => Promise<Page> },
  url: string,
): Promise<number> {
  const page = await browser.newPage({ javaScriptEnabled: false })
  try {
    await page.goto(`${url}/gallery`)
    return await page.locator('a[aria-haspopup="dialog"]').count()
  } finally {
    await page.close()
  }
}

async function leavePreview(page: Page) {
  await page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: /leave/i }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0)
}

async function idsOf(management: PlainClientAPI, alt: string): Promise<readonly string[]> {
  const { items } = await management.entry.getMany({ query: { content_type: 'galleryImage', 'fields.altText': alt } })
  return items.map(({ sys }) => sys.id)
}

/** What the command left as drafts: pictures first, the page last. */
async function draftsOf(management: PlainClientAPI) {
  const images = (await Promise.all(ALTS.map((alt) => idsOf(management, alt)))).flat()
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

const CIRCLE = [
  ['redirect-round', '/round', '/about'],
  ['redirect-about', '/about', '/round'],
] as const

async function createRedirect(management: PlainClientAPI, entryId: string, from: string, to: string) {
  const fields = { from: { [LOCALE]: from }, to: { [LOCALE]: to }, isPermanent: { [LOCALE]: false } }
  const draft = await management.entry.createWithId({ contentTypeId: 'redirect', entryId }, { fields })
  await management.entry.publish({ entryId }, draft)
}

/** `seed --force` brings back what the seed says; what editors added besides stays theirs. */
async function removeAdded(management: PlainClientAPI) {
  const page = await management.entry.get({ entryId: 'gallery-page' })
  const added = (await Promise.all(ALTS.map((alt) => idsOf(management, alt)))).flat()
  const images = page.fields.images[LOCALE].filter(({ sys }: { sys: { id: string } }) => !added.includes(sys.id))
  if (images.length < page.fields.images[LOCALE].length)
    await publishField(management, 'gallery-page', 'images', images)
  for (const entryId of [...added, ...CIRCLE.map(([id]) => id)]) {
    await management.entry.unpublish({ entryId }).catch(() => {})
    await management.entry.delete({ entryId }).catch(() => {})
  }
}
