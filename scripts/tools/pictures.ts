import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { runCommand } from '#scripts/cli/run-command.ts'
import { startLocalSite } from '#scripts/dev/local-site.ts'
import { type LocalSite, parseLocalSiteOptions } from '#scripts/dev/site-command.ts'
import { launchChromium } from '#scripts/test/chromium.ts'
import { onShutdown } from '#server/process/shutdown.ts'
import { takeDeskScreenshots } from './desk-screenshots.ts'

const FOLDER = 'docs/pages'

/** px; `height` of the captured part of the page, `width` of the file. The README shows Home large, the others in pairs. */
const SCREENSHOTS = [
  { name: 'home', path: '/', height: 1_110, width: 1_200 },
  { name: 'gallery', path: '/gallery', height: 1_750, width: 860 },
  { name: 'services', path: '/services', height: 1_750, width: 860 },
  { name: 'mainline-pipeline', path: '/mainlinepipeline', height: 1_750, width: 860 },
  { name: 'contact', path: '/contact', height: 1_750, width: 860 },
] as const

const VIEWPORT = { width: 1_440, height: 900 }
/** Maximum file size, so that the README loads quickly. */
const MAX_BYTES = 200_000

/** Takes the screenshots of the README and of docs/editing.md from the site at this URL. */
async function takeScreenshots(url: string): Promise<void> {
  const browser = await launchChromium()
  await mkdir(FOLDER, { recursive: true })
  for (const { name, path, height, width } of SCREENSHOTS) {
    await writeScreenshot(name, await capturePage(browser, new URL(path, url).href, height), width)
  }
  await takeDeskScreenshots(browser, url, (name, screenshot) => writeScreenshot(name, screenshot, DESK_WIDTH))
  await browser.close()
}

/** px; the width of the files of the photo desk's screenshots. */
const DESK_WIDTH = 1_200

async function writeScreenshot(name: string, screenshot: Buffer, width: number): Promise<void> {
  const content = await encodeJpeg(screenshot, width)
  const file = join(FOLDER, `${name}.jpg`)
  await writeFile(file, content)
  console.log(`${file}: ${Math.round(content.length / 1_000)} KB`)
}

/** Captures the top of a page without animations, after fonts and all images, also lazy ones, have loaded. */
async function capturePage(browser: Browser, url: string, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode()))
  })
  const clip = { x: 0, y: 0, width: VIEWPORT.width, height }
  const screenshot = await page.screenshot({ fullPage: true, clip })
  await page.close()
  return screenshot
}

/** Encodes a JPEG in the best quality that keeps it below the maximum size. */
async function encodeJpeg(screenshot: Buffer, width: number): Promise<Buffer> {
  const resized = sharp(screenshot).resize({ width, withoutEnlargement: true })
  for (let quality = 84; ; quality -= 6) {
    const file = await resized.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (file.length <= MAX_BYTES || quality <= 50) return file
  }
}

/** node scripts/bootstrap.mjs scripts/tools/pictures.ts [url]: without a URL it starts the site as `npm start` does. */
let site: LocalSite | undefined
onShutdown(async () => site?.stop())
await runCommand(async () => {
  const [address] = parseArgs({ allowPositionals: true }).positionals
  if (!address) site = await startLocalSite(parseLocalSiteOptions([], process.env), console.log)
  await takeScreenshots(address ?? site?.url ?? '')
  await site?.stop()
  process.exit() // the IPC channel to the parent process would keep this process alive
})
