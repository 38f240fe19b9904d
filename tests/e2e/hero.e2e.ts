import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

const VIDEO_PAGES = ['/services', '/gallery', '/contact']
const HERO_PAGES = ['/', ...VIDEO_PAGES]

const isPlaying = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0)
const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
const pause = (page: Page) => page.getByRole('button', { name: 'Pause video' })
const play = (page: Page) => page.getByRole('button', { name: 'Play video' })
/** The picture that stands in: the video lies over it and is transparent. */
const expectPoster = async (page: Page) => {
  await expect(page.locator('video')).toHaveCSS('opacity', '0')
  const poster = page.getByRole('main').getByRole('img').first()
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
const filmsAskedBy = (page: Page) => {
  const films: string[] = []
  page.on('request', (request) => request.url().includes('.mp4') && films.push(request.url()))
  return films
}
/** As when another tab comes to the front: headless browsers show every tab. */
const setTabHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

for (const path of VIDEO_PAGES) {
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

test('requirements §2, §9: Home’s hero fills the screen down to 768 px, and 60vh of it at 767', async ({ page }) => {
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

for (const path of HERO_PAGES) {
  test(`requirements §2, §4: the video of ${path} plays muted, looping and inline, fetched after the page is usable`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect.poll(() => isPlaying(page)).toBe(true)
    const video = page.locator('video')
    await expect(video).toHaveAttribute('playsinline')
    expect(await video.evaluate((film: HTMLVideoElement) => [film.muted, film.loop])).toEqual([true, true])
    const askedAfterLoad = () =>
      page.evaluate(() => {
        const film = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.mp4'))
        const [load] = performance.getEntriesByType('navigation').map((entry) => entry.toJSON().loadEventEnd)
        return film && film.startTime > load // the browser lists it when the whole file has come
      })
    await expect.poll(askedAfterLoad).toBe(true)
  })

  test(`requirements §4: the overlay of ${path} is off the screen, and slides in after 500 ms over 0.3 s`, async ({
    page,
  }) => {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    const timing = await heading.evaluate((element) => {
      const entrance = document
        .getAnimations()
        .find(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(element))
      entrance?.pause()
      if (entrance) entrance.currentTime = 499
      return entrance?.effect?.getTiming()
    })
    expect(timing).toMatchObject({ delay: 500, duration: 300 })
    await expect(heading).not.toBeInViewport()
    await heading.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    await expect(heading).toBeInViewport({ ratio: 1 })
  })
}

test('requirements §4: the prerendered video is muted, and says what a browser without videos shows', async ({
  request,
}) => {
  for (const path of HERO_PAGES) {
    const html = await (await request.get(path)).text()
    expect(html).toMatch(/<video [^>]*muted=""[^>]*>Your browser does not support the video tag\.<\/video>/)
  }
})

test('the video stops off screen and goes on when it is back', async ({ page }) => {
  await page.goto('/services')
  await expect.poll(() => isPlaying(page)).toBe(true)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => isPaused(page)).toBe(false)
})

test('the video stops while the tab is in the background', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => isPlaying(page)).toBe(true)
  await setTabHidden(page, true)
  await expect.poll(() => isPaused(page)).toBe(true)
  await setTabHidden(page, false)
  await expect.poll(() => isPaused(page)).toBe(false)
})

test('what a visitor paused stays paused on that page', async ({ page }) => {
  await page.goto('/gallery')
  await expect.poll(() => isPlaying(page)).toBe(true)
  await pause(page).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => scrollTo(0, 0))
  await expect(play(page)).toBeInViewport()
  await setTabHidden(page, true)
  await setTabHidden(page, false)
  await expect(play(page)).toBeVisible()
  expect(await isPaused(page)).toBe(true)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const path of HERO_PAGES) {
    test(`the poster of ${path} stands in for the video, which plays when somebody asks for it`, async ({ page }) => {
      const films = filmsAskedBy(page)
      await page.goto(path)
      await expect(play(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectPoster(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      expect(films).toEqual([])
      await play(page).click()
      await expect.poll(() => isPlaying(page)).toBe(true)
      await expect(pause(page)).toBeVisible()
    })
  }
})

test('the poster stands in for the video where a visitor saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const films = filmsAskedBy(page)
  for (const path of HERO_PAGES) {
    await page.goto(path)
    await expect(play(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectPoster(page)
  }
  expect(films).toEqual([])
})

test('requirements §8: where autoplay is refused, a console warning says so; the poster stays, and a button plays', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    let isRefused = true
    HTMLMediaElement.prototype.play = function () {
      if (!isRefused) return play.call(this)
      isRefused = false
      return Promise.reject(new DOMException('The user has not interacted with the page', 'NotAllowedError'))
    }
  })
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.goto('/services')
  expect((await warning).text()).toMatch(/^Autoplay failed/)
  await expectPoster(page)
  await play(page).click()
  await expect.poll(() => isPlaying(page)).toBe(true)
})

test.describe('a broken video', () => {
  test.use({ expectedProblems: /hero video does not play|\.mp4|Failed to load resource/ })

  for (const [how, answer] of [
    ['gone', { status: 404 }],
    ['no video', { contentType: 'video/mp4', body: 'not a video' }],
  ] as const) {
    test(`requirements §8: a video that is ${how} is logged; the poster stays, and nothing offers to play it`, async ({
      page,
    }) => {
      await page.route('**/*.mp4', (route) => route.fulfill(answer))
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      await page.goto('/services')
      await expect.poll(() => said.some((text) => text.startsWith('The hero video does not play'))).toBe(true)
      await expectPoster(page)
      await expect(pause(page)).toBeHidden()
      await expect(play(page)).toBeHidden()
      expect(said.filter((text) => text.includes('Autoplay failed'))).toEqual([])
    })
  }
})

test('the words of a hero stay on a screen lower than it', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  for (const path of [...HERO_PAGES, '/mainlinepipeline']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  }
})
