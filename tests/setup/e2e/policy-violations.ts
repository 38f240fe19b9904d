import type { BrowserContext } from '@playwright/test'

/**
 * Records violations of the Content-Security-Policy in pages, frames and popups of a context. Without JavaScript only
 * those in the browser's console.
 */
export async function recordPolicyViolations(context: BrowserContext): Promise<readonly string[]> {
  const violations: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(REPORT_PREFIX) ? !EXPECTED_VIOLATION.test(text) : BLOCKED_MESSAGE.test(text))
      violations.push(text)
  })
  await context.addInitScript((prefix) => {
    addEventListener('securitypolicyviolation', (event) => {
      const { disposition, effectiveDirective, blockedURI, sourceFile, sample } = event
      const details = [disposition, effectiveDirective, blockedURI, sourceFile, sample, document.URL]
      console.log(`${prefix} ${details.join(' ')}`)
    })
  }, REPORT_PREFIX)
  return violations
}

const REPORT_PREFIX = 'Policy violation:'

/** The text of Chromium's console messages. */
const BLOCKED_MESSAGE = /Content Security Policy/

/** Trusted Types are report-only, because Google's map loader and scripts of other hosts do not support them. */
const EXPECTED_VIOLATION = new RegExp(
  `^${REPORT_PREFIX} report require-trusted-types-for trusted-types-sink (https:|\\S*/assets/google-map)\\S* `,
)
