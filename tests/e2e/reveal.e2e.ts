import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import {
  readOpacity,
  readRevealAnimations,
  recordRevealAnimations,
  scrollToVisibleShare,
} from '#tests/setup/e2e/reveal-animations.ts'

const INTRO = 'From the first stake to the last pressure test'

/** On a screen so low that all of them lie below it at first. */
const BLOCKS = [
  { name: 'the introduction of Services', path: '/services', title: INTRO },
  { name: 'Affiliations', path: '/services', title: 'Affiliations' },
  { name: 'America is Home', path: '/mainlinepipeline', title: 'America is Home' },
] as const

const titled = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test.beforeEach(({ page }) => recordRevealAnimations(page))
test.use({ viewport: { width: 1280, height: 600 } })

for (const { name, path, title } of BLOCKS) {
  test(`requirements §2, §9: ${name} fades and slides in once, when 30 % of it is visible`, async ({ page, ready }) => {
    await page.goto(path)
    await ready()
    const heading = titled(page, title)
    await scrollToVisibleShare(heading, 0.25)
    expect(await readOpacity(heading)).toBe(0)
    await scrollToVisibleShare(heading, 0.35)
    await expect.poll(() => readOpacity(heading)).toBe(1)
    expect(await readRevealAnimations(page)).toContain(title)
    const first = await readRevealAnimations(page)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await scrollToVisibleShare(heading, 0.1)
    expect(await readOpacity(heading)).toBe(1)
    await scrollToVisibleShare(heading, 0.9)
    expect(await readOpacity(heading)).toBe(1)
    expect(await readRevealAnimations(page)).toEqual(first)
  })
}

test('what is on the screen when the script takes over stays as it is', async ({ page, ready }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { opacities: seen })
    const look = () => {
      const block = document.querySelector('[data-state] > *')
      if (block) seen.push(getComputedStyle(block).opacity)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/services')
  await ready()
  await page.waitForLoadState('networkidle')
  const opacities = await page.evaluate((): string[] => Reflect.get(window, 'opacities'))
  expect(new Set(opacities)).toEqual(new Set(['1']))
  expect(await readRevealAnimations(page)).toEqual([])
})

test('after a navigation what is on the screen makes its entrance at once, and what is below waits', async ({
  page,
  ready,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.goto('/gallery')
  await ready()
  await page.evaluate(() => scrollTo({ top: 3_000, behavior: 'instant' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).click()
  await expect.poll(() => readRevealAnimations(page)).toEqual([INTRO])
  await expect.poll(() => readOpacity(titled(page, INTRO))).toBe(1)
  expect(await readOpacity(titled(page, 'Affiliations'))).toBe(0)
})

test('what somebody scrolled past does not wait above the screen', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  expect(await readOpacity(titled(page, INTRO))).toBe(0)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect.poll(() => readOpacity(titled(page, INTRO))).toBe(1)
  await expect.poll(() => readOpacity(titled(page, 'Affiliations'))).toBe(1)
})

test('a block of which 30 % never fit on the screen appears when it fills it', async ({ page, ready }) => {
  await page.setViewportSize({ width: 320, height: 300 })
  await page.goto('/services')
  await ready()
  const heading = titled(page, 'Affiliations')
  const height = (await heading.locator('xpath=ancestor::*[@data-state]').boundingBox())?.height ?? 0
  expect(0.3 * height).toBeGreaterThan(300)
  await scrollToVisibleShare(heading, 200 / height)
  expect(await readOpacity(heading)).toBe(0)
  await scrollToVisibleShare(heading, 240 / height)
  await expect.poll(() => readOpacity(heading)).toBe(1)
})

test('keyboard focus shows what waits at once', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  const logo = page.getByRole('link', { name: /^ContractorSafe Registry/ })
  expect(await readOpacity(logo)).toBe(0)
  await logo.evaluate((link: HTMLElement) => link.focus({ preventScroll: true }))
  expect(await readOpacity(logo)).toBe(1)
  expect(await readRevealAnimations(page)).toEqual([])
})

test('on paper nothing waits', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  expect(await readOpacity(titled(page, 'Affiliations'))).toBe(0)
  await page.emulateMedia({ media: 'print' })
  for (const title of [INTRO, 'Affiliations']) expect(await readOpacity(titled(page, title))).toBe(1)
})

for (const [how, options] of [
  ['with reduced motion', { contextOptions: { reducedMotion: 'reduce' } }],
  ['without JavaScript', { javaScriptEnabled: false }],
] as const) {
  test.describe(how, () => {
    test.use(options)

    for (const { name, path, title } of BLOCKS) {
      test(`${name} simply stands there`, async ({ page, ready }) => {
        await page.goto(path)
        if (!('javaScriptEnabled' in options)) await ready()
        await expect(titled(page, title)).toBeVisible()
        expect(await readOpacity(titled(page, title))).toBe(1)
      })
    }
  })
}
