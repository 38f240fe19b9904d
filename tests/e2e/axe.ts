import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#tests/setup/e2e/fixtures.ts'

/**
 * Waits for running animations, because axe would check elements that are still transparent. Animations that repeat
 * without end are left out: in content that is off screen, Chromium keeps them after their style has changed.
 */
const waitForAnimations = (page: Page) =>
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
  // Without frames, axe needs no second page in which it joins the results of all frames: 0.5 s of CPU time less.
  if (page.frames().length === 1 || exclude?.join() === 'iframe') axe.setLegacyMode()
  if (part) axe.include(part)
  if (exclude) axe.exclude(exclude)
  let results = await axe.analyze()
  for (let attempt = 1; attempt < MAX_ATTEMPTS && hasSkippedFrame(results); attempt += 1) results = await axe.analyze()
  expect(results.violations).toEqual([])
}

/** The axe builder skips a frame that does not run its script within a second, as on a machine under load. */
const MAX_ATTEMPTS = 4

const hasSkippedFrame = ({ incomplete }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  incomplete.some(({ id }) => id === 'frame-tested')
