import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Running entrances would be measured half transparent, or half way. */
export const settled = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))

/** Axe finds nothing on the page as it stands, once it is at rest. */
export async function expectNoViolations(page: Page): Promise<void> {
  await settled(page)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}
