import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium, NO_INTERNET_ARGS } from './scripts/test/chromium.ts'

process.env.CHROMIUM ??= findChromium(process.env) ?? '' // inherited by the workers, which then skip the search

/** End-to-end tests in Chromium. tests/setup/e2e/fixtures.ts starts one site for each worker. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/setup/e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: 2, // use two cores nearly fully (record 26)
  timeout: 300_000, // ms; three browsers, sites and CMSs may share two cores
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off', // adds 25 % CPU time to every test
    launchOptions: {
      ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
      args: [...CHROMIUM_ARGS, ...NO_INTERNET_ARGS],
    },
  },
})
