import type { Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getThumbnail, PHOTO_COUNT } from '#tests/setup/e2e/gallery-dialog.ts'
import { navigationNames, type SitePage, sitePages } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.use(REDUCED_MOTION)
test.beforeEach(({ context }) => mockOtherHosts(context))

const HEADER_CONTROLS = [getLabel('skipToContent'), getSeedText('siteSettings', 'companyName'), ...navigationNames]
const FOOTER_CONTROLS = [getSeedText('siteSettings', 'companyName'), ...navigationNames]

/** More than any page has. Reaching it means that the focus is trapped. */
const MAX_STOPS = 150

/** The photos of the gallery between these two are not visited: they are like the others. */
const SKIPPED_PHOTOS = { after: 3, before: PHOTO_COUNT - 2 }
const SKIPPED_COUNT = SKIPPED_PHOTOS.before - SKIPPED_PHOTOS.after - 1

test('§2.5 §2.7 §2.43 on every page Tab reaches the skip link, the navigation bar, every control and the footer, then leaves the page', async ({
  page,
  ready,
}) => {
  test.slow()
  for (const sitePage of sitePages) await test.step(sitePage.path, () => expectTabOrder(page, sitePage, ready))
})

/** Opens a page. Asserts that Tab reaches every control, with a visible outline, and that the skip link skips the bar. */
async function expectTabOrder(page: Page, { path, frame }: SitePage, ready: () => Promise<void>): Promise<void> {
  await page.goto(path)
  await ready()
  const hasVideo = frame !== 'still'
  if (hasVideo) await expect(page.getByRole('button', { name: getLabel('playVideo') })).toBeVisible() // comes after hydration
  const skipLink = page.getByRole('link', { name: getLabel('skipToContent') })
  await expect(skipLink).not.toBeInViewport()
  const socialCount = await page.getByRole('contentinfo').locator('[target="_blank"]').count()
  const socialControls = Array.from({ length: socialCount }, () => expect.stringContaining(getLabel('newTab')))
  const footerControls = [...FOOTER_CONTROLS, ...socialControls]
  const controlCount = (await countControls(page)) - (path === '/gallery' ? SKIPPED_COUNT : 0)
  const stops = await recordTabStops(page)
  expect(stops.length).toBeLessThan(MAX_STOPS)
  const names = stops.map(({ name }) => name)
  expect(names.slice(0, HEADER_CONTROLS.length)).toEqual(HEADER_CONTROLS)
  expect(names.slice(-footerControls.length)).toEqual(footerControls)
  expect(names.length - HEADER_CONTROLS.length - footerControls.length, names.join(', ')).toBe(controlCount)
  if (hasVideo) expect(names.slice(HEADER_CONTROLS.length, HEADER_CONTROLS.length + 2)).toContain(getLabel('playVideo'))
  expect(
    stops.filter(({ hasOutline }) => !hasOutline).map(({ name }) => name),
    'no visible focus outline',
  ).toEqual([])

  await skipLink.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main, footer') !== null)).toBe(true)
}

/**
 * Returns the number of controls in the main element that Tab should reach. Photos far from the viewport may have no layout
 * (content-visibility) and not count as visible.
 */
const countControls = (page: Page) =>
  page
    .getByRole('main')
    .locator('a[href], button, input, textarea, select, [tabindex="0"]')
    .and(page.locator(':not([tabindex="-1"], :disabled)'))
    .filter({ visible: true })
    .or(page.locator('[aria-labelledby="photographs"] li a'))
    .count()

interface TabStop {
  readonly name: string
  /** Whether the element or one of its ancestors shows a focus outline. */
  readonly hasOutline: boolean
  /** Whether the element is in the viewport and not covered. */
  readonly isVisible: boolean
  /** The number of the photo in the gallery. */
  readonly photo: number | undefined
}

/** Presses Tab until the focus leaves the page or comes to the skip link again. */
async function recordTabStops(page: Page): Promise<readonly TabStop[]> {
  const stops: TabStop[] = []
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press('Tab')
    // An element that is still being animated may cover it.
    const isCovered = async () => (await readTabStop(page))?.isVisible === false
    await expect
      .poll(isCovered, `tab stop ${stops.length + 1}, after ${stops.at(-1)?.name}, is covered or outside the viewport`)
      .toBe(false)
    const stop = await readTabStop(page)
    if (!stop || (stops.length > 0 && stop.name === stops[0]?.name)) break
    stops.push(stop)
    if (stop.photo === SKIPPED_PHOTOS.after) await getThumbnail(page, SKIPPED_PHOTOS.before - 1).focus()
  }
  return stops
}

/** Returns the focused element, or `undefined` when the focus has left the page. */
const readTabStop = (page: Page): Promise<TabStop | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return undefined
    // Finishes transitions that start on focus.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    const hasVisibleOutline = (element: Element) =>
      [undefined, '::before', '::after'].some((pseudo) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
    let element: Element | null = focused
    while (element && !hasVisibleOutline(element)) element = element.parentElement
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const topmost = document.elementFromPoint(x, y)
    const item = focused.closest('[aria-labelledby="photographs"] li')
    const label = focused.matches('input, textarea') && document.querySelector(`label[for="${focused.id}"]`)
    const imageText = focused.querySelector('img')?.alt
    return {
      name: (label || focused).textContent?.replaceAll('\u00a0', ' ').trim() || imageText || focused.ariaLabel || '',
      hasOutline: element !== null,
      isVisible: focused.contains(topmost),
      photo: item?.parentElement ? [...item.parentElement.children].indexOf(item) + 1 : undefined,
    }
  })
