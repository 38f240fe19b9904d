import type { Browser } from '@playwright/test'
import { launchChromium } from '#scripts/test/chromium.ts'
import { SITE_PATHS, type SitePath } from '#shared/site-paths.gen.ts'
import { median } from './median.ts'
import { measureResponse, openSettledPage } from './slow-phone.ts'

const RUNS = 5
/** ms. Long enough for the preload that the hover starts. */
const HOVER_MS = 1_000

/** The time from a click on a hovered link to the first frame of the next page. */
export interface RouteChange {
  readonly path: string
  readonly milliseconds: number
}

/** For each page, one with a link to it. */
const LINKED_FROM: Readonly<Record<SitePath, SitePath>> = {
  '/': '/services',
  '/gallery': '/',
  '/services': '/',
  '/contact': '/',
  '/mainlinepipeline': '/services',
}

/** Measures route changes at 1,440 px and the full speed of this machine, medians. */
export async function measureRouteChanges(siteUrl: string): Promise<readonly RouteChange[]> {
  await using browser = await launchChromium()
  const runs = SITE_PATHS.map((path) => ({ path, times: [] as number[] }))
  for (let run = 0; run < RUNS; run += 1)
    for (const { path, times } of runs) times.push(await measureRouteChange(browser, siteUrl, path))
  return runs.map(({ path, times }) => ({ path, milliseconds: median(times) }))
}

async function measureRouteChange(browser: Browser, siteUrl: string, path: SitePath): Promise<number> {
  await using page = await browser.newPage({ viewport: { width: 1_440, height: 900 } }) // with an empty cache
  await openSettledPage(page, siteUrl + LINKED_FROM[path])
  await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-previous', ''))
  const link = `nav a[href="${path}"], main a[href="${path}"]`
  await page.locator(link).first().hover()
  await page.waitForTimeout(HOVER_MS)
  return await measureResponse(page, `${link} >> nth=0`, 'main h1:not([data-previous])')
}
