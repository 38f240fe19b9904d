import { defineConfig } from 'vitest/config'

/** Without the site's plugins: linaria mocks its tags in a test, and the plugin of wyw-in-js would keep the run from ending. */
export default defineConfig({
  envDir: false, // a real space in .env is nothing to a test
  test: {
    maxWorkers: '100%', // of the cores; left to itself it keeps one free, and most of these tests wait
    include: ['{cms,scripts,server,src,tests}/**/*.test.{ts,tsx}'],
  },
})
