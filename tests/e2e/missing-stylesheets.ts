import type { Page } from '@playwright/test'

/** Counts the style sheets of the page that are not loaded. The rules of one that has failed cannot be read. */
export const countMissingStylesheets = (page: Page): Promise<number> =>
  page.locator('link[rel=stylesheet]:not([disabled])').evaluateAll((links) => {
    const hasRules = (link: Element) => {
      try {
        return link instanceof HTMLLinkElement && link.sheet !== null && link.sheet.cssRules.length > 0
      } catch {
        return false
      }
    }
    return links.filter((link) => !hasRules(link)).length
  })
