import type { Page } from '@playwright/test'
import { launchChromium, median } from './bench-helpers.ts'

/** Measurements of a page load on a slow phone. */
export interface PageLoad {
  readonly path: string
  /** Largest Contentful Paint. */
  readonly largestPaintMs: number
  /** Cumulative Layout Shift; 0 when nothing moved. */
  readonly layoutShift: number
  /** Bytes over the network until the network is idle, without videos. */
  readonly transferredBytes: number
  /** The part of `transferredBytes` that is scripts. */
  readonly scriptBytes: number
  readonly requests: number
}

const RUNS = 5
/** Lighthouse's "Slow 4G", and a quarter of this machine's CPU speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
}
const CPU_SLOWDOWN = 4

/** Loads each page several times with an empty cache. Returns the medians. */
export async function measurePageLoads(url: string, paths: readonly string[]): Promise<PageLoad[]> {
  const browser = await launchChromium()
  const loads: PageLoad[] = []
  for (const path of paths) {
    const runs: Omit<PageLoad, 'path'>[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
      runs.push(await measureLoad(await context.newPage(), url + path))
      await context.close()
    }
    const getMedian = (key: keyof Omit<PageLoad, 'path'>) => median(runs.map((run) => run[key]))
    loads.push({
      path,
      largestPaintMs: getMedian('largestPaintMs'),
      layoutShift: getMedian('layoutShift'),
      transferredBytes: getMedian('transferredBytes'),
      scriptBytes: getMedian('scriptBytes'),
      requests: getMedian('requests'),
    })
  }
  await browser.close()
  return loads
}

async function measureLoad(page: Page, url: string): Promise<Omit<PageLoad, 'path'>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const types = new Map<string, string>()
  const totals = { transferredBytes: 0, scriptBytes: 0, requests: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === 'Media') return
    totals.requests += 1
    totals.transferredBytes += encodedDataLength
    if (type === 'Script') totals.scriptBytes += encodedDataLength
  })
  await page.addInitScript(observePerformance)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(4_000)
  const observed = await page.evaluate(() => ({
    largestPaintMs: window.largestPaintMs,
    layoutShift: window.layoutShift,
  }))
  return { ...totals, ...observed }
}

declare global {
  interface Window {
    largestPaintMs: number
    layoutShift: number
  }
}

/** Runs in the page, so it must not use variables of this module. */
function observePerformance() {
  window.largestPaintMs = 0
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largestPaintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) window.layoutShift += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
}
