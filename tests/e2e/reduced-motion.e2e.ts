import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.beforeEach(({ context }) => mockOtherHosts(context))

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 900, height: 800 } })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu(page).getByRole('link', { name }).click()
  await expect(menu(page).getByRole('link', { name })).toBeHidden()
}

/** Down to the end, as with the wheel, so that whatever waits to be seen has been. */
async function readToTheEnd(page: Page): Promise<void> {
  const end = await page.evaluate(() => document.body.scrollHeight)
  for (let y = 0; y <= end; y += 400) {
    await page.mouse.wheel(0, 400)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await expect(page.getByRole('contentinfo')).toBeInViewport()
}

/** Words of the page that are there and cannot be seen. */
const hiddenWords = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('h1, h2, h3, p, li, label')]
      .filter((part) => part.textContent?.trim() && part.getClientRects().length > 0)
      .filter((part) => {
        let opacity = 1
        for (let around: Element | null = part; around; around = around.parentElement)
          opacity *= Number(getComputedStyle(around).opacity)
        return opacity < 1 || getComputedStyle(part).visibility !== 'visible'
      })
      .map((part) => part.textContent),
  )

test('a journey under reduced motion: nothing moves, nothing is hidden, no film is fetched', async ({
  page,
  ready,
}) => {
  test.slow()
  const films: string[] = []
  page.on('request', (request) => request.url().includes('.mp4') && films.push(request.url()))
  const moved: string[] = []
  page.on('console', (message) => message.type() === 'debug' && moved.push(message.text()))
  await page.addInitScript(() => {
    const tell = (what: Animation) => {
      const { duration, iterations } = what.effect?.getComputedTiming() ?? {}
      if (Number(duration) * Number(iterations) > 10) console.debug(what.constructor.name, duration, iterations)
    }
    for (const start of ['animationstart', 'transitionrun'])
      document.addEventListener(start, () => document.getAnimations().forEach(tell), true)
    const { animate } = Element.prototype
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how)
      tell(animation)
      return animation
    }
  })

  await page.goto('/')
  await ready()
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await readToTheEnd(page)
  expect(await hiddenWords(page)).toEqual([])

  for (const [name, heading] of [
    ['Gallery', 'Past Work and Projects'],
    ['Services', 'What We Do'],
    ['Contact', 'Drop Us A Line'],
  ] as const) {
    await goTo(page, name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
    await readToTheEnd(page)
    expect(await hiddenWords(page)).toEqual([])
  }

  await page.goto('/mainlinepipeline')
  await ready()
  await readToTheEnd(page)
  expect(await hiddenWords(page)).toEqual([])

  expect(films).toEqual([])
  expect(moved).toEqual([])
})
