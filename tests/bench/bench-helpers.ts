import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '#tests/setup/e2e/chromium.ts'

/** Starts the Chromium of the end-to-end tests. Throws `UserError` when there is none. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ args: CHROMIUM_ARGS, executablePath: requireChromium(process.env) })

/** Returns the median; for an even number of values, the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
