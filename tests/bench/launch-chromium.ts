import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts'

/** Starts the Chromium of the end-to-end tests. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium(process.env)
  return chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
}
