import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { setTabHidden } from '#tests/setup/e2e/tab-visibility.ts'
import { getLabel } from '#tests/setup/seed-content.ts'

// The video hero is the same on every page.
const getVideo = (page: Page) => page.locator('video')
const isPlaying = (page: Page) =>
  getVideo(page).evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0)
const isPaused = (page: Page) => getVideo(page).evaluate((video: HTMLVideoElement) => video.paused)
const getPauseButton = (page: Page) => page.getByRole('button', { name: getLabel('pauseVideo') })
const getPlayButton = (page: Page) => page.getByRole('button', { name: getLabel('playVideo') })
const expectIcon = (button: Locator, path: string) => expect(button.locator('path')).toHaveAttribute('d', path)

/** Asserts that the poster is visible: the video above it is transparent. */
const expectPoster = async (page: Page) => {
  await expect(getVideo(page)).toHaveCSS('opacity', '0')
  const poster = page.getByRole('main').getByRole('img').first()
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

const recordVideoRequests = (page: Page) => {
  const videoRequests = new Set<string>()
  page.on('request', (request) => request.url().includes('.mp4') && videoRequests.add(request.url()))
  return videoRequests
}

/** Runs in the page. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

test('§2.15 §2.16 §2.19 §4.1 §4.2 the text slides in, and the video plays while it is seen, until a visitor pauses it', async ({
  page,
  cms,
}) => {
  const videoRequests = recordVideoRequests(page)
  await test.step('the text slides into the viewport after 500 ms, in 0.3 s', async () => {
    await page.goto('/services')
    const heading = page.getByRole('heading', { level: 1 })
    const timing = await heading.evaluate((element) => {
      const animation = document
        .getAnimations()
        .find(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(element))
      animation?.pause()
      if (animation) animation.currentTime = 499
      return animation?.effect?.getTiming()
    })
    expect(timing).toMatchObject({ delay: 500, duration: 300 })
    await expect(heading).not.toBeInViewport()
    await heading.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    await expect(heading).toBeInViewport({ ratio: 1 })
  })
  await test.step('it plays muted, looped and inline, and loads one file after the load event', async () => {
    await expect.poll(() => isPlaying(page)).toBe(true)
    await expect(getVideo(page)).toHaveAttribute('playsinline')
    expect(await getVideo(page).evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([true, true])
    const isFetchedAfterLoad = () =>
      page.evaluate(() => {
        const videoEntry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.mp4'))
        const [load] = performance.getEntriesByType('navigation').map((entry) => entry.toJSON().loadEventEnd)
        return videoEntry && videoEntry.startTime > load // the browser adds the entry after the download
      })
    await expect.poll(isFetchedAfterLoad).toBe(true)
    expect([...videoRequests]).toEqual([
      expect.stringMatching(new RegExp(`^${cms.url}/.+-webVideo-(low|high)\\.[0-9a-f]{8}\\.mp4$`)),
    ])
  })
  await test.step('it pauses out of view, in a hidden tab and with reduced motion', async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => isPaused(page)).toBe(false)
    await setTabHidden(page, true)
    await expect.poll(() => isPaused(page)).toBe(true)
    await setTabHidden(page, false)
    await expect.poll(() => isPaused(page)).toBe(false)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(() => isPaused(page)).toBe(false)
  })
  await test.step('a visitor who paused it has to play it', async () => {
    await expectIcon(getPauseButton(page), 'M2 2h3v12H2zM11 2h3v12h-3z')
    await getPauseButton(page).click()
    await expect.poll(() => isPaused(page)).toBe(true)
    await expectIcon(getPlayButton(page), 'M4 2.5v11L13.5 8z')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(getVideo(page)).not.toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(getPlayButton(page)).toBeInViewport()
    expect(await isPaused(page)).toBe(true)
    await getPlayButton(page).click()
    await expect.poll(() => isPaused(page)).toBe(false)
  })
})

test('§4.2 logs a warning when autoplay is blocked, and keeps the poster and the Play button', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'requestIdleCallback') // as in Safari
    const { play } = HTMLMediaElement.prototype
    let isBlocked = true
    HTMLMediaElement.prototype.play = function () {
      if (!isBlocked) return play.call(this)
      isBlocked = false
      return Promise.reject(new DOMException('The user has not interacted with the page', 'NotAllowedError'))
    }
  })
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.goto('/services')
  expect((await warning).text()).toMatch(/^Autoplay failed/)
  await expectPoster(page)
  await getPlayButton(page).click()
  await expect.poll(() => isPlaying(page)).toBe(true)

  await test.step('a video that is paused before it has started is not blocked', async () => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => {
        console.debug('play')
        return Promise.reject(new DOMException('The call was interrupted by pause()', 'AbortError'))
      }
    })
    const messages: string[] = []
    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
    await page.reload()
    await expect.poll(() => messages).toContain('debug: play')
    await expect(getPauseButton(page)).toBeVisible()
    expect(messages.filter((text) => text.startsWith('warning'))).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const getPhonePattern = (codec: string) =>
    new RegExp(`/media/videos/phone/\\w+-webVideo-(low|high)\\.[0-9a-f]{8}\\.${codec}\\.mp4$`)
  const getCurrentSrc = (page: Page) => getVideo(page).evaluate((video: HTMLVideoElement) => video.currentSrc)

  for (const [how, prepare] of [
    ['reduced motion', (page) => page.emulateMedia({ reducedMotion: 'reduce' })],
    ['data saving', async (page) => void (await page.addInitScript(saveData))],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`${how} shows the poster, and loads one file after Play`, async ({ page }) => {
      await prepare(page)
      const videoRequests = recordVideoRequests(page)
      await page.goto('/contact')
      await expect(getPlayButton(page)).toBeVisible() // comes when a video would be loaded
      await expectPoster(page)
      expect([...videoRequests]).toEqual([])
      await getPlayButton(page).click()
      await expect.poll(() => isPlaying(page)).toBe(true)
      expect([...videoRequests]).toEqual([expect.stringMatching(getPhonePattern('av1'))])
    })
  }

  test.describe('with broken files', () => {
    test.use({ expectedProblems: /hero video does not play|\.mp4|Failed to load resource/ })

    const MISSING = { status: 404 }
    const INVALID = { contentType: 'video/mp4', body: 'not a video' }

    test('§8.7 a file that does not play is replaced by the next one, the last by the poster', async ({
      page,
      cms,
    }) => {
      await page.route('**/*.av1.mp4', (route) => route.fulfill(MISSING))
      await page.goto('/gallery')
      await expect.poll(() => isPlaying(page)).toBe(true)
      expect(await getCurrentSrc(page)).toMatch(getPhonePattern('h264'))

      await page.route('**/phone/*.mp4', (route) => route.fulfill(INVALID))
      await page.reload()
      await expect.poll(() => isPlaying(page)).toBe(true)
      expect(await getCurrentSrc(page)).toContain(cms.url)

      const errors: string[] = []
      page.on('console', (message) => /hero video|Autoplay/.test(message.text()) && errors.push(message.text()))
      await page.route(`${cms.url}/**/*.mp4`, (route) => route.fulfill(MISSING))
      await page.reload()
      await expect.poll(() => errors).toEqual([expect.stringMatching(/^The hero video does not play/)])
      await expectPoster(page)
      await expect(getPauseButton(page)).toBeHidden()
      await expect(getPlayButton(page)).toBeHidden()
      expect(errors).toHaveLength(1)
    })
  })
})
