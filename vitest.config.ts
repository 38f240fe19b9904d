import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

const DEPLOYMENT = 'tests/deployment/*.test.ts'
const UNIT = '{cms,scripts,server,shared}/**/*.test.ts'

/** `vi.mock` needs modules that no other test file has loaded before. */
const mocking = globSync(UNIT).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

/** Without the site's plugins: linaria mocks its tags in a test, and the plugin of wyw-in-js would keep the run from ending. */
export default defineConfig({
  envDir: false, // a real space in .env is nothing to a test
  test: {
    globalSetup: 'tests/setup/global-setup.ts',
    maxWorkers: 2 * availableParallelism(), // many of these tests wait: for processes, retries and limits
    // More than any test takes on a quiet machine, because other work may slow them down.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // In alphabetical order: the slowest files come first.
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, DEPLOYMENT],
          isolate: false,
        },
      },
      // npm run test:deployment: it installs Debian's packages, and needs root.
      {
        extends: true,
        test: { name: 'deployment', include: [DEPLOYMENT], testTimeout: 600_000, hookTimeout: 600_000 },
      },
      {
        extends: true,
        test: { name: 'unit', include: [UNIT], exclude: [...configDefaults.exclude, ...mocking], isolate: false },
      },
      {
        extends: true,
        test: { name: 'unit-isolated', include: ['src/**/*.test.{ts,tsx}', ...mocking], pool: 'threads' },
      },
    ],
  },
})
