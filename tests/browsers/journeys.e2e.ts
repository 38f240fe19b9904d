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
  getPhotoUrl,
  getPreviousButton,
  getSlide,
  getThumbnail,
  getThumbnailStrip,
  openPhoto,
  PHOTO_COUNT,
  waitForClickGuard,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { mockVimeoPlayer } from '#tests/setup/e2e/mock-vimeo-player.ts'
import {
  getItemName,
  getMainNavigation,
  mainlinePanel,
  menuHeight,
  navigationNames,
  navigationPages,
  sitePages,
} from '#tests/setup/e2e/site-pages.ts'
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
  await getItem(page, getItemName('/services')).click()
  await page.getByRole('link', { name: mainlinePanel.linkLabel }).click()
  await expectPage(
    page,
    sitePages.find(({ path }) => path === '/mainlinepipeline'),
  )
  expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
})

async function expectPage(page: Page, expected?: { heading: string; title: string; path: string }): Promise<void> {
  await expect(getTitle(page, expected?.heading)).toBeInViewport()
  await expect(page).toHaveTitle(expected?.title ?? '')
  expect(await page.evaluate(() => location.pathname)).toBe(expected?.path)
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

test.describe('with reduced motion', () => {
  test.skip(({ channel }) => channel === 'moz-firefox', 'WebDriver BiDi does not emulate it')
  test.use({ viewport: { width: 900, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

  test('the hero keeps its poster and loads no video; nothing moves and no text is hidden', async ({ page, ready }) => {
    const videos: string[] = []
    page.on('request', (request) => request.url().includes('.mp4') && videos.push(request.url()))
    for (const path of ['/services', '/mainlinepipeline']) {
      await page.goto(path)
      await ready()
      expect(await page.evaluate(readToEnd)).toEqual({ moving: [], hidden: [] })
    }
    await page.goto('/')
    await ready()
    await expect(page.getByRole('button', { name: getLabel('playVideo') })).toBeVisible()
    await expectPoster(page)
    expect(videos).toEqual([])
  })
})

/** Scrolls to the end. Returns the animations of more than 10 ms on the way, and the texts that stay hidden. */
async function readToEnd(): Promise<{ moving: string[]; hidden: (string | null)[] }> {
  const moving: string[] = []
  const record = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    for (const { effect } of target.getAnimations())
      if (Number(effect?.getComputedTiming().duration) > 10) moving.push(target.outerHTML.slice(0, 80))
  }
  for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, record, true)
  for (let y = 0; y <= document.body.scrollHeight; y += 400) {
    scrollTo({ top: y })
    await new Promise((done) => setTimeout(done, 50))
  }
  const hidden = [...document.querySelectorAll('main :is(h1, h2, h3, p, li)')]
    .filter((element) => element.getClientRects().length > 0)
    .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((element) => element.textContent)
  return { moving, hidden }
}

test('Watch Now opens the film; Escape, a click beside it and its button close it', async ({ page, ready }) => {
  await mockVimeoPlayer(page)
  await page.goto('/')
  await ready()
  const button = page.getByRole('button', { name: getSeedText('homePage', 'watchLabel') })
  const dialog = page.getByRole('dialog', { name: getSeedText('homePage', 'filmTitle') })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 400),
    () => dialog.getByRole('button', { name: getLabel('close') }).click(),
  ]) {
    await button.click()
    await expect(dialog.locator('iframe')).toHaveAttribute(
      'src',
      new RegExp(`^https://player\\.vimeo\\.com/video/${getSeedText('homePage', 'filmId')}\\?`),
    )
    expect(await dialog.locator('iframe').evaluate(({ clientWidth }) => clientWidth)).toBe(940)
    await close()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('a photo opens; keys, arrows, strip and Back move through the gallery', async ({ page, ready }) => {
  await openPhoto(page, ready, 8)
  await page.keyboard.press('ArrowRight')
  await expectShownPhoto(page, 9)
  await getPreviousButton(page).click()
  await expectShownPhoto(page, 8)
  await getNextButton(page).click()
  await getThumbnailStrip(page).getByRole('button').nth(9).click()
  await expectShownPhoto(page, 10)
  await expect(getSlide(page, 10).getByRole('img')).toBeInViewport()
  await page.keyboard.press('End')
  await expectShownPhoto(page, PHOTO_COUNT)
  await expect(getNextButton(page)).toBeDisabled()
  await expect(page).toHaveURL(getPhotoUrl(PHOTO_COUNT))
  await page.goBack()
  await expect(getGalleryDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/gallery$/)
  await expect(getThumbnail(page, PHOTO_COUNT)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a photo covers the screen without arrows, and its address opens it', async ({ page, ready }) => {
    await page.goto(getPhotoUrl(12))
    await ready()
    await expectShownPhoto(page, 12)
    await expect(getNextButton(page)).toBeHidden()
    expect(await getGalleryDialog(page).boundingBox()).toEqual({ x: 0, y: 0, ...PHONE.viewport })
    await waitForClickGuard(page)
    await page.getByRole('button', { name: getLabel('close'), exact: true }).click()
    await expect(getGalleryDialog(page)).toBeHidden()
  })

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

test.describe('without JavaScript', () => {
  test.skip(({ channel }) => channel === 'moz-firefox', 'WebDriver BiDi cannot switch scripts off')
  test.use({ ...PHONE, javaScriptEnabled: false })

  test('each page can be read, the menu opens, and the form is addressed by mail', async ({ page }) => {
    for (const { path, heading, text } of sitePages) {
      await page.goto(path)
      await expect(getTitle(page, heading)).toBeInViewport()
      await expect(page.getByText(text).first()).toBeVisible()
    }
    await page.getByRole('button', { name: getLabel('openMenu') }).click()
    await getItem(page, getItemName('/contact')).click()
    await expect(page.locator('form')).toHaveAttribute('action', `mailto:${getSeedText('contactPage', 'email')}`)
  })
})

test('by keyboard the skip link leads to the content; a panel shows its text under the mouse', async ({
  page,
  ready,
}) => {
  await page.goto('/services')
  await ready()
  await page.keyboard.press('Tab')
  const skipLink = page.getByRole('link', { name: getLabel('skipToContent') })
  await expect(skipLink).toBeFocused()
  await expect(skipLink).toHaveCSS('outline-width', '3px')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const panel = page.getByRole('article').nth(1)
  const text = panel.locator('p').last().locator('..')
  await expect(text).toHaveCSS('opacity', '0')
  await panel.hover()
  await expect(text).toHaveCSS('opacity', '1')
})
