import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startLocalContentful } from 'contentful-local'
import sharp from 'sharp'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { installPhotoDesk } from '#cms/sync/apps/install-photo-desk.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { SEED_MEDIA_FOLDER } from '#scripts/dev/seed-local-contentful.ts'

/** px; of the window. */
const HEIGHT = 900

/** Widths of the window in px, with the end of the names of their pictures. */
const WIDTHS = { 1440: '', 768: '-768' }

/** Photographs of the seed that are added again: mirrored, so that they are new to the space, with their texts. */
const PHOTOGRAPHS = [
  '007-spool-yard-above',
  '011-station-day-wide',
  '019-station-gold-vessels',
  '014-pipe-in-ditch-above',
]
const TEXTS = [
  'Spools and bends on timber skids in a yard, seen from above',
  'Station with white vessels under a blue sky',
]
/** A photograph that is added unchanged, so that the space has it. */
const KNOWN = '005-stack-yard-over'

/**
 * Takes screenshots of the photo desk in the editor of a local Contentful, with a new space for each width. `siteUrl`: the
 * site that serves the desk. `write` receives the name of the picture and a PNG.
 */
export async function takeDeskScreenshots(
  browser: Browser,
  siteUrl: string,
  write: (name: string, screenshot: Buffer) => Promise<void>,
): Promise<void> {
  for (const [width, suffix] of Object.entries(WIDTHS)) {
    await using server = await startLocalContentful()
    const connection = getLocalConnection(server.url, 'management')
    await seedSpace({ connection, seed: readSeed(), model, mediaFolder: SEED_MEDIA_FOLDER })
    const app = await installPhotoDesk({ connection, siteUrl, previewSecret: 'secret-of-the-screenshots' })
    const viewport = { width: Number(width), height: HEIGHT }
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    await page.goto(`${server.url}/app/spaces/local/environments/master/apps/${app.appDefinitionId}`)
    await captureViews(page, (name, screenshot) => write(`photo-desk-${name}${suffix}`, screenshot))
    await page.close()
  }
}

async function captureViews(page: Page, write: (name: string, screenshot: Buffer) => Promise<void>): Promise<void> {
  const desk = page.frameLocator('iframe')
  const capture = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await desk.locator('body').evaluate(async ({ ownerDocument: { images } }) => {
      for (const image of images) image.loading = 'eager'
      await Promise.all([...images].map((image) => image.decode()))
    })
    await write(name, await page.screenshot())
  }
  const openView = (name: RegExp) => desk.getByRole('tab', { name }).click()
  const files = [...(await Promise.all(PHOTOGRAPHS.map(createMirroredFile))), await createSmallerFile(KNOWN)]
  await desk.locator('input[type=file]').first().setInputFiles(files)
  await desk
    .getByText('Added as a draft')
    .nth(PHOTOGRAPHS.length - 1)
    .waitFor()
  await desk.getByRole('button', { name: /^Replace/ }).waitFor()
  await capture('add')
  await openView(/^Texts/)
  for (const [index, text] of TEXTS.entries())
    await desk
      .getByRole('textbox', { name: /^Alternative text/ })
      .nth(index + 1) // after the picture that the space has
      .fill(text)
  await desk.getByText('All texts are saved').waitFor()
  await capture('texts')
  await openView(/^Order/)
  await desk.getByRole('button', { name: /^2:/ }).click()
  await desk.getByText('1 selected').waitFor()
  await page.mouse.move(0, 0)
  await capture('order')
  await openView(/^Publish/)
  await desk.getByRole('checkbox').first().waitFor()
  await capture('publish')
}

async function createMirroredFile(name: string) {
  const buffer = await sharp(getMasterFile(name)).flop().jpeg().toBuffer()
  return { name: `${name}-mirrored.jpg`, mimeType: 'image/jpeg', buffer }
}

async function createSmallerFile(name: string) {
  const buffer = await sharp(getMasterFile(name)).resize({ width: 1_800 }).jpeg().toBuffer()
  return { name: `${name}-again.jpg`, mimeType: 'image/jpeg', buffer }
}

const getMasterFile = (name: string) => join(SEED_MEDIA_FOLDER, 'gallery', `${name}.jpg`)
