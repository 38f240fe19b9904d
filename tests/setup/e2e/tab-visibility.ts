import type { Page } from '@playwright/test'

/** Simulates a change of the tab: headless browsers show every tab. */
export const setTabHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
