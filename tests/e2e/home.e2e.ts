import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/fixtures.ts'

const FILM = 'https://player.vimeo.com/video/313814309'

test.beforeEach(async ({ page }) => {
  await page.route(`${FILM}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }))
})

test('spec §2: Watch Now opens the film; nothing of it is there before', async ({ page, ready }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/')
  await ready()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /film|vimeo|lightbox|map|captcha/i.test(url))).toEqual([])
  await page.getByRole('button', { name: 'Watch Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const frame = dialog.locator('iframe')
  await expect(frame).toHaveAttribute('src', new RegExp(`^${FILM}\\?.*dnt=1`))
  const box = await frame.boundingBox()
  expect(box?.width).toBe(940)
})

for (const [how, close] of [
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a click on the backdrop', (page) => page.mouse.click(20, 400)],
  ['the close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
] satisfies [string, (page: Page) => Promise<void>][]) {
  test(`spec §2: ${how} closes the film, and the focus comes back`, async ({ page, ready }) => {
    await page.goto('/')
    await ready()
    const button = page.getByRole('button', { name: 'Watch Now' })
    await button.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('iframe')).toBeVisible()
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await close(page)
    await expect(dialog).toBeHidden()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(button).toBeFocused()
  })
}

test('Watch Now pressed before the script has come waits visibly, then opens the film', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((later) => setTimeout(later, 1_000))
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Watch Now' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
})

test('spec §2, §9: the hero fills the first screen; 60 % of it on narrow screens', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const hero = page.locator('[data-frame=screen]')
  await expect.poll(async () => (await hero.boundingBox())?.height).toBe(900 - 76)
  await page.setViewportSize({ width: 767, height: 900 })
  await expect.poll(async () => (await hero.boundingBox())?.height).toBe(540)
})

test('spec §4: the overlay slides in 500 ms after load, over 0.3 s', async ({ page }) => {
  await page.goto('/')
  const timing = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const animation = document
      .getAnimations()
      .find(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(heading))
    return animation?.effect?.getTiming()
  })
  expect(timing).toMatchObject({ delay: 500, duration: 300 })
})

test('the video plays muted and loops; it can be paused', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0))
    .toBe(true)
  expect(await video.evaluate((element: HTMLVideoElement) => [element.muted, element.loop])).toEqual([true, true])
  await page.getByRole('button', { name: 'Pause video' }).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await page.getByRole('button', { name: 'Play video' }).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the poster stands in for the video', async ({ page, ready }) => {
    const films: string[] = []
    page.on('request', (request) => request.url().includes('.mp4') && films.push(request.url()))
    await page.goto('/')
    await ready()
    await page.waitForLoadState('networkidle')
    expect(films).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })
})

test('the four facts', async ({ page }) => {
  await page.goto('/')
  for (const fact of ['250+ miles', '4–42 in.', '200+ years', '6 states'])
    await expect(page.getByText(fact, { exact: true })).toBeVisible()
})
