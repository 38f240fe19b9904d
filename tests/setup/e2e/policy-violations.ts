import type { BrowserContext } from '@playwright/test'

/**
 * What the pages, frames and popups of a context do against their Content-Security-Policy, as it happens. Without
 * JavaScript only what the browser's console says.
 */
export async function recordPolicyViolations(context: BrowserContext): Promise<readonly string[]> {
  const violations: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(REPORT) ? !EXPECTED.test(text) : BLOCKED.test(text)) violations.push(text)
  })
  await context.addInitScript((report) => {
    addEventListener('securitypolicyviolation', (event) => {
      const { disposition, effectiveDirective, blockedURI, sourceFile, sample } = event
      const details = [disposition, effectiveDirective, blockedURI, sourceFile, sample, document.URL]
      console.log(`${report} ${details.join(' ')}`)
    })
  }, REPORT)
  return violations
}

const REPORT = 'Policy violation:'

/** In the console of Chromium. */
const BLOCKED = /Content Security Policy/

/** Trusted Types are reported only: Google's loader of the map and the scripts of other hosts have no policies of their own. */
const EXPECTED = new RegExp(
  `^${REPORT} report require-trusted-types-for trusted-types-sink (https:|\\S*/assets/google-map)\\S* `,
)
