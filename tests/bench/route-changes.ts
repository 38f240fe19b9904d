import type { Browser } from '@playwright/test'
import { type SitePage, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { launchChromium, median } from './bench-helpers.ts'
import { measureResponse, openSettledPage } from './slow-phone.ts'

const RUNS = 5
/** ms. Long enough for the preload that the hover starts. */
const HOVER_MS = 1_000

/** The time from a click on a hovered link to the first frame of the next page. */
export interface RouteChange {
  readonly path: string
  readonly milliseconds: number
}

/** Measures route changes at 1,440 px and the full speed of this machine, medians. */
export async function measureRouteChanges(siteUrl: string): Promise<readonly RouteChange[]> {
  const browser = await launchChromium()
  try {
    const runs = sitePages.map((page) => ({ page, times: [] as number[] }))
    for (let run = 0; run < RUNS; run += 1) {
      for (const { page, times } of runs) times.push(await measureRouteChange(browser, siteUrl, page))
    }
    return runs.map(({ page: { path }, times }) => ({ path, milliseconds: median(times) }))
  } finally {
    await browser.close()
  }
}

async function measureRouteChange(browser: Browser, siteUrl: string, { path, linked }: SitePage): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  try {
    const page = await context.newPage()
    await openSettledPage(page, siteUrl + linked.from)
    await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-previous', ''))
    const link = `nav a[href="${path}"], main a[href="${path}"]`
    await page.locator(link).first().hover()
    await page.waitForTimeout(HOVER_MS)
    return await measureResponse(page, `${link} >> nth=0`, 'main h1:not([data-previous])')
  } finally {
    await context.close()
  }
}
