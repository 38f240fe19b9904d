import type { Frame, Page } from '@playwright/test'
import axeCore, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core'
import { size } from '#src/theme/tokens.ts'
import { expect } from '#tests/setup/e2e/fixtures.ts'

/**
 * Waits for running animations, because axe would check elements that are still transparent. Animations that repeat
 * without end are left out: in content that is off screen, Chromium keeps them after their style has changed.
 */
const waitForAnimations = (frame: Page | Frame) =>
  frame.evaluate(async () => {
    const animations = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(animations.map(({ finished }) => finished.catch(() => {})))
  })

interface AxeScope {
  /** Selector of the part that is checked; the whole page by default. */
  readonly part?: string
  /** Selector of elements that are left out. */
  readonly except?: string
}

/**
 * Asserts that axe finds no violations on a page or in a frame, after all animations. The frames in it are left out: joining
 * the results of several frames takes five times the CPU time.
 */
export async function expectNoAxeViolations(
  frame: Page | Frame,
  { part = 'html', except }: AxeScope = {},
): Promise<void> {
  const context: ElementContext = { include: [part], ...(except && { exclude: [except] }) }
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'], // other results contain hundreds of nodes
    rules: { region: { enabled: part === 'html' } }, // a part has no landmarks
  }
  const run = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`
  const findViolations = async () => {
    await waitForAnimations(frame)
    return (await frame.evaluate<AxeResults>(`${axeCore.source};${run}`)).violations
  }
  // A control that changes while axe runs, on a busy machine, is checked in the middle of its transition: once more then.
  await expect.poll(findViolations).toEqual([])
}

/**
 * Asserts that each visible button and link is as high as a touch target, and a button as wide. Links of panels are left
 * out: they cover the whole panel.
 */
export const expectTouchTargets = (page: Page) =>
  expect
    .poll(() =>
      page.locator('button, a[href]:not(article a)').evaluateAll(
        (targets, minimum) =>
          targets
            .filter((target) => target.checkVisibility({ visibilityProperty: true }))
            .map((target) => ({ target, box: target.getBoundingClientRect() }))
            .filter(({ target, box }) => Math.min(box.height, target.matches('a') ? minimum : box.width) < minimum)
            .map(({ target, box }) => `${target.textContent || target.ariaLabel}: ${box.width} × ${box.height} px`),
        size.touchTarget,
      ),
    )
    .toEqual([])

/** Asserts the same as `expectNoAxeViolations` of the only frame of a page. */
export async function expectNoAxeViolationsInFrame(page: Page, part?: string): Promise<void> {
  const [, frame] = page.frames()
  if (!frame) throw new Error('The page has no frame')
  await expectNoAxeViolations(frame, part === undefined ? {} : { part })
}
