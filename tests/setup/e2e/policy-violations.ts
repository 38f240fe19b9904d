import type { BrowserContext } from '@playwright/test'

/**
 * Records violations of the Content-Security-Policy in pages, frames and popups of a context. Without JavaScript only
 * those in the browser's console.
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

/** The text of Chromium's console messages. */
const BLOCKED = /Content Security Policy/

/** Trusted Types are report-only, because Google's map loader and scripts of other hosts do not support them. */
const EXPECTED = new RegExp(
  `^${REPORT} report require-trusted-types-for trusted-types-sink (https:|\\S*/assets/google-map)\\S* `,
)
