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

/**
 * The widths, in px, and photographs of the seed that are added again: mirrored, so that they are new to the space, with
 * their texts; the last photograph is unchanged, so that the space has it.
 */
const CAPTURES = [
  {
    width: 1_440,
    suffix: '',
    photographs: [
      '007-spool-yard-above',
      '011-station-day-wide',
      '019-station-gold-vessels',
      '014-pipe-in-ditch-above',
    ],
    texts: [
      'Spools and bends on timber skids in a yard, seen from above',
      'Station with white vessels under a blue sky',
    ],
    known: '005-stack-yard-over',
  },
  {
    width: 768,
    suffix: '-768',
    photographs: ['010-sideboom-track', '013-stack-forest', '016-spool-yard-dusk', '020-mist-walkers'],
    texts: ['Track and boom foot of a sideboom, close to the camera', 'Stack of pipe at the edge of a forest'],
    known: '006-ditch-along',
  },
] as const

type Capture = (typeof CAPTURES)[number]

/**
 * Takes screenshots of the photo desk in the editor of a local Contentful, with a new space for each width. `siteUrl`: the
 * site that serves the desk. `write` receives the name of the picture and a PNG.
 */
export async function takeDeskScreenshots(
  browser: Browser,
  siteUrl: string,
  write: (name: string, screenshot: Buffer) => Promise<void>,
): Promise<void> {
  for (const capture of CAPTURES) {
    await using server = await startLocalContentful()
    const connection = getLocalConnection(server.url, 'management')
    await seedSpace({ connection, seed: readSeed(), model, mediaFolder: SEED_MEDIA_FOLDER })
    const app = await installPhotoDesk({ connection, siteUrl, previewSecret: 'secret-of-the-screenshots' })
    const viewport = { width: capture.width, height: HEIGHT }
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    await page.goto(`${server.url}/app/spaces/local/environments/master/apps/${app.appDefinitionId}`)
    await captureViews(page, capture, (name, screenshot) => write(`photo-desk-${name}${capture.suffix}`, screenshot))
    await page.close()
  }
}

async function captureViews(
  page: Page,
  { photographs, texts, known }: Capture,
  write: (name: string, screenshot: Buffer) => Promise<void>,
): Promise<void> {
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
  const files = [...(await Promise.all(photographs.map(createMirroredFile))), await createSmallerFile(known)]
  await desk.locator('input[type=file]').first().setInputFiles(files)
  await desk
    .getByText('Added as a draft')
    .nth(photographs.length - 1)
    .waitFor()
  await desk.getByRole('button', { name: /^Replace/ }).waitFor()
  await capture('add')
  await openView(/^Texts/)
  for (const [index, text] of texts.entries())
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
