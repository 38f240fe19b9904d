import { test as base, expect, type Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import type { MailServer } from '#tests/setup/mail-server.ts'
import { recordPolicyViolations } from './policy-violations.ts'
import { startTestSite, type TestCms, type TestSite } from './test-site.ts'
import { waitForRebuild } from './wait-for-rebuild.ts'

export { expect }

interface Fixtures {
  /** Waits until React has hydrated the page. */
  readonly ready: () => Promise<void>
  /** Client of the CMS's management API. Tests restore everything that they change. */
  readonly management: PlainClientAPI
  /** Expected browser errors; any other error fails the test. One pattern, because Playwright treats lists differently. */
  readonly expectedProblems: RegExp
  /** Expected violations of the Content-Security-Policy. */
  readonly expectedViolations: RegExp
  /**
   * `mocked`: errors of the map fail the test. For tests that mock Google (mock-google-maps.ts) and do not advance the
   * page's clock, because then the request of the map times out.
   */
  readonly googleMap: 'mocked' | 'unreachable'
  readonly errorCheck: undefined
}

interface WorkerFixtures {
  /** Each worker has its own site, so that a test may change content or stop the CMS without affecting other workers. */
  readonly site: TestSite
  readonly cms: TestCms
  readonly mailServer: MailServer
}

/**
 * A browser test. It fails on unexpected console errors, failed requests and violations of the
 * Content-Security-Policy.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const site = await startTestSite(`worker-${parallelIndex}`)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 }, // builds the site, and counts its start and stop
  ],
  cms: [({ site }, use) => use(site.cms), { scope: 'worker' }],
  mailServer: [({ site }, use) => use(site.mailServer), { scope: 'worker' }],
  management: async ({ cms, site }, use) => {
    await use(createSpaceClient(getLocalConnection(cms.url, 'management')).client)
    await waitForRebuild(site.url) // the next test loads pages with the restored content
  },
  baseURL: ({ site }, use) => use(site.url),
  expectedProblems: [/(?!)/, { option: true }],
  expectedViolations: [/(?!)/, { option: true }],
  googleMap: ['unreachable', { option: true }],
  errorCheck: [
    async ({ context, page, expectedProblems, expectedViolations, googleMap }, use) => {
      const violations = await recordPolicyViolations(context)
      const problems = recordProblems(page)
      await use(undefined)
      const unexpectedViolations = violations.filter((violation) => !expectedViolations.test(violation))
      expect(unexpectedViolations, 'violations of the Content-Security-Policy').toEqual([])
      const expected = googleMap === 'unreachable' ? [expectedProblems, UNREACHABLE_MAP_ERROR] : [expectedProblems]
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
      expect(unexpected, 'unexpected browser errors').toEqual([])
      // A request that a route still answers fails the next test.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
  ready: ({ page }, use) =>
    use(async () => {
      // React adds this property to an element when it hydrates it.
      await page.waitForFunction(() => {
        const elements = [...document.querySelectorAll('main, main section > *, footer')] // sections hydrate on their own
        const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))
        return elements.length > 0 && elements.every(isHydrated)
      })
    }),
})

function recordProblems(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (!ABORTED_REASONS.includes(reason ?? '')) problems.push(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.status()} ${response.url()}`)
  })
  return problems
}

/** Any test may load the map, because it loads when it is near the viewport. */
const UNREACHABLE_MAP_ERROR = /maps\.googleapis\.com|Failed to load Google Maps script|Google Maps API failed to load/

/** The browser aborts requests for videos and prefetched pages when a page is left. */
const ABORTED_REASONS = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'Load request cancelled']

/** For tests without animations: rendering their frames takes a seventh of a test's CPU time (record 26). */
export const REDUCED_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const
