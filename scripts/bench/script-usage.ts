import { gzipSync } from 'node:zlib'
import { launchChromium } from '#scripts/test/chromium.ts'
import { measureOnSlowPhone, openSettledPage } from './slow-phone.ts'

/** Script files of a page load. Bytes are compressed with gzip. */
export interface ScriptUsage {
  readonly bytes: number
  /** The part of `bytes` that was not executed: the compressed size times the part of the unused text. */
  readonly unusedBytes: number
}

/** Loads the page on a phone and measures which part of its script files is executed while loading. */
export async function measureScriptUsage(url: string): Promise<ScriptUsage> {
  const browser = await launchChromium()
  try {
    return await measureOnSlowPhone(browser, async ({ page }) => {
      await page.coverage.startJSCoverage()
      await openSettledPage(page, url)
      const files = (await page.coverage.stopJSCoverage()).filter(({ url: file }) => file.endsWith('.js'))
      let bytes = 0
      let unusedBytes = 0
      for (const { source = '', functions } of files) {
        const fileBytes = gzipSync(source, { level: 9 }).length
        bytes += fileBytes
        unusedBytes += fileBytes * getUnusedRatio(source.length, functions)
      }
      return { bytes, unusedBytes }
    })
  } finally {
    await browser.close()
  }
}

interface FunctionCoverage {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
}

/** Inner ranges override outer ranges. */
function getUnusedRatio(length: number, functions: readonly FunctionCoverage[]): number {
  const isUnused = new Uint8Array(length)
  const ranges = functions
    .flatMap((coverage) => coverage.ranges)
    .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges) isUnused.fill(count === 0 ? 1 : 0, startOffset, endOffset)
  return isUnused.reduce((sum, value) => sum + value, 0) / length
}
