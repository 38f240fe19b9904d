import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, ensureChromium } from '#scripts/test/chromium.ts'

/** Starts the Chromium of the end-to-end tests. Installs it if there is none. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ args: CHROMIUM_ARGS, executablePath: ensureChromium(process.env) })

/** Returns the median; for an even number of values, the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
