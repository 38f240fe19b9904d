import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import {
  expectShownPhoto,
  getGalleryDialog,
  getThumbnail,
  measureDistanceFromCenter,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.beforeEach(({ context }) => mockOtherHosts(context))

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 900, height: 800 } })

/** Scrolls to the end with the wheel, so that all reveal animations have started. */
async function scrollToEnd(page: Page): Promise<void> {
  const end = await page.evaluate(() => document.body.scrollHeight)
  for (let y = 0; y <= end; y += 700) {
    await page.mouse.wheel(0, 700) // less than the height of the viewport
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await expect(page.getByRole('contentinfo')).toBeInViewport()
}

async function openFilmAndMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: getSeedText('homePage', 'watchLabel') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: getLabel('openMenu') }).click()
  await page.getByRole('button', { name: getLabel('closeMenu') }).click()
}

async function moveInPhotoDialog(page: Page): Promise<void> {
  await getThumbnail(page, 60).click()
  await expectShownPhoto(page, 60)
  await page.keyboard.press('ArrowRight')
  await expectShownPhoto(page, 61)
  expect(await measureDistanceFromCenter(page)).toBeLessThan(1)
  await page.keyboard.press('Escape')
  await expect(getGalleryDialog(page)).toBeHidden()
}

/** Returns texts that are laid out but transparent or not visible. */
const findHiddenTexts = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('h1, h2, h3, p, li, label')]
      .filter((element) => element.textContent?.trim() && element.getClientRects().length > 0)
      .filter((element) => {
        let opacity = 1
        for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
          opacity *= Number(getComputedStyle(ancestor).opacity)
        return opacity < 1 || getComputedStyle(element).visibility !== 'visible'
      })
      .map((element) => element.textContent),
  )

test('with reduced motion nothing is animated, no text is hidden and no video is fetched', async ({ page, ready }) => {
  test.slow()
  const videoRequests: string[] = []
  page.on('request', (request) => request.url().includes('.mp4') && videoRequests.push(request.url()))
  const animations: string[] = []
  page.on('console', (message) => message.type() === 'debug' && animations.push(message.text()))
  await page.addInitScript(() => {
    const report = (animation: Animation) => {
      const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
      if (Number(duration) * Number(iterations) > 10) console.debug(animation.constructor.name, duration, iterations)
    }
    for (const eventType of ['animationstart', 'transitionrun'])
      document.addEventListener(eventType, () => document.getAnimations().forEach(report), true)
    const { animate } = Element.prototype
    Element.prototype.animate = function (...args) {
      const animation = animate.apply(this, args)
      report(animation)
      return animation
    }
  })

  for (const { path, frame } of sitePages) {
    await page.goto(path)
    await ready()
    if (frame !== 'still') await expect(page.getByRole('button', { name: getLabel('playVideo') })).toBeVisible()
    if (path === '/') await openFilmAndMenu(page)
    if (path === '/gallery') await moveInPhotoDialog(page)
    await scrollToEnd(page)
    expect.soft(await findHiddenTexts(page), path).toEqual([])
  }
  expect(videoRequests).toEqual([])
  expect(animations).toEqual([])
})
