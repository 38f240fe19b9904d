import type { Page } from '@playwright/test'
import { settings } from '#src/settings.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockVimeoPlayer } from '#tests/setup/e2e/mock-vimeo-player.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations } from './axe.ts'

test.use(REDUCED_MOTION)

const FILM_ID = getSeedText('homePage', 'filmId') || settings.companyVideoId

const getDialog = (page: Page) => page.getByRole('dialog', { name: getSeedText('homePage', 'filmTitle') })
const getFrame = (page: Page) => getDialog(page).locator('iframe')
const getMessage = (page: Page) => getDialog(page).getByRole('status')
const getFilmLink = (page: Page) =>
  getDialog(page).getByRole('link', { name: `${getLabel('watchOnVimeo')} ${getLabel('newTab')}` })
const getCloseButton = (page: Page) => getDialog(page).getByRole('button', { name: getLabel('close') })
const getPlayButton = (page: Page) =>
  page.frameLocator(`iframe[title=${JSON.stringify(getSeedText('homePage', 'filmTitle'))}]`).getByRole('button')
const getWatchButton = (page: Page) => page.getByRole('button', { name: getSeedText('homePage', 'watchLabel') })

test('§2.16 §2.17 §2.18 §4.3 §7.10 §9.1 Watch Now opens the film in a dialog, which Escape, a click on the backdrop and its button close', async ({
  page,
  ready,
}) => {
  await mockVimeoPlayer(page)
  await page.clock.install()
  const requestUrls: string[] = []
  page.on('request', (request) => requestUrls.push(request.url()))
  await page.goto('/')
  await ready()

  await test.step('nothing of the film is loaded before', async () => {
    await expect.poll(() => requestUrls.filter((url) => url.endsWith('.json')).length).toBe(2)
    await page.waitForLoadState('networkidle')
    expect(requestUrls.filter((url) => /film|vimeo|lightbox|map|captcha/i.test(url))).toEqual([])
  })
  await test.step('the button expands on hover and focus', async () => {
    const readClipPath = () => getWatchButton(page).evaluate((button) => getComputedStyle(button, '::before').clipPath)
    expect(await readClipPath()).toMatch(/64px/)
    await getWatchButton(page).hover()
    await expect.poll(readClipPath).toBe('inset(0px)')
    await page.mouse.move(0, 0)
    await expect.poll(readClipPath).toMatch(/64px/)
    await getWatchButton(page).focus()
    await expect.poll(readClipPath).toBe('inset(0px)')
  })
  await test.step('Enter opens the film', async () => {
    await page.keyboard.press('Enter')
    await expect(getFrame(page)).toHaveAttribute(
      'src',
      new RegExp(`^https://player\\.vimeo\\.com/video/${FILM_ID}\\?.*dnt=1.*autoplay=1`),
    )
    await expect(getFrame(page)).toHaveAttribute('allow', 'autoplay; fullscreen; picture-in-picture')
    await expect(getFrame(page)).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
    await getPlayButton(page).click() // waits until nothing covers the player
    await page.clock.runFor(5_000)
    await page.clock.resume()
    await expect(getPlayButton(page)).toBeVisible()
    await expect(getMessage(page)).toHaveCount(0)
    await expectNoAxeViolations(page, { part: 'dialog' })
  })
  await test.step('it fits every screen', async () => {
    for (const [width, height, size] of [
      [844, 390, { width: 480, height: 270 }],
      [1440, 900, { width: 940, height: 528.75 }],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => getFrame(page).boundingBox()).toMatchObject(size)
      for (const part of [getFrame(page), getCloseButton(page)]) await expect(part).toBeInViewport({ ratio: 1 })
    }
  })
  await test.step('the page behind neither gets the focus nor scrolls', async () => {
    await getCloseButton(page).focus()
    for (let presses = 0; presses < 4; presses++) {
      await page.keyboard.press('Tab')
      if (presses === 0) await expect(getPlayButton(page)).toBeFocused()
      expect(await page.evaluate(() => document.activeElement?.matches('body, dialog *'))).toBe(true)
    }
    await page.mouse.move(720, 860)
    await page.mouse.wheel(0, 400)
    await getCloseButton(page).press('End')
    await page.evaluate(async () => {
      for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame) // scrolling takes several
    })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
  for (const [how, close] of [
    ['Escape', () => page.keyboard.press('Escape')],
    ['Escape after a click in the player', () => clickPlayerAndPressEscape(page)],
    ['a click on the backdrop', () => page.mouse.click(20, 400)],
    ['the button', () => getCloseButton(page).click()],
  ] satisfies [string, () => Promise<void>][]) {
    await test.step(`${how} closes it`, async () => {
      if (await getDialog(page).isHidden()) await getWatchButton(page).click()
      await expect(getFrame(page)).toBeVisible()
      await close()
      await expect(getDialog(page)).toHaveCount(0)
      await expect(page.locator('iframe')).toHaveCount(0)
      await expect(getWatchButton(page)).toBeFocused()
    })
  }
  await test.step('it is closing for 75 ms, and the page behind keeps the width of its scrollbar', async () => {
    await page.evaluate(() => {
      const width = { value: innerWidth - 15, configurable: true } // headless browsers have no scrollbars
      Object.defineProperty(document.documentElement, 'clientWidth', width)
    })
    await getWatchButton(page).click()
    await expect(getFrame(page)).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('padding-right', '15px')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('Escape')
    await page.clock.runFor(74)
    await expect(getDialog(page)).toHaveAttribute('data-state', 'closing')
    await page.clock.runFor(1)
    await expect(getDialog(page)).toHaveCount(0)
    await expect(page.locator('html')).toHaveCSS('padding-right', '0px')
  })
})

test.describe('without the script of the dialog', () => {
  test.use({ expectedProblems: /video-dialog|dynamically imported module|ERR_FAILED/ })

  test('Watch Now leads to the film on Vimeo', async ({ page, ready }) => {
    await page.route('**/assets/video-dialog-*.js', (route) => route.abort())
    await page.route('https://vimeo.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('/')
    await ready()
    await getWatchButton(page).click()
    await expect(page).toHaveURL(new RegExp(`^https://vimeo.com/${FILM_ID}`))
  })
})

test('a click on Watch Now before hydration shows a busy button, then opens the film', async ({ page }) => {
  await mockVimeoPlayer(page)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await getWatchButton(page).click()
  await expect(getWatchButton(page)).toHaveAttribute('aria-busy', 'true')
  scripts.resolve()
  await expect(getFrame(page)).toBeVisible()
})

async function clickPlayerAndPressEscape(page: Page): Promise<void> {
  await getPlayButton(page).click()
  await expect(getDialog(page)).toBeFocused()
  await page.keyboard.press('Escape')
}

async function expectFailureMessage(page: Page): Promise<void> {
  await expect(getMessage(page)).toContainText(getLabel('videoFailed'))
  await expect(getFilmLink(page)).toHaveAttribute('href', `https://vimeo.com/${FILM_ID}`)
  await expect(getFilmLink(page)).toHaveAttribute('target', '_blank')
}

test('a message takes the place of a player that does not respond in 5 s; a late response of the player replaces it', async ({
  page,
  ready,
}) => {
  const response = Promise.withResolvers<void>()
  await mockVimeoPlayer(page, response.promise)
  await page.clock.install()
  await page.goto('/')
  await ready()
  await page.clock.pauseAt(Date.now() + 60_000)
  await getWatchButton(page).click()
  await expect(getCloseButton(page)).toBeFocused()
  await page.clock.runFor(3_999)
  await expect(getMessage(page)).toHaveText('')
  await page.clock.runFor(1)
  await page.clock.resume()
  await expectFailureMessage(page)
  await expectNoAxeViolations(page, { part: 'dialog' })

  await test.step('Tab reaches the link, but not the frame', async () => {
    for (let presses = 0; presses < 4; presses++) {
      await page.keyboard.press('Tab')
      if (presses === 0) await expect(getFilmLink(page)).toBeFocused()
      expect(await page.evaluate(() => document.activeElement?.matches('body, dialog :is(a, button)'))).toBe(true)
    }
  })
  await test.step('it covers the frame on a small screen', async () => {
    await page.setViewportSize({ width: 320, height: 568 })
    for (const part of [getMessage(page), getFilmLink(page), getCloseButton(page)])
      await expect(part).toBeInViewport({ ratio: 1 })
    expect(await getMessage(page).boundingBox()).toEqual(await getFrame(page).boundingBox())
    await getMessage(page).click({ position: { x: 4, y: 4 } }) // does not close the dialog
  })
  await test.step('messages of other windows do not replace it', async () => {
    await page.evaluate(() => {
      postMessage({ event: 'ready' })
      const frame = document.createElement('iframe')
      document.body.append(frame)
      frame.contentWindow?.parent.postMessage({ event: 'ready' })
    })
    await expectFailureMessage(page)
  })
  await getFilmLink(page).focus()
  response.resolve()
  await expect(getFilmLink(page)).toHaveCount(0)
  await expect(getMessage(page)).toHaveCount(0)
  await expect(getCloseButton(page)).toBeFocused()
  await getPlayButton(page).click()
})
