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

  test('the buttons and a double click zoom the photo', async ({ page, ready }) => {
    await openPhoto(page, ready, 8)
    const image = getSlide(page, 8).getByRole('img')
    const readWidth = () => image.evaluate((element) => Math.round(element.getBoundingClientRect().width))
    const zoomOut = getGalleryDialog(page).getByRole('button', { name: 'Zoom out' })
    await expect(zoomOut).toBeDisabled()
    await expect.poll(readWidth).toBe(1086)
    await getGalleryDialog(page).getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(readWidth).toBe(2 * 1086)
    await zoomOut.click()
    await expect.poll(readWidth).toBe(1086)
    await page.mouse.dblclick(720, 420)
    await expect.poll(readWidth).toBeGreaterThan(2 * 1086 - 1)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await expect(zoomOut).toBeDisabled()
  })

  test('fetches only the current photo and its neighbors in large sizes', async ({ page, ready }) => {
    const largePhotos = new Set<string>()
    page.on('request', (request) => {
      const [, number] = /\/gallery-(\d{3})-.*[?&]w=(?:960|1440|1920)/.exec(request.url()) ?? []
      if (number) largePhotos.add(number)
    })
    await openPhoto(page, ready, 8)
    await expect.poll(() => [...largePhotos].sort()).toEqual(['007', '008', '009'])
    await page.waitForLoadState('networkidle')
    expect([...largePhotos].sort()).toEqual(['007', '008', '009'])
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => [...largePhotos].sort()).toEqual(['007', '008', '009', '010'])
  })

  test('fetches the lightbox when photos are on the screen', async ({ page, ready }) => {
    const requestPaths: string[] = []
    page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.goto('/gallery')
    await ready()
    await page.waitForLoadState('networkidle')
    const earlyPaths = new Set(requestPaths)
    expect([...earlyPaths].filter((path) => /lightbox|dialog|strip/.test(path))).toEqual([])
    const findNewFiles = (extension: string) =>
      requestPaths.filter((path) => !earlyPaths.has(path) && path.endsWith(extension))
    await getThumbnail(page, 3).scrollIntoViewIfNeeded()
    await expect.poll(() => findNewFiles('.css').length).toBeGreaterThan(0)
    await expect.poll(() => findNewFiles('.js').length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const scripts = findNewFiles('.js')
    await getThumbnail(page, 3).click()
    await expectShownPhoto(page, 3)
    expect(findNewFiles('.js')).toEqual(scripts)
  })
})

test.describe('the URL', () => {
  const photoUrl = '/gallery?photo=photo-012-sideboom-row-silhouette'

  test('a link to a photo opens the dialog, and closing it shows the gallery', async ({ page }) => {
    await page.goto(photoUrl)
    await expectShownPhoto(page, 12)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/gallery$/)
    const historyLength = await page.evaluate(() => history.length)
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 12)).toBeFocused()
    await expect(getThumbnail(page, 12)).toBeInViewport({ ratio: 0.9 })
    expect(await page.evaluate(() => history.length)).toBe(historyLength)
  })

  test('Back closes the dialog after any number of photos, and Forward opens it again', async ({ page, ready }) => {
    await page.goto('/contact')
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 22).scrollIntoViewIfNeeded()
    const scrollPosition = await page.evaluate(() => scrollY)
    await getThumbnail(page, 22).click()
    await expectShownPhoto(page, 22)
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/photo=photo-023-/)
    const scrollPositions = page.evaluate(() => {
      const positions = [scrollY]
      addEventListener('scroll', () => positions.push(scrollY))
      return new Promise((resolve) =>
        addEventListener('popstate', () => setTimeout(() => resolve(positions), 500), { once: true }),
      )
    })
    await page.goBack()
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 23)).toBeFocused()
    expect(await scrollPositions).toEqual([scrollPosition])
    await page.goForward()
    await expectShownPhoto(page, 23)
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/gallery$/)
  })

  test('an unknown id shows the gallery and is removed from the URL', async ({ page }) => {
    await page.goto('/gallery?photo=nobody')
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getGalleryDialog(page)).toBeHidden()
    await expect(page.getByText('120 photographs')).toBeVisible()
  })
})

test.describe('when a file cannot be loaded', () => {
  // The hero video may still be loading when a test disconnects the network.
  test.use({ expectedProblems: /ERR_FAILED|net::|hero video does not play/ })

  test('the gallery stays unchanged without the script of the lightbox', async ({ page, ready }) => {
    await page.route(/\/assets\/(full-screen-lightbox|lightbox)/, (route) => route.abort())
    const warning = page.waitForEvent('console', (message) => message.text().includes('could not be opened'))
    await page.goto('/gallery')
    await ready()
    await getThumbnail(page, 8).click()
    await warning
    await expect(page).toHaveURL(/\/gallery$/)
    await expect(getThumbnail(page, 8)).not.toHaveAttribute('aria-busy')
    await expect(getGalleryDialog(page)).toBeHidden()
  })

  test('the dialog opens when the network is back', async ({ page, ready, context }) => {
    await page.goto('/gallery')
    await ready()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const warning = page.waitForEvent('console', (message) => message.text().includes('could not be opened'))
    await getThumbnail(page, 2).click()
    await warning
    await expect(page).toHaveURL(/\/gallery$/)
    await context.setOffline(false)
    await getThumbnail(page, 2).click()
    await expectShownPhoto(page, 2)
    await expect(getGalleryDialog(page)).toHaveCSS('position', 'fixed')
  })

  test('a missing photo is replaced by a message; the next photo is shown', async ({ page, ready }) => {
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

  test('nothing is animated', async ({ page, ready }) => {
    const fades = await recordFades(page)
    await openPhoto(page, ready, 60)
    await page.keyboard.press('ArrowRight')
    await expectShownPhoto(page, 61)
    expect(await measureDistanceFromCenter(page)).toBeLessThan(1)
    const findAnimations = () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 1)
    expect(await page.evaluate(findAnimations)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(getGalleryDialog(page)).toBeHidden()
    expect(fades).toEqual([])
  })
})

test.describe('the classic lightbox', () => {
  test.describe.configure({ mode: 'serial' }) // the test restores the setting at the end
  test.use({ viewport: { width: 1440, height: 900 } })

  test('requirements §2, §9: can be selected by an editor, shows one photo without a strip and fades out in 300 ms', async ({
    page,
    ready,
    management,
  }) => {
    const selectDialog = (variant: string) => publishField(management, 'gallery-page', 'photoDialog', variant)
    const fades = await recordFades(page)
    try {
      await selectDialog('classic lightbox')
      const readPage = async () => (await page.request.get('/gallery')).text()
      await expect.poll(readPage, { timeout: 60_000 }).toContain('classic lightbox')
      await page.goto('/gallery')
      await ready()
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
      await selectDialog('full screen')
    }
  })
})
