import type { Page } from '@playwright/test'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { videoPages } from '#tests/setup/e2e/site-pages.ts'

const isPlaying = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0)
const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
const getPauseButton = (page: Page) => page.getByRole('button', { name: 'Pause video' })
const getPlayButton = (page: Page) => page.getByRole('button', { name: 'Play video' })
/** Asserts that the poster is visible: the video above it is transparent. */
const expectPoster = async (page: Page) => {
  await expect(page.locator('video')).toHaveCSS('opacity', '0')
  const poster = page.getByRole('main').getByRole('img').first()
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
const recordVideoRequests = (page: Page) => {
  const videoRequests: string[] = []
  page.on('request', (request) => request.url().includes('.mp4') && videoRequests.push(request.url()))
  return videoRequests
}
/** Simulates a change of the tab: headless browsers show every tab. */
const setTabHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

for (const { path } of videoPages.filter(({ frame }) => frame === 'page')) {
  test(`requirements §2, §9: the hero of ${path} is 600, 450, 300 and 200 px high`, async ({ page }) => {
    await page.goto(path)
    const heights = [
      [1440, 600],
      [992, 600],
      [991, 450],
      [768, 450],
      [767, 300],
      [480, 300],
      [479, 200],
    ] as const
    for (const [width, height] of heights) {
      await page.setViewportSize({ width, height: 800 })
      await expect
        .poll(async () => (await page.locator('[data-frame=page]').boundingBox())?.height, `at ${width} px`)
        .toBe(height)
    }
  })
}

test('requirements §2, §9: the hero of Home fills the viewport at 768 px, and 60vh at 767 px', async ({ page }) => {
  await page.goto('/')
  const hero = page.locator('[data-frame=screen]')
  for (const [width, height] of [
    [992, 1000 - 76],
    [768, 1000 - 76],
    [767, 600],
    [480, 600],
    [479, 600],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 })
    await expect.poll(async () => (await hero.boundingBox())?.height, `at ${width} px`).toBe(height)
  }
})

for (const { path } of videoPages) {
  test(`requirements §2, §4: the video of ${path} plays muted, looped and inline, and is fetched after the load event`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect.poll(() => isPlaying(page)).toBe(true)
    const video = page.locator('video')
    await expect(video).toHaveAttribute('playsinline')
    expect(await video.evaluate((element: HTMLVideoElement) => [element.muted, element.loop])).toEqual([true, true])
    const isFetchedAfterLoad = () =>
      page.evaluate(() => {
        const videoEntry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.mp4'))
        const [load] = performance.getEntriesByType('navigation').map((entry) => entry.toJSON().loadEventEnd)
        return videoEntry && videoEntry.startTime > load // the browser adds the entry after the download
      })
    await expect.poll(isFetchedAfterLoad).toBe(true)
  })

  test(`requirements §4: the overlay of ${path} slides into the viewport after 500 ms, in 0.3 s`, async ({ page }) => {
    await page.goto(path)
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
}

test('requirements §4: the prerendered video is muted and has a fallback text', async ({ request }) => {
  for (const { path } of videoPages) {
    const html = await (await request.get(path)).text()
    expect(html).toMatch(
      /<video [^>]*muted=""[^>]*><span>Your browser does not support the video tag\.<\/span><\/video>/,
    )
  }
})

test('the video pauses outside the viewport and resumes inside it', async ({ page }) => {
  await page.goto('/services')
  await expect.poll(() => isPlaying(page)).toBe(true)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => isPaused(page)).toBe(false)
})

test('the video pauses while the tab is hidden', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => isPlaying(page)).toBe(true)
  await setTabHidden(page, true)
  await expect.poll(() => isPaused(page)).toBe(true)
  await setTabHidden(page, false)
  await expect.poll(() => isPaused(page)).toBe(false)
})

test('a video that the visitor paused stays paused', async ({ page }) => {
  await page.goto('/gallery')
  await expect.poll(() => isPlaying(page)).toBe(true)
  await getPauseButton(page).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => scrollTo(0, 0))
  await expect(getPlayButton(page)).toBeInViewport()
  await setTabHidden(page, true)
  await setTabHidden(page, false)
  await expect(getPlayButton(page)).toBeVisible()
  expect(await isPaused(page)).toBe(true)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const { path } of videoPages) {
    test(`${path} shows the poster, and loads and plays the video after a click on Play`, async ({ page }) => {
      const videoRequests = recordVideoRequests(page)
      await page.goto(path)
      await expect(getPlayButton(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectPoster(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      expect(videoRequests).toEqual([])
      await getPlayButton(page).click()
      await expect.poll(() => isPlaying(page)).toBe(true)
      await expect(getPauseButton(page)).toBeVisible()
    })
  }
})

test('shows the poster and loads no video when data saving is on', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const videoRequests = recordVideoRequests(page)
  for (const { path } of videoPages) {
    await page.goto(path)
    await expect(getPlayButton(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectPoster(page)
  }
  expect(videoRequests).toEqual([])
})

test('requirements §8: logs a warning when autoplay is blocked, and keeps the poster and the Play button', async ({
  page,
}) => {
  await page.addInitScript(() => {
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
})

test.describe('a broken video', () => {
  test.use({ expectedProblems: /hero video does not play|\.mp4|Failed to load resource/ })

  for (const [fault, response] of [
    ['missing', { status: 404 }],
    ['invalid', { contentType: 'video/mp4', body: 'not a video' }],
  ] as const) {
    test(`requirements §8: logs that the video is ${fault}, keeps the poster and shows no Play button`, async ({
      page,
    }) => {
      await page.route('**/*.mp4', (route) => route.fulfill(response))
      const consoleTexts: string[] = []
      page.on('console', (message) => consoleTexts.push(message.text()))
      await page.goto('/services')
      await expect.poll(() => consoleTexts.some((text) => text.startsWith('The hero video does not play'))).toBe(true)
      await expectPoster(page)
      await expect(getPauseButton(page)).toBeHidden()
      await expect(getPlayButton(page)).toBeHidden()
      expect(consoleTexts.filter((text) => text.includes('Autoplay failed'))).toEqual([])
    })
  }
})

test('a wide viewport loads the original only', async ({ page, cms }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const videoRequests = recordVideoRequests(page)
  for (const { path } of videoPages) {
    videoRequests.length = 0
    await page.goto(path)
    await expect.poll(() => isPlaying(page)).toBe(true)
    expect([...new Set(videoRequests)]).toEqual([
      expect.stringMatching(new RegExp(`^${cms.url}/.+-webVideo-(low|high)\\.[0-9a-f]{8}\\.mp4$`)),
    ])
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  /** The path of a phone version (shared/phone-videos.ts). */
  const getPhonePattern = (codec: string) =>
    new RegExp(`/media/videos/phone/\\w+-webVideo-(low|high)\\.[0-9a-f]{8}\\.${codec}\\.mp4$`)
  const getCurrentSrc = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc)

  for (const { path } of videoPages) {
    test(`${path} loads one file, the AV1 phone version of at most 450 KB`, async ({ page }) => {
      const videoRequests = recordVideoRequests(page)
      await page.goto(path)
      await expect.poll(() => isPlaying(page)).toBe(true)
      const [url = '', ...others] = new Set(videoRequests)
      expect(url).toMatch(getPhonePattern('av1'))
      expect(others).toEqual([])
      expect((await (await page.request.get(url)).body()).length).toBeLessThanOrEqual(450_000)
    })
  }

  test('the landscape orientation loads the phone version too', async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    const videoRequests = recordVideoRequests(page)
    await page.goto('/services')
    await expect.poll(() => isPlaying(page)).toBe(true)
    expect([...new Set(videoRequests)]).toEqual([expect.stringMatching(getPhonePattern('av1'))])
  })

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })

    test('loads no file before, and one after a click on Play', async ({ page }) => {
      const videoRequests = recordVideoRequests(page)
      await page.goto('/contact')
      await expect(getPlayButton(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(videoRequests).toEqual([])
      await getPlayButton(page).click()
      await expect.poll(() => isPlaying(page)).toBe(true)
      expect([...new Set(videoRequests)]).toEqual([expect.stringMatching(getPhonePattern('av1'))])
    })
  })

  test('loads no file when data saving is on', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const videoRequests = recordVideoRequests(page)
    await page.goto('/contact')
    await expect(getPlayButton(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectPoster(page)
    expect(videoRequests).toEqual([])
  })

  test.describe('with broken files', () => {
    test.use({ expectedProblems: /hero video does not play|\.mp4|Failed to load resource/ })

    test('plays the H.264 phone version when the AV1 version is missing', async ({ page }) => {
      await page.route('**/*.av1.mp4', (route) => route.fulfill({ status: 404 }))
      await page.goto('/gallery')
      await expect.poll(() => isPlaying(page)).toBe(true)
      expect(await getCurrentSrc(page)).toMatch(getPhonePattern('h264'))
    })

    test('plays the original when both phone versions are invalid', async ({ page, cms }) => {
      await page.route('**/phone/*.mp4', (route) => route.fulfill({ contentType: 'video/mp4', body: 'not a video' }))
      await page.goto('/gallery')
      await expect.poll(() => isPlaying(page)).toBe(true)
      expect(await getCurrentSrc(page)).toContain(cms.url)
    })

    test('logs once that no file plays, keeps the poster and shows no Play button', async ({ page }) => {
      await page.route('**/*.mp4', (route) => route.fulfill({ status: 404 }))
      const errors: string[] = []
      page.on('console', (message) => /hero video|Autoplay/.test(message.text()) && errors.push(message.text()))
      await page.goto('/gallery')
      await expect.poll(() => errors).toEqual([expect.stringMatching(/^The hero video does not play/)])
      await expectPoster(page)
      await expect(getPauseButton(page)).toBeHidden()
      await expect(getPlayButton(page)).toBeHidden()
      await page.waitForLoadState('networkidle')
      expect(errors).toHaveLength(1)
    })
  })
})

test('the title stays in a viewport that is lower than the hero', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  for (const path of SITE_PATHS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  }
})
