import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.beforeEach(({ context }) => mockOtherHosts(context))

const BAR = ['Skip to content', 'Blackland Energy Services', 'Home', 'Gallery', 'Services', 'Contact']
const FOOTER = ['Blackland Energy Services', 'Home', 'Gallery', 'Services', 'Contact', /^Facebook/, /^LinkedIn/]
const HERO_PAGES = ['/', '/services', '/gallery', '/contact']

/** More than any page has to reach: who gets there is trapped. */
const LIMIT = 250

for (const path of [...HERO_PAGES, '/mainlinepipeline']) {
  test(`by keyboard through ${path}: the bar, every control of the page, the footer, and out again`, async ({
    page,
    ready,
  }) => {
    test.slow()
    await page.goto(path)
    await ready()
    if (HERO_PAGES.includes(path)) await expect(page.getByRole('button', { name: 'Pause video' })).toBeVisible()
    const expected = await controlsOf(page)
    const stops = await tabThrough(page)
    expect(stops.length).toBeLessThan(LIMIT)
    const names = stops.map(({ name }) => name)
    expect(names.slice(0, BAR.length)).toEqual(BAR)
    expect(names.slice(-FOOTER.length)).toEqual(
      FOOTER.map((name) => (typeof name === 'string' ? name : expect.stringMatching(name))),
    )
    expect(names.length - BAR.length - FOOTER.length, names.join(', ')).toBe(expected)
    if (HERO_PAGES.includes(path)) expect(names.slice(BAR.length, BAR.length + 2)).toContain('Pause video')
    expect(
      stops.filter(({ outline }) => !outline).map(({ name }) => name),
      'no visible focus',
    ).toEqual([])
    expect(
      stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name),
      'covered, or off the screen',
    ).toEqual([])
  })

  test(`the skip link of ${path} leads past the bar`, async ({ page, ready }) => {
    await page.goto(path)
    await ready()
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main, footer') !== null)).toBe(true)
  })
}

test('by keyboard from page to page', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  for (const [presses, heading] of [
    [4, 'Past Work and Projects'],
    [5, 'What We Do'],
    [6, 'Drop Us A Line'],
    [3, 'Pipelines built to outlast us'],
  ] as const) {
    await page.evaluate(() => document.body.focus())
    await startOver(page)
    for (let press = 0; press < presses; press++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main')).toBeFocused()
  }
})

/** Back to where Tab comes to the skip link next. */
const startOver = (page: Page) =>
  page.evaluate(() => {
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus({ preventScroll: true })
    start.remove()
  })

/** How many controls of the page itself a keyboard should reach. */
const controlsOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('a[href], button, input, textarea, select, [tabindex="0"]')
    .and(page.locator(':not([tabindex="-1"], :disabled)'))
    .filter({ visible: true })
    .count()

interface Stop {
  readonly name: string
  /** A ring is drawn around it, or around the part of the page that it stands for. */
  readonly outline: boolean
  /** It can be seen, and nothing lies over it. */
  readonly isSeen: boolean
}

/** Presses Tab until the focus leaves the page or comes to the skip link again. */
async function tabThrough(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  while (stops.length < LIMIT) {
    await page.keyboard.press('Tab')
    let stop = await focusedNow(page)
    // What covers it may be leaving still, on a machine that has much to do.
    for (let looks = 0; stop && !stop.isSeen && looks < MOST_LOOKS; looks += 1) {
      await page.waitForTimeout(100)
      stop = await focusedNow(page)
    }
    if (!stop || (stops.length > 0 && stop.name === stops[0]?.name)) break
    stops.push(stop)
  }
  return stops
}

const MOST_LOOKS = 10

/** Where the focus is; `undefined` where it has left the page. */
const focusedNow = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return undefined
    // What rises on focus, and takes a moment.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    const hasRing = (element: Element) =>
      [undefined, '::before', '::after'].some((pseudo) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
    let ring: Element | null = focused
    while (ring && !hasRing(ring)) ring = ring.parentElement
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const hit = document.elementFromPoint(x, y)
    const label = focused.matches('input, textarea') && document.querySelector(`label[for="${focused.id}"]`)
    const picture = focused.querySelector('img')?.alt
    return {
      name: (label || focused).textContent?.replaceAll('\u00a0', ' ').trim() || picture || focused.ariaLabel || '',
      outline: ring !== null,
      isSeen: focused.contains(hit),
    }
  })
