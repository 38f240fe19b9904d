import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Waits for running animations, because axe would check elements that are still transparent. Animations that repeat
 * without end are left out: in content that is off screen, Chromium keeps them after their style has changed.
 */
export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const animations = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(animations.map(({ finished }) => finished.catch(() => {})))
  })

/**
 * Asserts that axe finds no violations on the page, or in one part of it, after all animations. `exclude`: a selector for
 * each frame down to the element that is left out.
 */
export async function expectNoAxeViolations(page: Page, part?: string, exclude?: string[]): Promise<void> {
  await waitForAnimations(page)
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }) // other results contain hundreds of nodes
  if (part) axe.include(part)
  if (exclude) axe.exclude(exclude)
  expect((await axe.analyze()).violations).toEqual([])
}
