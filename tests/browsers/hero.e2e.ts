import { videoPages } from '#tests/setup/e2e/site-pages.ts'
import { canPlayVideo, expect, test } from './fixtures.ts'
import type { TestPage } from './page.ts'

const isPlaying = (visitor: TestPage) =>
  visitor.evaluate(() => {
    const video = document.querySelector('video')
    return video !== null && !video.paused && video.currentTime > 0
  })

/** The image is below the video, which is transparent until it plays. */
async function expectPoster(visitor: TestPage): Promise<void> {
  const poster = () =>
    visitor.evaluate(() => {
      const video = document.querySelector('video')
      const image = document.querySelector('main img')
      return {
        opacity: video && getComputedStyle(video).opacity,
        isLoaded: image instanceof HTMLImageElement && image.naturalWidth > 0,
      }
    })
  await expect.poll(poster).toEqual({ opacity: '0', isLoaded: true })
}

for (const { path } of videoPages)
  test(`the hero of ${path} plays its video; without the codec it keeps the poster and offers no control`, async ({
    visitor,
  }) => {
    await visitor.goto(path)
    await visitor.hydrated()
    if (await canPlayVideo(visitor)) {
      await expect.poll(() => isPlaying(visitor)).toBe(true)
      await visitor.getByRole('button', 'Pause video').click()
      await expect.poll(() => isPlaying(visitor)).toBe(false)
      return
    }
    const hasNoSource = () => {
      const video = document.querySelector('video')
      return video !== null && video.networkState === video.NETWORK_NO_SOURCE
    }
    await expect.poll(() => visitor.evaluate(hasNoSource)).toBe(true)
    await expect.poll(visitor.getByRole('button', 'Pause video').readState).toBeNull()
    await expect.poll(visitor.getByRole('button', 'Play video').readState).toBeNull()
    await expectPoster(visitor)
  })

test.describe('with reduced motion', () => {
  test.use({ prefersReducedMotion: true })

  test.beforeEach(async ({ session }) => {
    test.skip(!session.canReduceMotion, 'the driver of this browser cannot set prefers-reduced-motion')
  })

  for (const { path } of videoPages)
    test(`the hero of ${path} keeps its poster, requests no video and offers to play it`, async ({ visitor }) => {
      await visitor.goto(path)
      await visitor.hydrated()
      await expect.poll(visitor.getByRole('button', 'Play video').readState).not.toBeNull()
      await expectPoster(visitor)
      await expect.poll(visitor.getByRole('heading').readState).toMatchObject({ isInViewport: true })
      const videos = () =>
        performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.mp4')).length
      expect(await visitor.evaluate(videos)).toBe(0)
    })

  // The text of a service panel waits for the mouse only on wider screens.
  test.describe('at 900 px', () => {
    test.use({ viewportSize: { width: 900, height: 800 } })

    test('nothing moves and no text is hidden while a visitor reads', async ({ visitor }) => {
      for (const path of ['/services', '/mainlinepipeline']) {
        await visitor.goto(path)
        await visitor.hydrated()
        expect(await visitor.evaluate(readToEnd)).toEqual({ moving: [], hidden: [] })
      }
    })
  })

  test('menu and film dialog appear at once', async ({ visitor }) => {
    await visitor.goto('/')
    await visitor.hydrated()
    await visitor.getByRole('button', 'Watch Now').click()
    await expect.poll(visitor.getByRole('dialog').readState).not.toBeNull()
    expect(await visitor.evaluate(findMovingElements)).toEqual([])
    await visitor.press('Escape')
    await expect.poll(visitor.getByRole('dialog').readState).toBeNull()
  })
})

/** Scrolls to the end as a reader does. The animations and transitions of more than 10 ms on the way, and the text that stays hidden. */
async function readToEnd(): Promise<{ moving: string[]; hidden: (string | null)[] }> {
  const moving: string[] = []
  const record = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    for (const { effect } of target.getAnimations()) {
      const duration = Number(effect?.getComputedTiming().duration)
      if (duration > 10) moving.push(`${target.outerHTML.slice(0, 80)}: ${duration} ms`)
    }
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

const findMovingElements = () =>
  document
    .getAnimations()
    .map(({ effect }) => Number(effect?.getComputedTiming().duration))
    .filter((duration) => duration > 10)
