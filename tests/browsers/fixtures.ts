import { writeFile } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import { startTestSite, type TestSite } from '#tests/setup/e2e/test-site.ts'
import type { MailServer } from '#tests/setup/server/mail-server.ts'
import { type BrowserEngine, requireBrowserEngine } from './browser-engines.ts'
import { startFirefox } from './firefox-session.ts'
import { createPage, type TestPage } from './page.ts'
import type { Session } from './session.ts'
import { startTestProxy, type TestProxy } from './test-proxy.ts'
import { startWebKit } from './webkit-session.ts'

export { expect }

interface Fixtures {
  readonly viewportSize: { readonly width: number; readonly height: number }
  readonly prefersReducedMotion: boolean
  readonly scripts: 'allowed' | 'blocked'
  readonly session: Session
  /** The site in a browser of the test's own. A test fails on every error that the browser reports. */
  readonly visitor: TestPage
}

interface WorkerFixtures {
  readonly engine: BrowserEngine
  /** The path of Firefox, or of WebKit's driver. */
  readonly program: string
  /** The site takes it and the next three, the proxies and WebKit's driver the three after those. */
  readonly firstPort: number
  readonly site: TestSite
  readonly mailServer: MailServer
  /** The site with its pages observed, or without scripts. */
  readonly proxies: Readonly<Record<'observed' | 'blocked', TestProxy>>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  program: [({ engine }, use) => use(requireBrowserEngine(engine, process.env)), { scope: 'worker' }],
  firstPort: [Number(process.env.E2E_PORT || 3400), { option: true, scope: 'worker' }],
  viewportSize: [{ width: 1440, height: 900 }, { option: true }],
  prefersReducedMotion: [false, { option: true }],
  scripts: ['allowed', { option: true }],
  site: [
    async ({ firstPort }, use) => {
      const origins = [firstPort, firstPort + 4].map((port) => `http://127.0.0.1:${port}`)
      const site = await startTestSite({
        name: `browsers-${firstPort}`,
        port: firstPort,
        env: { SITE_ORIGINS: origins.join(','), VITE_GOOGLE_MAPS_KEY: '' },
      })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  mailServer: [({ site }, use) => use(site.mailServer), { scope: 'worker' }],
  proxies: [
    async ({ firstPort, site }, use) => {
      const observed = await startTestProxy({ upstream: site.url, port: firstPort + 4, scripts: 'observed' })
      const blocked = await startTestProxy({ upstream: site.url, port: firstPort + 5, scripts: 'blocked' })
      await use({ observed, blocked })
      await Promise.all([observed.close(), blocked.close()])
    },
    { scope: 'worker' },
  ],
  session: async ({ engine, program, firstPort, viewportSize, prefersReducedMotion }, use, testInfo) => {
    const options = { ...viewportSize, reducedMotion: prefersReducedMotion }
    const session = await (engine === 'firefox'
      ? startFirefox(program, options)
      : startWebKit(program, options, firstPort + 6))
    testInfo.annotations.push({ type: 'browser', description: session.version })
    try {
      await use(session)
      if (testInfo.status !== testInfo.expectedStatus)
        await writeFile(testInfo.outputPath('page.png'), await session.takeScreenshot())
    } finally {
      await session.close()
    }
  },
  visitor: async ({ engine, scripts, session, site, proxies }, use) => {
    const observedUrl = engine === 'webkit' ? proxies.observed.url : site.url
    const page = createPage(session, scripts === 'blocked' ? proxies.blocked.url : observedUrl)
    await use(page)
    if (scripts === 'blocked') return // the browser reports each blocked script
    const problems = await session.readProblems()
    const expected = (await canPlayVideo(page)) ? [] : problems.filter((problem) => MISSING_CODEC.test(problem))
    expect(problems, 'the browser reports problems').toEqual(expected)
  },
})

/** Debian's browsers come without H.264. */
export const canPlayVideo = (page: TestPage): Promise<boolean> =>
  page.evaluate(() => document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== '')

/** What the site logs then. */
const MISSING_CODEC = /The hero video does not play/
