import { test as base, expect, type Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import { getLocalManagementConnection } from '#cms/sync/contentful/management-connection.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { MailServer } from '#tests/setup/server/mail-server.ts'
import { type CaptchaProvider, startCaptchaProvider } from './captcha-provider.ts'
import { recordPolicyViolations } from './policy-violations.ts'
import { startTestSite, type TestBackend, type TestCms, type TestSite } from './test-site.ts'
import { waitForRebuild } from './wait-for-rebuild.ts'

export { expect }

interface Fixtures {
  /** Waits until the script has taken over the page that the server sent. */
  readonly ready: () => Promise<void>
  /** The official client of the site's CMS, as an editor's tool would use it. What a test changes, it puts back. */
  readonly management: PlainClientAPI
  /** The complaints of the browser that this test is about; any other fails it. One pattern: Playwright takes a list for something else. */
  readonly expectedProblems: RegExp
  /** For a test that violates the Content-Security-Policy itself. */
  readonly expectedViolations: RegExp
  /**
   * `answered`: errors of the map fail the test. For tests that answer for Google (fake-maps.ts) and do not move the
   * page's clock, because that ends the wait for the answer.
   */
  readonly googleMap: 'answered' | 'unreachable'
  readonly watchedPage: undefined
}

interface WorkerFixtures {
  /** Who tells people from programs: this machine, or a provider. */
  readonly captcha: 'local' | 'provider'
  readonly captchaProvider: CaptchaProvider | undefined
  /** Each worker's own: a test may change content or stop the CMS without disturbing one that runs beside it. */
  readonly site: TestSite
  readonly cms: TestCms
  readonly backend: TestBackend
  readonly mailServer: MailServer
}

/** Another one lets a second run go beside the first. */
const FIRST_PORT = Number(process.env.E2E_PORT || 3100)

/**
 * A test in the browser, which fails on every error in the console and every failed request that it does not expect, and
 * on every violation of a Content-Security-Policy.
 * Playwright wants each fixture's needs destructured, also where there are none.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  captcha: ['local', { option: true, scope: 'worker' }],
  captchaProvider: [
    async ({ captcha }, use) => {
      const provider = captcha === 'provider' ? await startCaptchaProvider() : undefined
      await use(provider)
      await provider?.stop()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ captchaProvider }, use, { parallelIndex }) => {
      // Built with another key it is another site: each has ports and a build of its own.
      const port = FIRST_PORT + 10 * parallelIndex + (captchaProvider ? 5 : 0)
      const site = await startTestSite({
        name: String(port),
        port,
        useSmallVideos: true,
        ...(captchaProvider && { env: captchaProvider.env }),
      })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  cms: [({ site }, use) => use(site.cms), { scope: 'worker' }],
  backend: [({ site }, use) => use(site.backend), { scope: 'worker' }],
  mailServer: [({ site }, use) => use(site.mailServer), { scope: 'worker' }],
  management: async ({ cms, site }, use) => {
    await use(createSpaceClient(getLocalManagementConnection(cms.url)).client)
    await waitForRebuild(site.url) // the next test asks for pages of what was put back
  },
  baseURL: ({ site }, use) => use(site.url),
  expectedProblems: [/(?!)/, { option: true }],
  expectedViolations: [/(?!)/, { option: true }],
  googleMap: ['unreachable', { option: true }],
  watchedPage: [
    async ({ context, page, expectedProblems, expectedViolations, googleMap }, use) => {
      const violations = await recordPolicyViolations(context)
      const problems = problemsOn(page)
      await use(undefined)
      const unexpectedViolations = violations.filter((violation) => !expectedViolations.test(violation))
      expect(unexpectedViolations, 'violations of the Content-Security-Policy').toEqual([])
      const expected = googleMap === 'unreachable' ? [expectedProblems, UNREACHABLE_MAP] : [expectedProblems]
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
      expect(unexpected, 'the browser complains').toEqual([])
    },
    { auto: true },
  ],
  ready: ({ page }, use) =>
    use(async () => {
      // React marks an element when it takes it over; the page itself needs no mark for tests.
      await page.waitForFunction(() => {
        const [main] = document.getElementsByTagName('main')
        return main && Object.keys(main).some((key) => key.startsWith('__reactProps$'))
      })
    }),
})

function problemsOn(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (reason !== ABORTED) problems.push(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.status()} ${response.url()}`)
  })
  return problems
}

/** The map is loaded when it comes near the screen, in any test. */
const UNREACHABLE_MAP = /maps\.googleapis\.com|Failed to load Google Maps script|Google Maps API failed to load/

/** What the browser itself gives up when a page is left: films, prefetched pages. */
const ABORTED = 'net::ERR_ABORTED'

/** For tests whose subject does not move: drawing each frame costs a seventh of a test's CPU time (docs/decisions/0034). */
export const REDUCED_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const
