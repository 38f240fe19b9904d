import AxeBuilder from '@axe-core/playwright'
import type { Frame, Page } from '@playwright/test'
import axeCore, { type AxeResults, type RunOptions } from 'axe-core'
import { expect } from '#tests/setup/e2e/fixtures.ts'

/**
 * Waits for running animations, because axe would check elements that are still transparent. Animations that repeat
 * without end are left out: in content that is off screen, Chromium keeps them after their style has changed.
 */
const waitForAnimations = (page: Page | Frame) =>
  page.evaluate(async () => {
    const animations = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(animations.map(({ finished }) => finished.catch(() => {})))
  })

/** Asserts that axe finds no violations on the page, or in one part of it, after all animations. */
export async function expectNoAxeViolations(page: Page, part?: string): Promise<void> {
  await waitForAnimations(page)
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }) // other results contain hundreds of nodes
  // Without frames, axe needs no second page in which it joins the results of all frames: 0.5 s of CPU time less.
  if (page.frames().length === 1 || exclude?.join() === 'iframe') axe.setLegacyMode()
  if (part) axe.include(part)
  let results = await axe.analyze()
  for (let attempt = 1; attempt < MAX_ATTEMPTS && hasSkippedFrame(results); attempt += 1) results = await axe.analyze()
  expect(results.violations).toEqual([])
}

/**
 * Asserts the same of the only frame of a page, or of one part of it, without the page around it. The axe builder would
 * check both and join the results: five times the CPU time.
 */
export async function expectNoAxeViolationsInFrame(page: Page, part = 'html'): Promise<void> {
  const [, frame] = page.frames()
  if (!frame) throw new Error('The page has no frame')
  await waitForAnimations(frame)
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: { region: { enabled: part === 'html' } }, // a part has no landmarks
  }
  const run = `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`
  const { violations } = await frame.evaluate<AxeResults>(`${axeCore.source};${run}`)
  expect(violations).toEqual([])
}

/** The axe builder skips a frame that does not run its script within a second, as on a machine under load. */
const MAX_ATTEMPTS = 4

const hasSkippedFrame = ({ incomplete }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  incomplete.some(({ id }) => id === 'frame-tested')
