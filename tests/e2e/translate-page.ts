import type { Page } from '@playwright/test'

/** What the translation of `translatePage` appends to each text. */
export const TRANSLATED = '°'

/**
 * Translates the page, now and whenever its texts change, as the translators of browsers do: each text node is replaced by
 * elements. Records texts that React manages as nodes of their own: React fails when it removes or updates such a node, or
 * inserts an element before it, and the node is no longer in the page. To call in the page.
 */
function translate(): void {
  const bareTexts = new Set<string>()
  Object.assign(window, { bareTexts })
  const translateTexts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) {
      if (!/\S/.test(text.data) || text.parentElement?.closest('font, script, style, noscript, textarea')) continue
      if (Object.keys(text).some((key) => key.startsWith('__reactFiber$'))) bareTexts.add(text.data)
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `${text.data}°`
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  translateTexts()
  new MutationObserver(translateTexts).observe(document.body, { subtree: true, childList: true, characterData: true })
}

/** Translates the page that is shown, and the pages that it navigates to without a page load. */
export const translatePage = (page: Page) => page.evaluate(translate)

/** Translates the pages that are loaded from now on before their scripts run. */
export const translatePagesAtLoad = (page: Page) =>
  page.addInitScript(`addEventListener('DOMContentLoaded', ${translate})`)

/** Returns the texts that React manages as nodes of their own. */
export const readBareTexts = (page: Page) => page.evaluate(() => [...(Reflect.get(window, 'bareTexts') as Set<string>)])
