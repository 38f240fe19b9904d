import { defineConfig } from '@playwright/test'
import { BROWSER_ENGINES, findBrowser, NO_INTERNET } from '#scripts/test/browser-engines.ts'

/** The visitor's main journeys in each of Firefox and WebKit that is there. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/browsers',
  workers: 1,
  timeout: 120_000, // ms
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  projects: BROWSER_ENGINES.flatMap((engine) => {
    const browser = findBrowser(engine, process.env)
    return browser ? [{ name: engine, use: { browserName: engine, proxy: NO_INTERNET, ...browser } }] : []
  }),
})
