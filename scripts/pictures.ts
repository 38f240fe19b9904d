import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './cli/run-command.ts'
import { type LocalSite, startLocalSite } from './dev/local-site.ts'
import { parseSiteOptions } from './dev/site-options.ts'
import { CHROMIUM_ARGS, ensureChromium } from './test/chromium.ts'

const FOLDER = 'docs/pages'

/** px; `height` of the page from its top, `width` of the file. The README shows Home large, the others two in a row. */
const PICTURES = [
  { name: 'home', path: '/', height: 1_110, width: 1_200 },
  { name: 'gallery', path: '/gallery', height: 1_750, width: 860 },
  { name: 'services', path: '/services', height: 1_750, width: 860 },
  { name: 'mainline-pipeline', path: '/mainlinepipeline', height: 1_750, width: 860 },
  { name: 'contact', path: '/contact', height: 1_750, width: 860 },
] as const

const VIEWPORT = { width: 1_440, height: 900 }
/** bytes; a README is to load quickly. */
const LIMIT = 200_000

/** Takes the README's pictures of the site at this address. */
async function takePictures(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(process.env),
    args: CHROMIUM_ARGS,
  })
  await mkdir(FOLDER, { recursive: true })
  for (const { name, path, height, width } of PICTURES) {
    const picture = await small(await pageTop(browser, new URL(path, url).href, height), width)
    const file = join(FOLDER, `${name}.jpg`)
    await writeFile(file, picture)
    console.log(`${file}: ${Math.round(picture.length / 1_000)} KB`)
  }
  await browser.close()
}

/** The page at rest: without motion, with its fonts and with every picture, also those that wait for a visitor to scroll. */
async function pageTop(browser: Browser, address: string, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode()))
  })
  const clip = { x: 0, y: 0, width: VIEWPORT.width, height }
  const picture = await page.screenshot({ fullPage: true, clip })
  await page.close()
  return picture
}

/** As JPEG, in the best quality that keeps it below the limit. */
async function small(picture: Buffer, width: number): Promise<Buffer> {
  const resized = sharp(picture).resize({ width })
  for (let quality = 84; ; quality -= 6) {
    const file = await resized.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (file.length <= LIMIT || quality <= 50) return file
  }
}

/** Of the site at the address that is given, or of one that it starts as `npm start` does. */
let site: LocalSite | undefined
onShutdown(async () => site?.stop())
await runCommand(async () => {
  const [address] = parseArgs({ allowPositionals: true }).positionals
  if (!address) site = await startLocalSite(parseSiteOptions([], process.env), console.log)
  await takePictures(address ?? site?.url ?? '')
  await site?.stop()
  process.exit() // the channel to who started this process would keep it
})
