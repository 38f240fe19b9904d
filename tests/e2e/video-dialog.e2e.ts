import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockVimeoPlayer } from '#tests/setup/e2e/mock-vimeo-player.ts'

test.use(REDUCED_MOTION)

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Company film' })
const getMessage = (page: Page) => getDialog(page).getByRole('status')
const getFilmLink = (page: Page) =>
  getDialog(page).getByRole('link', { name: 'Watch it on Vimeo (opens in a new tab)' })
const getCloseButton = (page: Page) => getDialog(page).getByRole('button', { name: 'Close' })
const getPlayButton = (page: Page) => page.frameLocator('iframe[title="Company film"]').getByRole('button')

/** Opens the dialog and advances the page's clock by 5 s. */
async function openDialogAndWait(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(getCloseButton(page)).toBeFocused()
  await page.clock.runFor(5_000)
}

async function expectFailureMessage(page: Page): Promise<void> {
  await expect(getMessage(page)).toContainText('The film cannot be loaded.')
  await expect(getFilmLink(page)).toHaveAttribute('href', 'https://vimeo.com/313814309')
  await expect(getFilmLink(page)).toHaveAttribute('target', '_blank')
}

test.describe('when the player is blocked', () => {
  test.use({ expectedProblems: /player\.vimeo\.com/ })
  test.beforeEach(({ page }) => page.route('https://player.vimeo.com/**', (route) => route.abort('blockedbyclient')))

  test('the video dialog says within 5 s that the film cannot be loaded, and links to it', async ({ page }) => {
    await openDialogAndWait(page)
    await expectFailureMessage(page)
    await expectNoAxeViolations(page)
  })

  test('the focus stays in the dialog and reaches the link, but not the failed frame; Escape closes the dialog', async ({
    page,
  }) => {
    await openDialogAndWait(page)
    await expectFailureMessage(page)
    await expect(getCloseButton(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(getFilmLink(page)).toBeFocused()
    for (let presses = 0; presses < 3; presses++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.matches('body, dialog :is(a, button)'))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.clock.runFor(1_000)
    await expect(getDialog(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Watch Now' })).toBeFocused()
  })

  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [320, 568],
  ] as const) {
    test(`the message covers the failed frame and is fully visible at ${width} × ${height} px`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await openDialogAndWait(page)
      for (const part of [getMessage(page), getFilmLink(page), getCloseButton(page)])
        await expect(part).toBeInViewport({ ratio: 1 })
      const [frame, message] = [
        await getDialog(page).locator('iframe').boundingBox(),
        await getMessage(page).boundingBox(),
      ]
      expect(message).toEqual(frame)
      const box = await getFilmLink(page).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
    })
  }
})

test('a page in place of the player that does not report that it is ready counts as failed', async ({ page }) => {
  await page.route('https://player.vimeo.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html lang="en"><title>Blocked by your network</title></html>' }),
  )
  await openDialogAndWait(page)
  await expectFailureMessage(page)
})

test('shows no message when the player responds in time', async ({ page }) => {
  await mockVimeoPlayer(page)
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await getPlayButton(page).click() // waits until nothing covers the player
  await page.clock.runFor(5_000)
  await expect(getPlayButton(page)).toBeVisible()
  await expect(getMessage(page)).toHaveCount(0)
})

test('shows a player that responds late, removes the message and keeps the focus in the dialog', async ({ page }) => {
  const response = Promise.withResolvers<void>()
  await mockVimeoPlayer(page, response.promise)
  await openDialogAndWait(page)
  await expectFailureMessage(page)
  await getFilmLink(page).focus()
  response.resolve()
  await expect(getFilmLink(page)).toHaveCount(0)
  await expect(getMessage(page)).toHaveCount(0)
  await expect(getCloseButton(page)).toBeFocused()
  await getPlayButton(page).click()
})

test('ignores messages of other frames and windows', async ({ page }) => {
  await mockVimeoPlayer(page, new Promise(() => {}))
  await openDialogAndWait(page)
  await page.evaluate(() => {
    postMessage({ event: 'ready' })
    const frame = document.createElement('iframe')
    document.body.append(frame)
    frame.contentWindow?.parent.postMessage({ event: 'ready' })
  })
  await expectFailureMessage(page)
})
