import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockVimeoPlayer } from '#tests/setup/e2e/mock-vimeo-player.ts'

const VIDEO_URL = 'https://player.vimeo.com/video/313814309'

test.beforeEach(({ page }) => mockVimeoPlayer(page))

test('requirements §2: Watch Now opens the video, which is not loaded before', async ({ page, ready }) => {
  const requestUrls: string[] = []
  page.on('request', (request) => requestUrls.push(request.url()))
  await page.goto('/')
  await ready()
  await page.waitForLoadState('networkidle')
  expect(requestUrls.filter((url) => /film|vimeo|lightbox|map|captcha/i.test(url))).toEqual([])
  await page.getByRole('button', { name: 'Watch Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const frame = dialog.locator('iframe')
  await expect(frame).toHaveAttribute('src', new RegExp(`^${VIDEO_URL}\\?.*dnt=1`))
  const box = await frame.boundingBox()
  expect(box?.width).toBe(940)
})

for (const [how, close] of [
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a click on the backdrop', (page) => page.mouse.click(20, 400)],
  ['the close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
] satisfies [string, (page: Page) => Promise<void>][]) {
  test(`requirements §2: ${how} closes the video and restores the focus`, async ({ page, ready }) => {
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

test('a click on Watch Now before hydration shows a busy button, then opens the video', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Watch Now' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
})

test('requirements §9: the video is at most 940 px wide and fully visible, on screens of all sizes', async ({
  page,
  ready,
}) => {
  await page.goto('/')
  await ready()
  await page.getByRole('button', { name: 'Watch Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Company film' })
  for (const [width, height, size] of [
    [1440, 900, { width: 940, height: 528.75 }],
    [390, 844, { width: 358, height: 201.375 }],
    [844, 390, { height: 270, width: 480 }],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => dialog.locator('iframe').boundingBox()).toMatchObject(size)
    for (const part of [dialog.locator('iframe'), dialog.getByRole('button', { name: 'Close' })])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('requirements §4, §9: the video dialog opens in 150 ms and closes in 75 ms, with the states open and closing', async ({
  page,
}) => {
  const states: string[] = []
  page.on('console', (message) => message.type() === 'debug' && states.push(message.text()))
  // Not animation events: they need a frame, and a slow machine may render none within 75 ms.
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLDialogElement && target.open)
          console.debug(target.dataset.state, getComputedStyle(target).animationDuration)
    }).observe(document, { subtree: true, attributeFilter: ['open', 'data-state'] })
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect.poll(() => [...new Set(states)]).toEqual(['open 0.15s'])
  await page.keyboard.press('Escape')
  await expect.poll(() => [...new Set(states)]).toEqual(['open 0.15s', 'closing 0.075s'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('while the video is open, the page behind it neither scrolls nor gets the focus', async ({ page, ready }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/')
  await ready()
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  const before = await page.evaluate(() => scrollY)
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(() => document.activeElement?.matches('body, dialog *') === false)
    expect(isOutside).toBe(false)
  }
  await page.mouse.move(195, 560)
  await page.mouse.wheel(0, 400)
  await page.keyboard.press(before > 0 ? 'Home' : 'End')
  const after = await page.evaluate(async () => {
    for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame) // scrolling takes several frames
    return scrollY
  })
  expect(after).toBe(before)
})

for (const how of ['hover', 'focus'] as const) {
  test(`requirements §2: Watch Now expands on ${how}`, async ({ page }) => {
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Watch Now' })
    const readClipPath = () => button.evaluate((element) => getComputedStyle(element, '::before').clipPath)
    expect(await readClipPath()).toMatch(/64px/)
    if (how === 'hover') await button.hover()
    else await button.focus()
    await expect.poll(readClipPath).toBe('inset(0px)')
  })
}

test('requirements §2: shows the header line, the two-line title and Watch Now', async ({ page }) => {
  await page.goto('/')
  const hero = page.locator('[data-frame=screen]')
  await expect(hero.getByText('Energy services and pipeline construction')).toBeVisible()
  const [first, second] = ['Pipelines built', 'to outlast us'].map((line) => hero.getByText(line, { exact: true }))
  for (const width of [1440, 767, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const [above, below] = [await first?.boundingBox(), await second?.boundingBox()]
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.NaN)
    expect(below?.height).toBe(above?.height)
  }
  await expect(hero.getByRole('button', { name: 'Watch Now' })).toBeVisible()
})

test('the hero video can be paused and played', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  const video = page.locator('video')
  await page.getByRole('button', { name: 'Pause video' }).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await page.getByRole('button', { name: 'Play video' }).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
})

test('shows the four facts', async ({ page }) => {
  await page.goto('/')
  for (const fact of ['250+ miles', '4–42 in.', '200+ years', '6 states'])
    await expect(page.getByText(fact, { exact: true })).toBeVisible()
})

test('shows four facts per row, and two at 991 px and below', async ({ page }) => {
  await page.goto('/')
  const facts = page.getByRole('main').getByRole('listitem')
  for (const [width, columns] of [
    [992, 4],
    [991, 2],
    [320, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const rows = await facts.evaluateAll(
      (elements) => new Set(elements.map((fact) => fact.getBoundingClientRect().top)).size,
    )
    expect(4 / rows, `at ${width} px`).toBe(columns)
  }
})
