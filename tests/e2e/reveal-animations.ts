import type { Locator, Page } from '@playwright/test'

/** Returns the effective opacity: that of the element multiplied with those of its ancestors. */
export const readOpacity = (locator: Locator) =>
  locator.evaluate((element) => {
    let opacity = 1
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
      opacity *= Number(getComputedStyle(ancestor).opacity)
    }
    return opacity
  })

/** Scrolls until this share of the surrounding block is above the lower edge of the viewport. Resolves after painting. */
export const scrollToVisibleShare = (locator: Locator, share: number) =>
  locator.evaluate(async (element, share) => {
    const box = element.closest('[data-state]')?.getBoundingClientRect()
    if (!box) throw new Error('The element is not in a block with a reveal animation')
    scrollBy({ top: box.top + box.height * share - innerHeight, behavior: 'instant' })
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
  }, share)

/** Records all reveal animations, starting with the next page. */
export const recordRevealAnimations = (page: Page) =>
  page.addInitScript(() => {
    const titles: string[] = []
    Object.assign(window, { revealedTitles: titles })
    addEventListener('animationstart', ({ target }) => {
      const block = target instanceof Element ? target.parentElement : null
      if (block?.dataset.state) titles.push(block.querySelector('h2')?.textContent ?? '')
    })
  })

/** Returns the titles of the revealed blocks in their order. */
export const readRevealAnimations = (page: Page) => page.evaluate((): unknown => Reflect.get(window, 'revealedTitles'))
