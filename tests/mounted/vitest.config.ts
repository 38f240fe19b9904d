import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, requireChromium } from '#scripts/test/chromium.ts'
import { pictureSpaceCommands } from './picture-space-commands.ts'

const ROOT = `${import.meta.dirname}/../..`

/** Tests that mount components of the photo desk in Chromium, against a local Contentful (tests/mounted/open-desk.tsx). */
export default defineConfig({
  root: ROOT,
  envDir: false, // tests must not use a real space that .env names
  publicDir: false,
  cacheDir: '.cache/vite-mounted',
  plugins: [react()],
  resolve: { alias: [{ find: /^#(cms|shared|tests)\//, replacement: `${ROOT}/$1/` }] },
  // Found before the first test: a module that is found later reloads the page of the test that imports it.
  optimizeDeps: { entries: ['cms/photo-desk/main.tsx', 'cms/photo-desk/**/*.test.tsx'] },
  test: {
    include: ['cms/photo-desk/**/*.test.tsx'],
    globalSetup: 'tests/setup/global-setup.ts',
    testTimeout: 300_000, // as in vitest.config.ts
    hookTimeout: 300_000,
    maxWorkers: 2, // half of each test is waiting
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1_200, height: 900 },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: { executablePath: requireChromium(process.env), args: CHROMIUM_ARGS },
        actionTimeout: 30_000,
      }),
      commands: pictureSpaceCommands,
    },
  },
})
