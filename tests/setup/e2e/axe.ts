import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Running entrances would be measured half transparent, or half way. */
export const waitForAnimations = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))

/** Axe finds nothing on the page as it stands, or in one part of it, once it is at rest. */
export async function expectNoAxeViolations(page: Page, part?: string): Promise<void> {
  await waitForAnimations(page)
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }) // the rest is hundreds of nodes to send
  if (part) axe.include(part)
  expect((await axe.analyze()).violations).toEqual([])
}
