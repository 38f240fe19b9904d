import type { Frame, Locator, Page } from '@playwright/test'

/** Returns by how many px the page is wider than the viewport. */
export const measureHorizontalOverflow = (page: Page | Frame): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns texts that are partly outside the viewport or clipped by an ancestor. */
export const findClippedTexts = (page: Page | Frame): Promise<readonly string[]> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const clippedTexts: string[] = []
    while (walker.nextNode()) {
      const { currentNode: text } = walker
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, top, bottom, width } = range.getBoundingClientRect()
      const isShown =
        width > 0 &&
        text.textContent?.trim() &&
        text.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!isShown) continue
      let ancestor = text.parentElement
      while (ancestor && getComputedStyle(ancestor).overflow === 'visible') ancestor = ancestor.parentElement
      if (ancestor && getComputedStyle(ancestor).clipPath === 'inset(50%)') continue // for screen readers only
      const box = ancestor?.getBoundingClientRect()
      const isClippedHorizontally = left < (box?.left ?? 0) - 1 || right > (box?.right ?? innerWidth) + 1
      const isClippedVertically = box && (top < box.top - 1 || bottom > box.bottom + 1)
      if (isClippedHorizontally || isClippedVertically) clippedTexts.push(text.textContent ?? '')
    }
    return clippedTexts
  })

/** Returns pairs of texts of different elements that overlap, as `one / other`. */
export const findOverlappingTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const lines: { text: string; left: number; right: number; top: number; bottom: number }[] = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const text = node.textContent?.trim()
      if (!text || !node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      let ancestor: Element | null = node.parentElement
      while (ancestor && getComputedStyle(ancestor).clipPath !== 'inset(50%)') ancestor = ancestor.parentElement
      if (ancestor) continue // for screen readers only
      const range = document.createRange()
      range.selectNodeContents(node)
      // Without the space above and below the letters, which overlaps in headings with close lines.
      for (const { left, right, top, bottom, width, height } of range.getClientRects())
        if (width > 1) lines.push({ text, left, right, top: top + height / 4, bottom: bottom - height / 4 })
    }
    return lines.flatMap((one, index) =>
      lines
        .slice(index + 1)
        .filter(
          (other) =>
            other.text !== one.text &&
            one.left + 1 < other.right &&
            other.left + 1 < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        )
        .map((other) => `${one.text} / ${other.text}`),
    )
  })

/** Returns words of an element that continue in another line without a hyphen. Email addresses may. */
export const findBrokenWords = (element: Locator): Promise<readonly string[]> =>
  element.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const brokenWords: string[] = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\p{Dash}/]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const [first, ...others] = range.getClientRects()
        if (!word.includes('@') && others.some(({ top, height }) => top > (first?.top ?? top) + height / 2))
          brokenWords.push(word)
      }
    }
    return brokenWords
  })
