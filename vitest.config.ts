import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** An unannounced `console.error` or `console.warn` fails the test. */
const EXPECT_NO_CONSOLE = 'tests/setup/expect-no-console.ts'

const DEPLOYMENT = 'tests/deployment/*.test.ts'
const FAULTS = 'tests/faults/*.test.ts'
const LOCAL_CONTENTFUL = 'packages/contentful-local/tests/*.test.ts'
const UNIT = '{cms,packages,scripts,server,shared}/**/*.test.ts'

/** Files with `vi.mock`: they need isolation, because another test file may have loaded the mocked module before. */
const filesWithMocks = globSync(UNIT).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

/** Test files that take long. They start first, so that none of them is left at the end. */
const SLOW_FILES =
  /\/(check|cms-command|main|perceptual-hash|photo-desk-uploads|pull|rate-limit|seed-command|seed-faults|unused-fields|write-backup)\.test\.ts$/

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

/** Runs without the site's Vite plugins: linaria mocks its tags in tests, and the wyw-in-js plugin keeps the process alive. */
export default defineConfig({
  envDir: false, // tests must not use a real space that .env names
  // As in cms/photo-desk/vite.config.ts.
  resolve: { alias: [{ find: /^#(cms|shared|tests)\//, replacement: `${import.meta.dirname}/$1/` }] },
  test: {
    globalSetup: 'tests/setup/global-setup.ts',
    sequence: { sequencer: SlowFilesFirst },
    maxWorkers: 2 * availableParallelism(), // many tests are idle while they wait for processes, retries and limits
    // Far longer than any test takes on an idle machine, so that a busy one causes no failures.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // Projects run in alphabetical order, which puts the slowest test files first.
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/**/*.test.ts', LOCAL_CONTENTFUL],
          exclude: [...configDefaults.exclude, DEPLOYMENT, FAULTS],
          isolate: false,
        },
      },
      // `npm test -- deployment`: installs Debian packages and needs root.
      {
        extends: true,
        test: { name: 'deployment', include: [DEPLOYMENT], testTimeout: 600_000, hookTimeout: 600_000 },
      },
      // Servers that are killed, locked or without space: not beside other tests, because their requests have deadlines.
      { extends: true, test: { name: 'faults', include: [FAULTS] } },
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: EXPECT_NO_CONSOLE,
          include: [UNIT],
          exclude: [...configDefaults.exclude, LOCAL_CONTENTFUL, ...filesWithMocks],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-isolated',
          setupFiles: EXPECT_NO_CONSOLE,
          include: ['src/**/*.test.{ts,tsx}', ...filesWithMocks],
          pool: 'threads',
        },
      },
    ],
  },
})
