import type { Page } from '@playwright/test'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { addGalleryPhotos, removeGalleryPhotos } from '#tests/setup/contentful/add-gallery-photos.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  getCurrentThumbnail,
  getGalleryDialog,
  getLiveRegion,
  getThumbnail,
  getThumbnailStrip,
  measureDistanceFromCenter,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)

/** The maximum of a list in Contentful. */
const COUNT = 1_000

/** ms, to add 880 photos one by one and to remove them. */
const SETUP_TIMEOUT = 180_000

const getGrid = (page: Page) => page.getByRole('region', { name: 'On the right-of-way' }).getByRole('list').first()
const getItems = (page: Page) => getGrid(page).getByRole('listitem')
const getFooterLink = (page: Page) => page.getByRole('contentinfo').getByRole('link').first()

/** Elements of the page with 120 photos, when it is loaded. */
let smallNodeCount = 0
let addedPhotos: readonly string[] = []

test.beforeAll(async ({ browser, site, cms }) => {
  test.setTimeout(SETUP_TIMEOUT)
  const page = await browser.newPage()
  smallNodeCount = await countNodesAtLoad(page, `${site.url}/gallery`)
  await page.close()
  const { client } = createSpaceClient(getLocalConnection(cms.url, 'management'))
  addedPhotos = await addGalleryPhotos(client, COUNT)
  await waitForRebuild(site.url)
})

test.afterAll(async ({ site, cms }) => {
  test.setTimeout(SETUP_TIMEOUT)
  await removeGalleryPhotos(createSpaceClient(getLocalConnection(cms.url, 'management')).client, addedPhotos)
  await waitForRebuild(site.url)
})

async function countNodesAtLoad(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    addEventListener('load', () => {
      Reflect.set(window, 'nodesAtLoad', document.querySelectorAll('*').length)
    })
  })
  await page.goto(url)
  return page.evaluate(() => Number(Reflect.get(window, 'nodesAtLoad')))
}

async function expectShownPhoto(page: Page, number: number) {
  await expect(getLiveRegion(page)).toContainText(`${number} of ${COUNT}`)
  await expect(getGalleryDialog(page).getByRole('group', { name: `${number} of ${COUNT}` })).toBeInViewport()
}

/** Waits until React has hydrated the list of photos, which comes after the rest of the page. */
const waitForList = (page: Page) =>
  page.waitForFunction(() => {
    const list = document.querySelector('main ul')
    return list && Object.keys(list).some((key) => key.startsWith('__reactProps$'))
  })

const readScrollHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('the page has at most 1.3 times the elements of a page with 120 photos', async ({ page, ready }) => {
  const nodeCount = await countNodesAtLoad(page, '/gallery')
  expect(nodeCount).toBeLessThanOrEqual(1.3 * smallNodeCount)
  await ready()
  await page.waitForLoadState('networkidle')
  await expect(getItems(page)).toHaveCount(120)
  await expect(page.getByText(`${COUNT} photographs`)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page contains all photos, each with a link and a text alternative', async ({ page }) => {
    await page.goto('/gallery')
    await expectAllPhotosWithoutScripts(page)
  })
})

test.describe('when the scripts cannot be loaded', () => {
  test.use({ expectedProblems: /ERR_FAILED/ })

  test('the page shows all photos, each with a link and a text alternative', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/gallery')
    await expectAllPhotosWithoutScripts(page)
  })
})

/** Expects all photos in two lists that look like one, directly followed by the footer. */
async function expectAllPhotosWithoutScripts(page: Page) {
  const links = page.getByRole('main').locator('li a[href*="photo="]')
  await expect(links).toHaveCount(COUNT)
  await expect(page.getByRole('main').locator('li img[alt]:not([alt=""])')).toHaveCount(COUNT)
  await links.last().scrollIntoViewIfNeeded()
  await expect(links.last()).toBeInViewport()
  const [first, next] = [await links.nth(119).boundingBox(), await links.nth(123).boundingBox()]
  expect((next?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeCloseTo(8, 0)
  expect(next?.x).toBe(first?.x)
  const footer = await page.getByRole('contentinfo').boundingBox()
  const last = await links.last().boundingBox()
  expect((footer?.y ?? 0) - (last?.y ?? 0) - (last?.height ?? 0)).toBeLessThan(200)
}

for (const width of [1440, 991, 767, 390]) {
  test(`scrolling to the end mounts all photos and keeps the height of the page at ${width} px`, async ({
    page,
    ready,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/gallery')
    const height = await readScrollHeight(page)
    await ready()
    expect(await readScrollHeight(page)).toBe(height)
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect(getItems(page)).toHaveCount(COUNT)
    expect(Math.abs((await readScrollHeight(page)) - height)).toBeLessThan(250) // a row
    await expect(getFooterLink(page)).toBeInViewport()
    await expect(getItems(page).last()).not.toHaveAttribute('aria-setsize')
  })
}

test('a reload restores the scroll position among photos that the page does not contain', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  const readTop = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollTo({ top: 20_000, behavior: 'instant' }))
  await expect.poll(() => getItems(page).count()).toBeGreaterThan(300)
  await page.reload()
  await ready()
  expect(await readTop()).toBe(20_000)
  await expect
    .poll(() =>
      page.evaluate(() => document.elementFromPoint(innerWidth / 2 - 100, innerHeight / 2)?.closest('li') !== null),
    )
    .toBe(true)
  expect(await readTop()).toBe(20_000)
})

test('Tab reaches every photo in order, then the footer; Shift + Tab returns to the last photo', async ({
  page,
  ready,
}) => {
  test.setTimeout(180_000)
  await page.goto('/gallery')
  await ready()
  await expect(getItems(page).first()).toHaveAttribute('aria-setsize', String(COUNT))
  await page.evaluate(() => {
    const stops: number[] = []
    Reflect.set(window, 'stops', stops)
    document.addEventListener('focusin', ({ target }) => {
      const item = target instanceof Element ? target.closest('main li') : null
      stops.push(item?.parentElement ? [...item.parentElement.children].indexOf(item) : -1)
    })
  })
  await getThumbnail(page, 1).focus()
  for (let press = 1; press < COUNT; press++) await page.keyboard.press('Tab')
  await expect(getThumbnail(page, COUNT)).toBeFocused()
  const stops: unknown = await page.evaluate(() => Reflect.get(window, 'stops'))
  expect(stops).toEqual([...Array(COUNT).keys()])
  await page.keyboard.press('Tab')
  await expect(getFooterLink(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(getThumbnail(page, COUNT)).toBeFocused()
})

test('Shift + Tab from the footer reaches the last photo, also when it was not mounted', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  await waitForList(page)
  await getFooterLink(page).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(getThumbnail(page, COUNT)).toBeFocused()
  await expect(getThumbnail(page, COUNT)).toHaveAttribute('href', `/gallery?photo=extra-photo-${COUNT}`)
})

test('the printed page contains all photos', async ({ page, ready }) => {
  await page.setViewportSize({ width: 688, height: 971 })
  await page.goto('/gallery')
  await ready()
  await waitForList(page)
  await page.emulateMedia({ media: 'print' })
  const layout = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'))
    const boxes = [...document.querySelectorAll('main li')].map((item) => item.getBoundingClientRect())
    const footer = document.querySelector('footer')?.getBoundingClientRect()
    return {
      photos: boxes.filter(({ width, height }) => width > 50 && height > 30).length,
      columns: new Set(boxes.map(({ x }) => Math.round(x))).size,
      distance: (footer?.top ?? 0) - (boxes.at(-1)?.bottom ?? 0),
    }
  })
  expect(layout).toMatchObject({ photos: COUNT, columns: 6 })
  expect(layout.distance).toBeLessThan(100)
})

test('find-in-page finds the text after the gallery', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  const isFound = await page.evaluate(() => {
    const find: unknown = Reflect.get(window, 'find')
    return typeof find === 'function' && find.call(window, 'All rights reserved')
  })
  expect(isFound).toBe(true)
  await expect(page.getByText('All rights reserved')).toBeInViewport()
})

test('axe finds no violations while a part of the list is mounted', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  await expectNoAxeViolations(page)
})

test('closing the dialog focuses the thumbnail of a photo that was not mounted', async ({ page }) => {
  await page.goto('/gallery?photo=extra-photo-900')
  await expectShownPhoto(page, 900)
  await page.keyboard.press('Escape')
  await expect(getGalleryDialog(page)).toBeHidden()
  await expect(getThumbnail(page, 900)).toBeFocused()
  await expect(getThumbnail(page, 900)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Tab')
  await expect(getThumbnail(page, 901)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectShownPhoto(page, 901)
  await page.keyboard.press('End')
  await expectShownPhoto(page, COUNT)
  await page.keyboard.press('ArrowLeft')
  await expectShownPhoto(page, COUNT - 1)
  await page.keyboard.press('Home')
  await expectShownPhoto(page, 1)
})

test('the strip mounts few thumbnails, has the scroll width of all, and shows the last after scrolling', async ({
  page,
  ready,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/gallery')
  await ready()
  await getThumbnail(page, 8).click()
  await expectShownPhoto(page, 8)
  const strip = getThumbnailStrip(page)
  const buttons = strip.getByRole('button')
  expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe((COUNT - 1) * 104)
  expect(await buttons.count()).toBeLessThan(50)
  await strip.evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: 'instant' }))
  await expect(strip.getByRole('listitem').last()).toHaveAttribute('aria-posinset', String(COUNT))
  await expect(buttons.last()).toBeInViewport({ ratio: 1 })
  expect(await buttons.count()).toBeLessThan(50)
  await expect(getCurrentThumbnail(page)).toHaveCount(1) // keeps the focus
  await buttons.last().click()
  await expectShownPhoto(page, COUNT)
  await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
  await page.keyboard.press('Home')
  await expectShownPhoto(page, 1)
  await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
  await expect(strip.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1')
})

test('the arrow keys move through the strip while it has the focus, also after it was scrolled away', async ({
  page,
}) => {
  await page.goto('/gallery?photo=extra-photo-500')
  await expectShownPhoto(page, 500)
  await getCurrentThumbnail(page).focus()
  await getThumbnailStrip(page).evaluate((row) => row.scrollTo({ left: 0, behavior: 'instant' }))
  await expect(getThumbnailStrip(page).getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1')
  await expect(getCurrentThumbnail(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expectShownPhoto(page, 501)
  await expect(getCurrentThumbnail(page)).toBeFocused()
  await expect.poll(() => measureDistanceFromCenter(page)).toBeLessThan(1)
})

test.describe('a tap', () => {
  test.use({ hasTouch: true, viewport: { width: 412, height: 823 } })

  test('on a thumbnail before the scripts have run opens its photo', async ({ page }) => {
    const scripts = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto('/gallery', { waitUntil: 'commit' })
    const photo = getThumbnail(page, 3)
    const href = (await photo.getAttribute('href')) ?? ''
    await photo.tap()
    await expect(page).toHaveURL(href)
    scripts.resolve()
    await expectShownPhoto(page, 3)
  })

  test('on a thumbnail during hydration opens its photo', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    const entry = page.waitForResponse(/\/assets\/index-.*\.js/)
    await page.goto('/gallery', { waitUntil: 'commit' })
    const photo = getThumbnail(page, 4)
    await photo.scrollIntoViewIfNeeded()
    await entry
    await photo.tap()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 }) // the rest of the hydration need not be slow
    await expectShownPhoto(page, 4)
    await expect(page).toHaveURL(/\?photo=/)
  })
})
