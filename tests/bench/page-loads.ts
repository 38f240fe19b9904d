import type { Page } from '@playwright/test'
import { launchChromium } from './launch-chromium.ts'
import { median } from './median.ts'

/** What a visitor with a slow phone waits for. */
export interface PageLoad {
  readonly path: string
  /** ms until the largest picture or text was painted */
  readonly largestPaint: number
  /** 0 where nothing moved */
  readonly shift: number
  /** bytes over the network until the page came to rest, films not counted */
  readonly transferred: number
  /** of these, scripts */
  readonly scripts: number
  readonly requests: number
}

const RUNS = 5
/** Slow 4G and a processor at a quarter of this machine's speed, as Lighthouse has them. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
}
const SLOWER = 4

/** Loads each page several times with an empty cache; answers with the medians. */
export async function measurePageLoads(url: string, paths: readonly string[]): Promise<PageLoad[]> {
  const browser = await launchChromium()
  const loads: PageLoad[] = []
  for (const path of paths) {
    const runs: Omit<PageLoad, 'path'>[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
      runs.push(await loaded(await context.newPage(), url + path))
      await context.close()
    }
    const of = (key: keyof Omit<PageLoad, 'path'>) => median(runs.map((run) => run[key]))
    loads.push({
      path,
      largestPaint: of('largestPaint'),
      shift: of('shift'),
      transferred: of('transferred'),
      scripts: of('scripts'),
      requests: of('requests'),
    })
  }
  await browser.close()
  return loads
}

async function loaded(page: Page, address: string): Promise<Omit<PageLoad, 'path'>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const types = new Map<string, string>()
  const sum = { transferred: 0, scripts: 0, requests: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === 'Media') return
    sum.requests += 1
    sum.transferred += encodedDataLength
    if (type === 'Script') sum.scripts += encodedDataLength
  })
  await page.addInitScript(observe)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(4_000)
  return { ...sum, ...(await page.evaluate(() => ({ largestPaint: window.largestPaint, shift: window.shift }))) }
}

declare global {
  interface Window {
    largestPaint: number
    shift: number
  }
}

function observe() {
  window.largestPaint = 0
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) window.shift += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
}
