import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { readOpacity, readRevealAnimations, recordRevealAnimations, scrollToVisibleShare } from './reveal-animations.ts'

test.use({ viewport: { width: 1280, height: 600 } })

test.beforeEach(({ page }) => recordRevealAnimations(page))

const INTRO = getSeedText('servicesPage', 'introTitle')

const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const scrollToTop = (page: Page) => page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))

test('§2.24 §2.34 introduction, Affiliations and America is Home fade in once, when 30 % of them is visible', async ({
  page,
  ready,
}) => {
  for (const [path, titles] of [
    ['/services', [INTRO, getSeedText('servicesPage', 'affiliationsTitle')]],
    ['/mainlinepipeline', [getSeedText('mainlinePage', 'homeTitle')]],
  ] as const) {
    await page.goto(path)
    await ready()
    for (const title of titles) await test.step(title, () => expectRevealedOnce(page, title))
  }
})

async function expectRevealedOnce(page: Page, title: string): Promise<void> {
  const heading = getHeading(page, title)
  await scrollToTop(page)
  await scrollToVisibleShare(heading, 0.25)
  expect(await readOpacity(heading)).toBe(0)
  await scrollToVisibleShare(heading, 0.35)
  await expect.poll(() => readOpacity(heading)).toBe(1)
  const animations = await readRevealAnimations(page)
  expect(animations).toContain(title)
  await scrollToTop(page)
  await scrollToVisibleShare(heading, 0.35)
  expect(await readOpacity(heading)).toBe(1)
  expect(await readRevealAnimations(page)).toEqual(animations)
}

test('§2.44 keyboard focus reveals a block without animation, and print shows all, without buttons', async ({
  page,
  ready,
}) => {
  await page.goto('/services')
  await ready()
  const logo = page
    .getByRole('region', { name: getSeedText('servicesPage', 'affiliationsTitle') })
    .getByRole('link')
    .first()
  expect(await readOpacity(logo)).toBe(0)
  await logo.evaluate((link: HTMLElement) => link.focus({ preventScroll: true }))
  expect(await readOpacity(logo)).toBe(1)
  expect(await readRevealAnimations(page)).toEqual([])

  expect(await readOpacity(getHeading(page, INTRO))).toBe(0)
  const videoButton = page.getByRole('button', { name: getLabel('pauseVideo') })
  await expect(videoButton).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect(await readOpacity(getHeading(page, INTRO))).toBe(1)
  await expect(videoButton).toBeHidden()
})
