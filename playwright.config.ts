import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from './scripts/test/chromium.ts'

process.env.CHROMIUM ??= findChromium(process.env) ?? '' // the workers inherit it and look no more

/** The visitor's journeys, in Chromium, against a site that tests/setup/e2e/fixtures.ts starts for each worker. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  workers: 3, // on two cores: a test waits for about a third of its time
  timeout: 60_000, // ms; three browsers, sites and CMSs share what may be two cores
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off', // a quarter more CPU time for every test
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      // No test depends on the internet, or disturbs anybody there. A route would cost a tenth of the CPU time of a page.
      args: [...CHROMIUM_ARGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    },
  },
})
