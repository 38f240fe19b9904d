import type { Browser } from '@playwright/test'
import { launchChromium } from '#scripts/test/chromium.ts'
import { median } from './median.ts'
import { measureResponse, openSettledPage, openSlowPhone } from './slow-phone.ts'

const RUNS = 5

/** Figures of the gallery page on a slow phone, medians. */
export interface GalleryLoad {
  /** Elements in the document when the `load` event ends. */
  readonly nodes: number
  /** Duration of all main-thread tasks until the page is idle. */
  readonly mainThreadMs: number
  /** JavaScript heap after a garbage collection. */
  readonly heapBytes: number
  /** From the tap on a photo to the frame that shows it in the dialog. */
  readonly openMs: number
}

/** Loads the gallery and opens a photo. Returns the medians. */
export async function measureGallery(siteUrl: string): Promise<GalleryLoad> {
  await using browser = await launchChromium()
  await loadGallery(browser, siteUrl) // fills the image cache of the CMS
  const loads: GalleryLoad[] = []
  for (let run = 0; run < RUNS; run += 1) loads.push(await loadGallery(browser, siteUrl))
  return {
    nodes: median(loads.map(({ nodes }) => nodes)),
    mainThreadMs: median(loads.map(({ mainThreadMs }) => mainThreadMs)),
    heapBytes: median(loads.map(({ heapBytes }) => heapBytes)),
    openMs: median(loads.map(({ openMs }) => openMs)),
  }
}

/** The photo of the current slide: blurred until its file is loaded. */
const SHOWN_PHOTO = '[role="dialog"] .yarl__slide_current img'

async function loadGallery(browser: Browser, url: string): Promise<GalleryLoad> {
  await using page = await openSlowPhone(browser)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.addInitScript(() => {
    addEventListener('load', () => Reflect.set(window, 'nodesAtLoad', document.querySelectorAll('*').length))
  })
  await openSettledPage(page, `${url}/gallery`)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const mainThreadMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const nodes = await page.evaluate(() => Number(Reflect.get(window, 'nodesAtLoad')))
  const openMs = await measureResponse(page, 'a[aria-haspopup="dialog"] >> nth=2', SHOWN_PHOTO)
  return { nodes, mainThreadMs, heapBytes: usedSize, openMs }
}
