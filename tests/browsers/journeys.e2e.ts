import type { Page } from '@playwright/test'
import { brandFonts } from '#src/theme/tokens.ts'
import {
  createUniqueMessage,
  expectMessageSent,
  expectOneEmail,
  fillContactForm,
  getContactField,
  getSendButton,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import {
  expectShownPhoto,
  getGalleryDialog,
  getSlide,
  getThumbnail,
  openPhoto,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { getMainNavigation, menuHeight, navigationNames, navigationPages } from '#tests/setup/e2e/site-pages.ts'
import { measureHorizontalOverflow } from '#tests/setup/e2e/text-fit.ts'
import { getLabel } from '#tests/setup/seed-content.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

test.use({
  viewport: { width: 1440, height: 900 },
  // Debian's browsers have no decoder for H.264, which the site logs. Firefox reports Trusted Types as errors of the page.
  expectedProblems: /The hero video does not play|require-trusted-types-for/,
})

const getItem = (page: Page, name: string) => getMainNavigation(page).getByRole('link', { name, exact: true })

const getTitle = (page: Page, name = '') => page.getByRole('heading', { level: 1, name })

test('a message is written, survives a reload, is sent and arrives once', async ({ page, ready, mailServer }) => {
  const message = createUniqueMessage()
  await page.goto('/contact')
  await ready()
  await getSendButton(page).click()
  await expect(getContactField(page, 'Name')).toBeFocused()
  await getContactField(page, 'Message').fill(message)
  await page.reload()
  await ready()
  await expect(getContactField(page, 'Message')).toHaveValue(message)
  await fillContactForm(page, message)
  await getSendButton(page).click()
  await expectMessageSent(page)
  await expectOneEmail(mailServer, message)
})

test('a visit by the links of the pages: headings, fonts and pictures, without a reload', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  for (const { name, heading, title, path } of navigationPages) {
    await getItem(page, name).click()
    await expect(getTitle(page, heading)).toBeInViewport()
    await expect(page).toHaveTitle(title)
    expect(await page.evaluate(() => location.pathname)).toBe(path)
    expect(await measureHorizontalOverflow(page)).toBeLessThanOrEqual(0)
    expect(await page.evaluate(findLoadedFonts)).toEqual(
      expect.arrayContaining(Object.values(brandFonts).map((font) => `${font} Variable`)),
    )
    await page.evaluate(scrollToEnd)
    await expect.poll(() => page.evaluate(findUnloadedImages)).toEqual([])
  }
  await page.goBack()
  await expect(getTitle(page, navigationPages.at(-2)?.heading)).toBeInViewport()
  expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
})

const findLoadedFonts = async () => {
  await document.fonts.ready
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
  return loaded.map(({ family }) => family.replaceAll('"', ''))
}

const findUnloadedImages = () =>
  [...document.images]
    .filter((image) => !image.complete || image.naturalWidth === 0)
    .map(({ currentSrc }) => currentSrc)

/** In steps, so that each image that loads when it comes near is requested. */
async function scrollToEnd(): Promise<void> {
  for (let y = 0; y <= document.body.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' })
    await new Promise((done) => setTimeout(done, 50))
  }
}

test('the hero plays and can be paused; without the codec it keeps its poster', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  const pause = page.getByRole('button', { name: getLabel('pauseVideo') })
  if (
    await page.evaluate(() => document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== '')
  ) {
    await expect.poll(() => page.evaluate(isVideoPlaying)).toBe(true)
    await pause.click()
    await expect.poll(() => page.evaluate(isVideoPlaying)).toBe(false)
  } else {
    await expect(page.locator('video')).toHaveCSS('opacity', '0') // the poster is below it
    const poster = page.locator('main img').first()
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(pause).toBeHidden()
  }
})

const isVideoPlaying = () => {
  const video = document.querySelector('video')
  return video !== null && !video.paused && video.currentTime > 0
}

test('a photo opens, a key shows the next one, and Back closes it', async ({ page, ready }) => {
  await openPhoto(page, ready, 8)
  await page.keyboard.press('ArrowRight')
  await expectShownPhoto(page, 9)
  await expect(getSlide(page, 9).getByRole('img')).toBeInViewport()
  await page.goBack()
  await expect(getGalleryDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(getThumbnail(page, 9)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the menu opens, closes by Escape and a click outside, and leads to each page', async ({ page, ready }) => {
    await page.goto('/')
    await ready()
    const opener = page.getByRole('button', { name: getLabel('openMenu') })
    await opener.click()
    await expect(page.locator('[popover]')).toBeInViewport()
    const [first = ''] = navigationNames
    await expect(getItem(page, first)).toBeInViewport()
    const width = await page.evaluate(() => document.documentElement.clientWidth)
    await expect.poll(() => page.locator('[popover]').boundingBox()).toEqual({ x: 0, y: 76, width, height: menuHeight })
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await page.mouse.click(195, 600)
    await expect(getItem(page, first)).toBeHidden()
    for (const { name, heading } of navigationPages) {
      await opener.click()
      await getItem(page, name).click()
      await expect(getTitle(page, heading)).toBeInViewport()
      await expect(getItem(page, name)).toBeHidden()
      expect(await measureHorizontalOverflow(page)).toBeLessThanOrEqual(0)
    }
  })
})
