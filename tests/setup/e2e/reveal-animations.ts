import type { Locator, Page } from '@playwright/test'

/** What a visitor sees of something: its own opacity under that of all it stands in. */
export const readOpacity = (thing: Locator) =>
  thing.evaluate((element) => {
    let opacity = 1
    for (let each: Element | null = element; each; each = each.parentElement) {
      opacity *= Number(getComputedStyle(each).opacity)
    }
    return opacity
  })

/** Scrolls until so much of the block around something has come over the screen's lower edge; answers when that is painted. */
export const scrollToVisibleShare = (thing: Locator, share: number) =>
  thing.evaluate(async (element, share) => {
    const box = element.closest('[data-state]')?.getBoundingClientRect()
    if (!box) throw new Error('It stands in no block that makes an entrance')
    scrollBy({ top: box.top + box.height * share - innerHeight, behavior: 'instant' })
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
  }, share)

/** Writes down every entrance from the next page on. */
export const recordRevealAnimations = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { entrances: seen })
    addEventListener('animationstart', ({ target }) => {
      const block = target instanceof Element ? target.parentElement : null
      if (block?.dataset.state) seen.push(block.querySelector('h2')?.textContent ?? '')
    })
  })

/** The titles of the blocks that made their entrance, in that order. */
export const readRevealAnimations = (page: Page) => page.evaluate((): unknown => Reflect.get(window, 'entrances'))
