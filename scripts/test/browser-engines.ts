import { existsSync } from 'node:fs'
import { firefox, webkit } from '@playwright/test'
import { UserError } from '#shared/user-error.ts'

/** The browser engines of `npm test -- browsers`. */
export const BROWSER_ENGINES = ['firefox', 'webkit'] as const
type BrowserEngine = (typeof BROWSER_ENGINES)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** Refuses requests to other hosts. Firefox and WebKit have no rules for host names. */
export const NO_INTERNET = { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' }

/**
 * Returns how Playwright starts an engine: its own build, or the Firefox that FIREFOX names, by WebDriver BiDi. Returns
 * `undefined` when the engine is not there.
 */
export function findBrowser(engine: BrowserEngine, { FIREFOX }: Environment) {
  if (engine === 'firefox' && FIREFOX)
    return { channel: 'moz-firefox', launchOptions: { executablePath: FIREFOX, firefoxUserPrefs: MOUSE } }
  return existsSync({ firefox, webkit }[engine].executablePath()) ? {} : undefined
}

/** A machine without a screen has no mouse for Firefox: fine pointer (2) that hovers (4). */
const MOUSE = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 }

/** Prints the engines that are not there. Throws `UserError` when none is. */
export function requireBrowsers(env: Environment): void {
  if (env.FIREFOX && !existsSync(env.FIREFOX))
    throw new UserError(`FIREFOX is "${env.FIREFOX}", which does not exist: correct it, or leave it unset`)
  const missing = BROWSER_ENGINES.filter((engine) => !findBrowser(engine, env))
  if (missing.length === 0) return
  const command = `npx playwright install --with-deps ${missing.join(' ')}`
  if (missing.length === BROWSER_ENGINES.length)
    throw new UserError(`Neither Firefox nor WebKit is there. Install them: ${command}`)
  console.log(`The tests do not run in ${missing.join(' and ')}, which is not there: ${command}`)
}
