import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import {
  readOpacity,
  readRevealAnimations,
  recordRevealAnimations,
  scrollToVisibleShare,
} from '#tests/setup/e2e/reveal-animations.ts'

const INTRO = 'From the first stake to the last pressure test'

/** All are below the viewport at first. */
const BLOCKS = [
  { name: 'the introduction of Services', path: '/services', title: INTRO },
  { name: 'Affiliations', path: '/services', title: 'Affiliations' },
  { name: 'America is Home', path: '/mainlinepipeline', title: 'America is Home' },
] as const

const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test.beforeEach(({ page }) => recordRevealAnimations(page))
test.use({ viewport: { width: 1280, height: 600 } })

for (const { name, path, title } of BLOCKS) {
  test(`requirements §2, §9: ${name} fades and slides in once, when 30 % of it is visible`, async ({ page, ready }) => {
    await page.goto(path)
    await ready()
    const heading = getHeading(page, title)
    await scrollToVisibleShare(heading, 0.25)
    expect(await readOpacity(heading)).toBe(0)
    await scrollToVisibleShare(heading, 0.35)
    await expect.poll(() => readOpacity(heading)).toBe(1)
    expect(await readRevealAnimations(page)).toContain(title)
    const animations = await readRevealAnimations(page)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await scrollToVisibleShare(heading, 0.1)
    expect(await readOpacity(heading)).toBe(1)
    await scrollToVisibleShare(heading, 0.9)
    expect(await readOpacity(heading)).toBe(1)
    expect(await readRevealAnimations(page)).toEqual(animations)
  })
}

test('a block that is in the viewport during hydration is not animated', async ({ page, ready }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.addInitScript(() => {
    const opacities: string[] = []
    Object.assign(window, { opacities })
    const recordOpacity = () => {
      const block = document.querySelector('[data-state] > *')
      if (block) opacities.push(getComputedStyle(block).opacity)
      requestAnimationFrame(recordOpacity)
    }
    recordOpacity()
  })
  await page.goto('/services')
  await ready()
  await page.waitForLoadState('networkidle')
  const opacities = await page.evaluate((): string[] => Reflect.get(window, 'opacities'))
  expect(new Set(opacities)).toEqual(new Set(['1']))
  expect(await readRevealAnimations(page)).toEqual([])
})

test('after a navigation, blocks in the viewport are revealed at once and blocks below it stay hidden', async ({
  page,
  ready,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.goto('/gallery')
  await ready()
  await page.evaluate(() => scrollTo({ top: 3_000, behavior: 'instant' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).click()
  await expect.poll(() => readRevealAnimations(page)).toEqual([INTRO])
  await expect.poll(() => readOpacity(getHeading(page, INTRO))).toBe(1)
  expect(await readOpacity(getHeading(page, 'Affiliations'))).toBe(0)
})

test('a block above the viewport is revealed', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  expect(await readOpacity(getHeading(page, INTRO))).toBe(0)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect.poll(() => readOpacity(getHeading(page, INTRO))).toBe(1)
  await expect.poll(() => readOpacity(getHeading(page, 'Affiliations'))).toBe(1)
})

test('a block of which 30 % do not fit into the viewport is revealed when it fills most of it', async ({
  page,
  ready,
}) => {
  await page.setViewportSize({ width: 320, height: 300 })
  await page.goto('/services')
  await ready()
  const heading = getHeading(page, 'Affiliations')
  const height = (await heading.locator('xpath=ancestor::*[@data-state]').boundingBox())?.height ?? 0
  expect(0.3 * height).toBeGreaterThan(300)
  await scrollToVisibleShare(heading, 200 / height)
  expect(await readOpacity(heading)).toBe(0)
  await scrollToVisibleShare(heading, 240 / height)
  await expect.poll(() => readOpacity(heading)).toBe(1)
})

test('keyboard focus reveals a block without animation', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  const logo = page.getByRole('link', { name: /^ContractorSafe Registry/ })
  expect(await readOpacity(logo)).toBe(0)
  await logo.evaluate((link: HTMLElement) => link.focus({ preventScroll: true }))
  expect(await readOpacity(logo)).toBe(1)
  expect(await readRevealAnimations(page)).toEqual([])
})

test('all blocks are visible in print', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  expect(await readOpacity(getHeading(page, 'Affiliations'))).toBe(0)
  await page.emulateMedia({ media: 'print' })
  for (const title of [INTRO, 'Affiliations']) expect(await readOpacity(getHeading(page, title))).toBe(1)
})

for (const [how, options] of [
  ['with reduced motion', { contextOptions: { reducedMotion: 'reduce' } }],
  ['without JavaScript', { javaScriptEnabled: false }],
] as const) {
  test.describe(how, () => {
    test.use(options)

    for (const { name, path, title } of BLOCKS) {
      test(`${name} is visible without animation`, async ({ page, ready }) => {
        await page.goto(path)
        if (!('javaScriptEnabled' in options)) await ready()
        await expect(getHeading(page, title)).toBeVisible()
        expect(await readOpacity(getHeading(page, title))).toBe(1)
      })
    }
  })
}
