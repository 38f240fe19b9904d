import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import {
  clickOutside,
  closeDialog,
  expectShownPhoto,
  getGalleryDialog,
  getNextButton,
  getPreviousButton,
  getSlide,
  getThumbnail,
  getThumbnailStrip,
  measureDistanceFromCenter,
  openPhoto,
  recordFades,
} from '#tests/setup/e2e/gallery-dialog.ts'

test.describe('at 1440 × 900 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('zoom: by its buttons and by a double click', async ({ page, ready }) => {
    await openPhoto(page, ready, 8)
    const image = getSlide(page, 8).getByRole('img')
    const width = () => image.evaluate((element) => Math.round(element.getBoundingClientRect().width))
    const zoomOut = getGalleryDialog(page).getByRole('button', { name: 'Zoom out' })
    await expect(zoomOut).toBeDisabled()
    await expect.poll(width).toBe(1086)
    await getGalleryDialog(page).getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBe(2 * 1086)
    await zoomOut.click()
    await expect.poll(width).toBe(1086)
    await page.mouse.dblclick(720, 420)
    await expect.poll(width).toBeGreaterThan(2 * 1086 - 1)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await expect(zoomOut).toBeDisabled()
  })

  test('only the image and its neighbours are fetched large', async ({ page, ready }) => {
    const large = new Set<string>()
    page.on('request', (request) => {
      const [, number] = /\/gallery-(\d{3})-.*[?&]w=(?:960|1440|1920)/.exec(request.url()) ?? []
      if (number) large.add(number)
    })
    await openPhoto(page, ready, 8)
    await expect.poll(() => [...large].sort()).toEqual(['007', '008', '009'])
    await page.waitForLoadState('networkidle')
    expect([...large].sort()).toEqual(['007', '008', '009'])
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => [...large].sort()).toEqual(['007', '008', '009', '010'])
  })

  test('nothing of the lightbox is fetched before the first opening', async ({ page, ready }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/gallery')
    await ready()
    await page.waitForLoadState('networkidle')
    await getThumbnail(page, 3).hover()
    await page.waitForLoadState('networkidle')
    const early = new Set(asked)
    expect([...early].filter((path) => /lightbox|dialog|strip/.test(path))).toEqual([])
    await getThumbnail(page, 3).click()
    await expectShownPhoto(page, 3)
    expect(asked.filter((path) => !early.has(path) && path.endsWith('.css')).length).toBeGreaterThan(0)
    expect(asked.filter((path) => !early.has(path) && path.endsWith('.js')).length).toBeGreaterThan(0)
  })
})

test.describe('the address', () => {
  const photo = '/gallery?photo=photo-012-sideboom-row-silhouette'

  test('a link to one photograph opens it directly, and closing leads to the gallery', async ({ page }) => {
    await page.goto(photo)
    await expectShownPhoto(page, 12)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/gallery$/)
    const entries = await page.evaluate(() => history.length)
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 12)).toBeFocused()
    await expect(getThumbnail(page, 12)).toBeInViewport({ ratio: 0.9 })
    expect(await page.evaluate(() => history.length)).toBe(entries)
  })

  test('Back closes the dialog, however far the visitor stepped, and Forward opens it again', async ({
    page,
    ready,
  }) => {
    await page.goto('/contact')
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 22).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    await getThumbnail(page, 22).click()
    await expectShownPhoto(page, 22)
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/photo=photo-023-/)
    const moves = page.evaluate(() => {
      const places = [scrollY]
      addEventListener('scroll', () => places.push(scrollY))
      return new Promise((left) =>
        addEventListener('popstate', () => setTimeout(() => left(places), 500), { once: true }),
      )
    })
    await page.goBack()
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 23)).toBeFocused()
    expect(await moves).toEqual([place])
    await page.goForward()
    await expectShownPhoto(page, 23)
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/gallery$/)
  })

  test('an unknown id shows the plain gallery, and leaves the address', async ({ page }) => {
    await page.goto('/gallery?photo=nobody')
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page.getByText('120 photographs')).toBeVisible()
  })
})

test.describe('when something is missing', () => {
  // The hero video may still be loading when a test disconnects the network.
  test.use({ expectedProblems: /ERR_FAILED|net::|hero video does not play/ })

  test('without the lightbox’s code the gallery stays as it is', async ({ page, ready }) => {
    await page.route(/\/assets\/(full-screen-lightbox|lightbox)/, (route) => route.abort())
    const warned = page.waitForEvent('console', (message) => message.text().includes('could not be opened'))
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 8).click()
    await warned
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 8)).toHaveAttribute('aria-busy', 'false')
    await expect(getGalleryDialog(page)).toBeHidden()
  })

  test('after the network was gone, the dialog opens as it should', async ({ page, ready, context }) => {
    await page.goto('/gallery')
    await ready()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const warned = page.waitForEvent('console', (message) => message.text().includes('could not be opened'))
    await getThumbnail(page, 2).click()
    await warned
    await expect(page).toHaveURL(/\/gallery$/)
    await context.setOffline(false)
    await getThumbnail(page, 2).click()
    await expectShownPhoto(page, 2)
    await expect(getGalleryDialog(page)).toHaveCSS('position', 'fixed')
  })

  test('a photograph that no host has says so in its place; the next one is shown', async ({ page, ready }) => {
    await page.route(/008-sidebooms-across.*(w=1440|w=960|-1440|-960)/, (route) => route.abort())
    await page.setViewportSize({ width: 1440, height: 900 })
    await openPhoto(page, ready, 8)
    await expect(getSlide(page, 8)).toHaveText('This photograph could not be loaded.')
    await getNextButton(page).click()
    await expect(getSlide(page, 9).getByRole('img')).toBeInViewport({ ratio: 1 })
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing fades, slides or glides', async ({ page, ready }) => {
    const fades = await recordFades(page)
    await openPhoto(page, ready, 60)
    await page.keyboard.press('ArrowRight')
    await expectShownPhoto(page, 61)
    expect(await measureDistanceFromCenter(page)).toBeLessThan(1)
    const moving = () => document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 1)
    expect(await page.evaluate(moving)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    expect(fades).toEqual([])
  })
})

test.describe('the classic lightbox', () => {
  test.describe.configure({ mode: 'serial' }) // the editor's choice is put back at the end
  test.use({ viewport: { width: 1440, height: 900 } })

  test('requirements §2, §9: the older variant shows the photograph alone and fades out in 300 ms; an editor chooses it', async ({
    page,
    ready,
    management,
  }) => {
    const choose = (kind: string) => publishField(management, 'gallery-page', 'photoDialog', kind)
    const fades = await recordFades(page)
    try {
      await choose('classic lightbox')
      const refreshed = page.waitForResponse(async (response) => (await response.text()).includes('classic lightbox'))
      await page.goto('/gallery')
      await ready()
      await refreshed
      await page.waitForLoadState('networkidle')
      await getThumbnail(page, 1).click()
      await expectShownPhoto(page, 1)
      await expect(page).toHaveURL(/photo=photo-001-/)
      await expect(getThumbnailStrip(page)).toHaveCount(0)
      await expect(getPreviousButton(page)).toBeDisabled()
      await getNextButton(page).click()
      await expectShownPhoto(page, 2)
      await expect(getSlide(page, 2).getByRole('img')).toBeInViewport({ ratio: 1 })
      await expectNoAxeViolations(page)
      await expect(getGalleryDialog(page)).toHaveCSS('transition-duration', '0.3s')
      await closeDialog(page, clickOutside)
      expect(fades).toEqual([150, 300])
      await expect(getThumbnail(page, 2)).toBeFocused()
    } finally {
      await choose('full screen')
    }
  })
})
