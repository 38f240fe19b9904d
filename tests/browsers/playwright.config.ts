import { defineConfig } from '@playwright/test'
import { BROWSER_ENGINES, type BrowserEngine } from './browser-engines.ts'

/** The visitor's main journeys in Firefox and WebKit. The browsers are controlled by session.ts and its two implementations. */
export default defineConfig<object, { engine: BrowserEngine }>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/browsers',
  workers: 1,
  timeout: 120_000, // ms; a browser starts for each test
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  projects: BROWSER_ENGINES.map((engine) => ({ name: engine, use: { engine } })),
})
