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
  getNextButton,
  getPreviousButton,
  getSlide,
  getThumbnail,
  openPhoto,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { getMainNavigation, menuHeight, navigationNames, navigationPages } from '#tests/setup/e2e/site-pages.ts'
import { measureHorizontalOverflow } from '#tests/setup/e2e/text-fit.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'

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
  for (const error of ['Name is required.', 'Email is required.', 'Message is required.'])
    await expect(page.getByText(error)).toBeVisible()
  await expect(getContactField(page, 'Name')).toBeFocused()
  await getContactField(page, 'Message').fill(message)
  await page.reload()
  await ready()
  await expect(getContactField(page, 'Message')).toHaveValue(message)
  await fillContactForm(page, message)
  await getSendButton(page).click()
  await expectMessageSent(page)
  await expect(page.getByRole('heading', { name: getSeedText('contactPage', 'sentTitle') })).toBeFocused()
  const email = await expectOneEmail(mailServer, message)
  expect([email.to, email.text]).toEqual(['office@blackland.example', expect.stringContaining('ada@engine.example')])
})

test('a visit by the links of the pages: headings, fonts and pictures, without a reload', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  for (const { name, heading, title, path } of navigationPages) {
    await getItem(page, name).click()
    await expectPage(page, { heading, title, path })
  }
  await page.goBack()
  await expect(getTitle(page, navigationPages.at(-2)?.heading)).toBeInViewport()
  expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
})

async function expectPage(page: Page, expected: { heading: string; title: string; path: string }): Promise<void> {
  await expect(getTitle(page, expected.heading)).toBeInViewport()
  await expect(page).toHaveTitle(expected.title)
  expect(await page.evaluate(() => location.pathname)).toBe(expected.path)
  expect(await measureHorizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(findLoadedFonts)).toEqual(
    expect.arrayContaining(Object.values(brandFonts).map((font) => `${font} Variable`)),
  )
  await page.evaluate(scrollToEnd)
  await expect.poll(() => page.evaluate(findUnloadedImages)).toEqual([])
}

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
    await expectPoster(page)
    await expect(pause).toBeHidden()
  }
})

const isVideoPlaying = () => {
  const video = document.querySelector('video')
  return video !== null && !video.paused && video.currentTime > 0
}

/** The picture is below the video, which is transparent until it plays. */
async function expectPoster(page: Page): Promise<void> {
  await expect(page.locator('video')).toHaveCSS('opacity', '0')
  const poster = page.locator('main img').first()
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

test('a photo opens; keys and arrows move through the gallery, and Back closes it', async ({ page, ready }) => {
  await openPhoto(page, ready, 8)
  await page.keyboard.press('ArrowRight')
  await expectShownPhoto(page, 9)
  await getPreviousButton(page).click()
  await expectShownPhoto(page, 8)
  await getNextButton(page).click()
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
    await expect(getItem(page, first)).toBeInViewport()
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
